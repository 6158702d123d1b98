package dev.assay.questions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class DifficultyTest {
  @Test
  void theValueIsTheDocumentedSum() {
    // Two sentences 0.5; of "overdraft fee zebra" one of three words is not in the source 1/3; rank
    // 4 gives 3/4.
    Difficulty difficulty =
        Difficulty.of(
            "overdraft fee, zebra?", 2, List.of("the overdraft", "fees"), OptionalInt.of(4));
    assertThat(difficulty.value()).isCloseTo(0.3 * 0.5 + 0.4 / 3 + 0.3 * 0.75, within(1e-12));
    assertThat(difficulty.attributes())
        .containsEntry("difficulty_sentences", "2")
        .containsEntry("difficulty_overlap", "0.666667")
        .containsEntry("difficulty_rank", "4");
  }

  @Test
  void withoutARankTheOtherPartsAreWeightedUp() {
    assertThat(new Difficulty(3, 0, OptionalInt.empty()).value()).isCloseTo(1, within(1e-12));
    assertThat(new Difficulty(1, 1, OptionalInt.empty()).value()).isZero();
  }

  @Test
  void aSourceThatIsNotFoundIsTheHardestToRetrieve() {
    assertThat(new Difficulty(1, 1, OptionalInt.of(0)).value()).isCloseTo(0.3, within(1e-12));
    assertThat(Difficulty.of("", 1, List.of(""), OptionalInt.of(1)).value()).isZero();
  }
}
