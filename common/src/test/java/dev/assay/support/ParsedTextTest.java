package dev.assay.support;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ParsedTextTest {

  @Test
  void namesAreCapitalisedWordsInsideASentence() {
    assertThat(ParsedText.of("Today Anna Smith of Berlin called. Nobody knew form SV-20a.").names())
        .containsExactly("anna", "smith", "berlin", "sv", "20a");
    assertThat(ParsedText.of("I think it is the 3rd of 5k.").names()).isEmpty();
    assertThat(ParsedText.of("FEES AND CHARGES OF THE BANK").names())
        .as("where all is capitalised it means nothing")
        .isEmpty();
  }

  @Test
  void negationIsAWordOrAContraction() {
    assertThat(ParsedText.of("It is not due.").negated()).isTrue();
    assertThat(ParsedText.of("It isn't due.").negated()).isTrue();
    assertThat(ParsedText.of("It is n't due.").negated()).isTrue();
    assertThat(ParsedText.of("It isn’t due.").negated()).isTrue();
    assertThat(ParsedText.of("It is a note of notice.").negated()).isFalse();
  }

  @Test
  void oppositesCountWhereOneReplacesTheOther() {
    assertThat(opposed("The rate increased.", "The rate decreased.")).isTrue();
    assertThat(opposed("The rate increased.", "The rate rose.")).isFalse();
    assertThat(opposed("Rates rose and fell.", "Rates fell and rose again.")).isFalse();
  }

  @Test
  void modalityIsDutyAgainstPermission() {
    assertThat(modality("You must pay.", "You may pay.")).isTrue();
    assertThat(modality("You must pay.", "You shall pay.")).isFalse();
    assertThat(modality("You pay.", "You may pay.")).isFalse();
  }

  private static boolean opposed(String some, String other) {
    return Cues.opposed(ParsedText.of(some).known(), ParsedText.of(other).known());
  }

  private static boolean modality(String some, String other) {
    return Cues.modality(ParsedText.of(some).known(), ParsedText.of(other).known());
  }
}
