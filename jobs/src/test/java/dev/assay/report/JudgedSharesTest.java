package dev.assay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.report.Findings.Cell;
import dev.assay.report.Findings.Difference;
import dev.assay.report.Trust.Level;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What may be claimed of human estimates when answers are missing. */
class JudgedSharesTest {

  @Test
  void aVerdictHoldsOnlyIfTheMissingAnswersCannotTurnIt() {
    // All but 2 of 102 answered: 0.95 · 100/102 = 0.931 still reaches the bar of 0.9.
    assertThat(JudgedShares.level(cell("a", .97, .95, .99, 100, 2), .9, 5)).isEqualTo(Level.HOLDS);
    // 0.95 · 100/110 = 0.864 does not.
    Cell many = cell("a", .97, .95, .99, 100, 10);
    assertThat(JudgedShares.level(many, .9, 5)).isEqualTo(Level.UNDECIDED);
    assertThat(JudgedShares.turned(many, .9, 5)).isTrue();
    // 0.8 · 0.5 + 0.5 = 0.9 is not under the bar; 0.8 · 0.9 + 0.1 = 0.82 is.
    assertThat(JudgedShares.level(cell("a", .7, .6, .8, 50, 50), .9, 5)).isEqualTo(Level.UNDECIDED);
    assertThat(JudgedShares.level(cell("a", .7, .6, .8, 90, 10), .9, 5)).isEqualTo(Level.FAILS);
  }

  @Test
  void fewLabelsGiveNoVerdict() {
    Cell few =
        new Cell(
            "a", "all", "human", "d", none(), none(), none(), 100, 4, 0, of(1), of(.95), of(1),
            none());
    assertThat(JudgedShares.level(few, .9, 5)).isEqualTo(Level.UNKNOWN);
  }

  @Test
  void namesTheBetterSystemOnlyWhereItIsShown() {
    Cell a = cell("a", .9, .85, .94, 100, 0);
    Cell b = cell("b", .6, .5, .7, 100, 0);
    assertThat(shares(List.of(a, b), difference(-.2, .4, .01)).pairs("d"))
        .containsExactly(
            "a and b cannot be told apart: difference 30 (−20 to 40) percentage points, p 0.010.");
    assertThat(shares(List.of(a, b), difference(.15, .4, .2)).pairs("d").get(0))
        .contains("cannot be told apart");
    assertThat(shares(List.of(a, b), difference(.15, .4, .001)).pairs("d"))
        .containsExactly("a is better than b by 30 (15 to 40) percentage points, p 0.001.");
  }

  @Test
  void aDifferenceIsNotClaimedThatMissingAnswersCouldTurn() {
    // Were the missing fifth of a's answers wrong, a would lose 0.2 · 0.9 = 0.18 of its lead, of
    // which 0.15 is sure.
    Cell a = cell("a", .9, .85, .94, 80, 20);
    Cell b = cell("b", .6, .5, .7, 100, 0);
    JudgedShares shares = shares(List.of(a, b), difference(.15, .4, .001));
    assertThat(shares.pairs("d").get(0)).contains("what is missing could turn that");
    assertThat(shares.part("d"))
        .contains("About the questions that were answered alone: a answered 80 of 100.");
  }

  @Test
  void aSystemThatNobodyJudgedIsNamed() {
    assertThat(shares(List.of(cell("b", .6, .5, .7, 100, 0)), difference(0, 0, 1)).sentence("d"))
        .contains("a not judged, b 60");
  }

  private static JudgedShares shares(List<Cell> cells, Difference difference) {
    return new JudgedShares(List.of("a", "b"), cells, List.of(difference), .05);
  }

  private static Difference difference(double low, double high, double p) {
    return new Difference("a", "b", "human.d", .3, of(low), of(high), of(p));
  }

  private static Cell cell(
      String system, double estimate, double low, double high, long n, long missing) {
    return new Cell(
        system,
        "all",
        "human",
        "d",
        none(),
        none(),
        none(),
        n,
        50,
        missing,
        of(estimate),
        of(low),
        of(high),
        none());
  }

  private static OptionalDouble of(double value) {
    return OptionalDouble.of(value);
  }

  private static OptionalDouble none() {
    return OptionalDouble.empty();
  }
}
