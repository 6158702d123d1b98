package dev.assay.steps;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StepsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "To block a card:\n1. Open the app.\n2. Choose the card.\n3. Press Block.\nIt works at once.",
        "1) Open the app.\n2) Choose the card.\n3) Press Block.",
        "a) Open the app.\nb) Choose the card.\nc) Press Block.",
        "- Open the app.\n- Choose the card.\n- Press Block.",
        "• Open the app.\n  • Choose the card.\n• Press Block.",
        "Step 1: Open the app.\nStep 2: Choose the card.\nStep 3: Press Block.",
        "Do this: 1. Open the app. 2. Choose the card. 3. Press Block.",
        "First, open the app. Then choose the card. Finally, press Block.",
        "Firstly, open the app. It asks for a PIN. Secondly, choose the card. Lastly press Block.",
      })
  void enumerationsOfEveryFormAreFound(String text) {
    assertThat(Steps.longest(text))
        .containsExactly("Open the app.", "Choose the card.", "Press Block.");
  }

  @Test
  void whatIsNoEnumerationHasNoSteps() {
    assertThat(Steps.of("The fee is 1.50 dollars. It was 2.50 in 2019.")).isEmpty();
    assertThat(Steps.of("First National Bank is open.")).isEmpty();
    assertThat(Steps.of("- one item alone")).isEmpty();
    assertThat(Steps.of("")).isEmpty();
  }

  @Test
  void anIndentedLineBelongsToItsItem() {
    assertThat(Steps.longest("1. Open the app\n   on your phone.\n2. Wait."))
        .containsExactly("Open the app on your phone.", "Wait.");
  }

  @Test
  @Timeout(20)
  void aMegabyteIsReadInLinearTime() {
    Steps.of("1. step ".repeat(120_000));
    Steps.of("- step\n".repeat(140_000));
    Steps.of("First, do it. ".repeat(70_000));
    Steps.of("1.".repeat(500_000));
  }

  /** Case 36 of the conformance list: score 1 + 1 − 0.5; the middle step has no partner. */
  @Test
  void aMissingStepIsAnInsertion() {
    Alignment alignment = Alignment.of(new double[][] {{1, .2}, {.2, .2}, {.2, 1}}, 2);
    assertThat(alignment.score()).isEqualTo(1.5);
    assertThat(alignment.insertions()).isEqualTo(1);
    assertThat(alignment.deletions()).isZero();
    assertThat(alignment.moves())
        .containsExactly(
            new Alignment.Move(0, 0), new Alignment.Move(1, -1), new Alignment.Move(2, 1));
    Alignment turned = Alignment.of(new double[][] {{1, .2, .2}, {.2, .2, 1}}, 3);
    assertThat(turned.deletions()).isEqualTo(1);
  }

  @Test
  void oneSideWithoutStepsIsAllGaps() {
    assertThat(Alignment.of(new double[0][], 3).deletions()).isEqualTo(3);
    assertThat(Alignment.of(new double[2][0], 0).insertions()).isEqualTo(2);
  }

  /** The score is the sum over the moves, and no single pairing of the diagonal beats it. */
  @Property(tries = 200)
  void theAlignmentCoversBothSidesInOrderAndIsWorthItsScore(
      @ForAll @Size(min = 49, max = 49) List<@DoubleRange(min = -1, max = 1) Double> cells,
      @ForAll @IntRange(max = 7) int rows,
      @ForAll @IntRange(max = 7) int columns) {
    double[][] similarity = new double[rows][columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        similarity[i][j] = cells.get(7 * i + j);
      }
    }
    Alignment alignment = Alignment.of(similarity, columns);
    int nextExpected = 0;
    int nextActual = 0;
    double worth = 0;
    for (Alignment.Move move : alignment.moves()) {
      if (move.expected() >= 0) {
        assertThat(move.expected()).isEqualTo(nextExpected++);
      }
      if (move.actual() >= 0) {
        assertThat(move.actual()).isEqualTo(nextActual++);
      }
      worth += move.paired() ? similarity[move.expected()][move.actual()] : -Alignment.GAP;
    }
    assertThat(nextExpected).isEqualTo(rows);
    assertThat(nextActual).isEqualTo(columns);
    assertThat(alignment.score()).isCloseTo(worth, org.assertj.core.api.Assertions.within(1e-9));
    assertThat(alignment.score()).isGreaterThanOrEqualTo(-Alignment.GAP * (rows + columns));
  }
}
