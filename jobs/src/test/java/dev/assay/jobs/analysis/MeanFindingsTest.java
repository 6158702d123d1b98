package dev.assay.jobs.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.conformal.CalibrationStatus;
import dev.assay.core.Direction;
import dev.assay.core.Metric;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

class MeanFindingsTest {

  private static Row cell(String metric, double estimate, double low, double high) {
    return NamedRow.of(Tables.LEADERBOARD)
        .set("run_id", "r")
        .set("system", "s")
        .set("slice", "all")
        .set("metric", metric)
        .set("dimension", "")
        .set("validation_dimension", "qa")
        .set("estimate", estimate)
        .set("ci_low", low)
        .set("ci_high", high)
        .set("ci_method", "none")
        .set("n", 10L)
        .set("n_groups", 10L)
        .set("n_missing", 0L)
        .set("status", "ok")
        .build();
  }

  private static Metric metric(Direction direction) {
    return new Metric("any", direction, 0, 1, OptionalDouble.of(.5), "A metric.");
  }

  private static MeanFindings means(Map<String, Standing> standings) {
    return new MeanFindings(
        List.of(
            cell("bleu.bleu_1", .4, .3, .6),
            cell("rouge.rouge_l", .2, .1, .3),
            cell("toxicity.toxicity", .9, .8, 1)),
        Map.of(
            "bleu.bleu_1", metric(Direction.UP),
            "rouge.rouge_l", metric(Direction.UP),
            "toxicity.toxicity", metric(Direction.DOWN)),
        List.of("bleu.bleu_1", "rouge.rouge_l", "toxicity.toxicity"),
        Map.of("bleu.bleu_1", "overlap", "rouge.rouge_l", "overlap"),
        standings);
  }

  /** Of what compares the same texts the certain one speaks, and names the others. */
  @Test
  void metricsThatLookAtTheSameAreOneProblem() {
    List<Finding> problems = means(Map.of()).problems(.05);
    assertThat(problems)
        .extracting(Finding::metric)
        .containsExactlyInAnyOrder("rouge.rouge_l", "toxicity.toxicity");
    assertThat(problems).extracting(Finding::severity).containsOnly(Finding.HIGH);
    assertThat(problems.stream().filter(one -> one.metric().startsWith("rouge")).toList())
        .extracting(Finding::description)
        .singleElement()
        .asString()
        .endsWith("Past theirs, and of the same texts: bleu.bleu_1.");
  }

  /** A fit one speaks for its cause, though less sure; where none is fit, nothing is high. */
  @Test
  void whatLabelsFoundUnfitSpeaksLastAndIsNeverHigh() {
    Standing unfit = new Standing(Map.of("correct", CalibrationStatus.UNFIT));
    List<Finding> problems =
        means(Map.of("rouge.rouge_l", unfit, "toxicity.toxicity", unfit)).problems(.05);
    assertThat(problems)
        .extracting(one -> one.metric() + " " + one.severity())
        .containsExactlyInAnyOrder("bleu.bleu_1 medium", "toxicity.toxicity medium");
    assertThat(problems)
        .filteredOn(one -> one.metric().startsWith("toxicity"))
        .extracting(Finding::description)
        .singleElement()
        .asString()
        .endsWith("Labels found this metric unfit for 'correct': it is a hint to look, no more.");
    assertThat(problems)
        .filteredOn(one -> one.metric().startsWith("bleu"))
        .extracting(Finding::description)
        .singleElement()
        .asString()
        .doesNotContain("unfit");
    Standing both =
        new Standing(Map.of("correct", CalibrationStatus.UNFIT, "grounded", CalibrationStatus.OK));
    assertThat(means(Map.of("toxicity.toxicity", both)).problems(.05))
        .extracting(Finding::severity)
        .as("fit for one dimension is fit")
        .containsOnly(Finding.HIGH);
  }
}
