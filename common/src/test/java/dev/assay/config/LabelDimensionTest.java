package dev.assay.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabelDimensionTest {
  private static final LabelValues WORDS =
      new LabelValues(List.of("yes", "true", "pass"), List.of("no", "false", "fail"));

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "' 0 ', 0",
    "1.0, 1",
    "0.00, 0",
    "01, 1",
    "+1, 1",
    "YES, 1",
    "False, 0",
    "pass, 1",
    "maybe,",
    "2,",
    "-1,",
    "0.5,",
    "1.05,",
    "'',"
  })
  void binaryLabelsAreReadFromWordsAndNumbers(String said, String label) {
    assertThat(LabelDimension.BINARY.read(said, WORDS)).isEqualTo(Optional.ofNullable(label));
  }

  @Test
  void levelsAreReadInOtherLettersAndAsNumbersAndNeverFromTheWords() {
    LabelDimension stars =
        new LabelDimension(
            "ordinal", List.of("1", "2", "10", "Good", "GREAT", "great"), "", List.of(), "auto");
    assertThat(stars.read("2.0", WORDS)).contains("2");
    assertThat(stars.read("10", WORDS)).contains("10");
    assertThat(stars.read("good", WORDS)).contains("Good");
    assertThat(stars.read("great", WORDS)).as("as written").contains("great");
    assertThat(stars.read("Great", WORDS)).as("two levels alike").isEmpty();
    assertThat(stars.read("yes", WORDS)).isEmpty();
    assertThat(stars.read("3", WORDS)).isEmpty();
  }

  @Test
  void theExpectedAnswerIsShownToThoseWhoJudgeCorrectUnlessItIsSaid() {
    assertThat(LabelDimension.BINARY.showsExpected("correct")).isTrue();
    assertThat(LabelDimension.BINARY.showsExpected("grounded")).isFalse();
    LabelDimension hidden = new LabelDimension("binary", List.of(), "", List.of(), "false");
    assertThat(hidden.showsExpected("correct")).isFalse();
  }
}
