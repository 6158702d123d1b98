package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.jobs.engine.UsageException;
import org.junit.jupiter.api.Test;

final class TwoWordsTest {

  @Test
  void joinsTwoWordsThatAreACommand() {
    assertThat(TwoWords.joined("grammar", "check", "--conf", "x"))
        .containsExactly("grammar-check", "--conf", "x");
    assertThat(TwoWords.joined("label", "import")).containsExactly("label");
    assertThat(TwoWords.joined("grammar", "--conf", "x")).containsExactly("grammar", "--conf", "x");
    assertThat(TwoWords.joined("grammar")).containsExactly("grammar");
    assertThatThrownBy(() -> TwoWords.joined("grammar", "chek"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("grammar check, grammar schema, grammar templates");
  }
}
