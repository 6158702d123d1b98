package dev.assay.jobs.forget;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FragmentsTest {

  @Test
  void standAsTheyAreInEveryNotation() {
    assertThat(
            Fragments.of(
                "Mrs \"Jane\" Miller's account was closed in May. It held 12,000 dollars & more."))
        .containsExactly("s account was closed in May", "It held 12,000 dollars");
  }

  @Test
  void ofShortTextsTheLongestPartIsTaken() {
    assertThat(Fragments.of("Who is Jane?")).containsExactly("Who is Jane?");
    assertThat(Fragments.of("yes\nno")).isEmpty();
    assertThat(Fragments.of("")).isEmpty();
  }
}
