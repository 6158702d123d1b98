package dev.assay.jobs.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.conformal.CalibrationStatus;
import dev.assay.jobs.analysis.Leaderboard.Line;
import dev.assay.report.SampleStore;
import dev.assay.tables.NamedRow;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeaderboardTest {
  private static final StructType CELL =
      StructType.fromDDL(
          "metric STRING, system STRING, dimension STRING, estimate DOUBLE, ci_low DOUBLE, ci_high"
              + " DOUBLE, rank INT, human_estimate DOUBLE, human_ci_low DOUBLE, human_ci_high"
              + " DOUBLE, n_groups BIGINT");

  @Test
  void whatIsTooMuchMissingOfIsMarkedAndExplained() {
    assertThat(board(Map.of("a", "*0.500", "b", " 0.4"))).contains("*0.500").doesNotContain("?");
    assertThat(board(Map.of("a", "?0.500"))).contains("?0.500", "analyze.max-missing-share");
  }

  /** By the name alone similarity would lead, which favours the worse system. */
  @Test
  void whatPeopleSaidLeadsThenWhatIsFitAndTheOthersSayWhyNothingRestsOnThem() {
    List<Row> rows =
        List.of(
            cell("answer_relevancy.mean", "v2", .9, 1),
            cell("answer_relevancy.mean", "v1", .8, 2),
            cell("bleu.bleu", "v1", .3, 1),
            cell("facts.covered", "v1", .88, 1),
            cell("facts.covered", "v2", .7, 2),
            cell("rouge.rouge_l", "v1", .4, 1),
            said("grounded", "v1", .6, 10),
            said("correct", "v1", .87, 150),
            said("correct", "v2", .72, 150));
    Map<String, Standing> known =
        Map.of(
            "answer_relevancy.mean", standing(CalibrationStatus.UNFIT),
            "facts.covered", standing(CalibrationStatus.OK),
            "rouge.rouge_l", standing(CalibrationStatus.TOO_FEW));
    List<String> lines = Leaderboard.of(rows, known).toString().strip().lines().toList();
    assertThat(lines)
        .extracting(line -> line.replaceAll("\\s{2,}", "|"))
        .containsExactly(
            "metric (* best mean)|v1|v2|",
            "people would pass: correct|0.870 [0.800, 0.900]|0.720 [0.800, 0.900]|What people said",
            "people would pass: grounded|0.600 [0.800, 0.900]|–|What people said",
            "facts.covered|*0.880|0.700|Fit for decisions",
            "answer_relevancy.mean|0.800|*0.900|Unfit: no decision rests on it",
            "bleu.bleu|*0.300|–|Not calibrated: no decision rests on it",
            "rouge.rouge_l|*0.400|–|Too few labels: not fitted");
  }

  @Test
  void whereDimensionsDifferEachSaysForItself() {
    Standing standing =
        new Standing(Map.of("correct", CalibrationStatus.UNFIT, "grounded", CalibrationStatus.OK));
    assertThat(standing.isFit()).isTrue();
    assertThat(standing.words())
        .isEqualTo("correct: Unfit: no decision rests on it; grounded: Fit for decisions");
  }

  @Test
  void standingsAreThoseOfTheStoresCalibrationsOverAllCases(@TempDir Path home) {
    assertThat(Standing.of(SampleStore.full(home.resolve("full")).store()))
        .containsOnlyKeys("groundedness.groundedness_mean", "text_statistics.ttr")
        .hasEntrySatisfying(
            "groundedness.groundedness_mean", one -> assertThat(one.isFit()).isTrue())
        .hasEntrySatisfying("text_statistics.ttr", one -> assertThat(one.isFit()).isFalse());
    assertThat(Standing.of(SampleStore.empty(home.resolve("empty")).store())).isEmpty();
  }

  private static String board(Map<String, String> cells) {
    return new Leaderboard(List.of(new Line("rouge.rouge_l", "", cells))).toString();
  }

  private static Standing standing(CalibrationStatus status) {
    return new Standing(Map.of("correct", status));
  }

  private static Row cell(String metric, String system, double estimate, int rank) {
    return NamedRow.of(CELL)
        .set("metric", metric)
        .set("system", system)
        .set("dimension", "")
        .set("estimate", estimate)
        .set("rank", rank)
        .build();
  }

  private static Row said(String dimension, String system, double share, long groups) {
    return NamedRow.of(CELL)
        .set("metric", "human")
        .set("system", system)
        .set("dimension", dimension)
        .set("human_estimate", share)
        .set("human_ci_low", .8)
        .set("human_ci_high", .9)
        .set("n_groups", groups)
        .build();
  }
}
