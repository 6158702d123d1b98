package dev.assay.report.judges;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.report.judges.JudgesSection.Decided;
import dev.assay.report.judges.JudgesSection.Line;
import dev.assay.report.judges.JudgesSection.Part;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JudgesSectionTest {
  private static final Map<String, List<String>> MODELS =
      Map.of("trust", List.of("g.g", "faithfulness.f"), "cheap", List.of("g.g", "n.n"));

  private static List<Part> of(Decided... decided) {
    return JudgesSection.of(List.of(decided), MODELS, metric -> metric.startsWith("faithfulness"));
  }

  @Test
  void ofEachKindTheOneThatDecidesMostIsShown() {
    // 50 + 10 of 200, 70 + 10 of 200, 20 of 200, 90 + 30 of 200; 80 labelled questions
    List<Part> parts =
        of(
            new Decided("g.g", "grounded", 80, 50, 10, 140),
            new Decided("cheap", "grounded", 80, 70, 10, 120),
            new Decided("faithfulness.f", "grounded", 80, 20, 0, 180),
            new Decided("trust", "grounded", 80, 90, 30, 80),
            new Decided("g.g", "correct", 80, 0, 0, 200));
    assertThat(parts).extracting(Part::dimension).containsExactly("grounded");
    assertThat(parts.get(0).lines())
        .containsExactly(
            new Line("without a judge", "cheap", "40\u00a0%", "70", "10", "1.00"),
            new Line("judges alone", "faithfulness.f", "10\u00a0%", "20", "0", "0.25"),
            new Line("both in one model", "trust", "60\u00a0%", "90", "30", "1.50"));
    assertThat(parts.get(0).adds())
        .isEqualTo(
            "The judge adds 20 percentage points: 60\u00a0% of the answers are decided with it,"
                + " 40\u00a0% without.");
  }

  @Test
  void aJudgeThatAddsNothingIsSaidToAddNothing() {
    Part part =
        of(new Decided("g.g", "d", 0, 5, 5, 10), new Decided("faithfulness.f", "d", 0, 4, 0, 16))
            .get(0);
    assertThat(part.adds())
        .startsWith("The judge adds nothing here: 20\u00a0% of the answers")
        .contains("50\u00a0% without")
        .endsWith("which may decide more.");
    assertThat(part.lines().get(2))
        .isEqualTo(new Line("both in one model", "–", "–", "–", "–", "–"));
    assertThat(part.lines().get(0).perLabel()).isEqualTo("–");
  }

  @Test
  void aJudgeThatDecidesMoreAloneThanInAModelCountsForItself() {
    // 20 of 100 without; 30 of 100 in a model with a judge; 60 of 100 by the judge alone
    assertThat(
            of(
                    new Decided("g.g", "d", 0, 20, 0, 80),
                    new Decided("trust", "d", 0, 30, 0, 70),
                    new Decided("faithfulness.f", "d", 0, 60, 0, 40))
                .get(0)
                .adds())
        .isEqualTo(
            "The judge adds 40 percentage points: 60\u00a0% of the answers are decided with it,"
                + " 20\u00a0% without.");
  }

  @Test
  void aGainThatRoundsToNoPointIsNothing() {
    // 501 of 1000 against 500 of 1000: 0.1 points
    assertThat(
            of(
                    new Decided("g.g", "d", 0, 500, 0, 500),
                    new Decided("faithfulness.f", "d", 0, 501, 0, 499))
                .get(0)
                .adds())
        .startsWith("The judge adds nothing here");
  }

  @Test
  void whatStandsAloneCannotBeCompared() {
    assertThat(of(new Decided("faithfulness.f", "d", 9, 4, 0, 16)).get(0).adds())
        .contains("is not known");
    assertThat(of(new Decided("g.g", "d", 9, 4, 0, 16))).isEmpty();
    assertThat(of()).isEmpty();
  }
}
