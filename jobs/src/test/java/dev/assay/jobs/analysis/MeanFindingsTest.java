package dev.assay.jobs.analysis;

import static org.assertj.core.api.Assertions.assertThat;

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

  /** Of what compares the same texts the certain one speaks, and names the others. */
  @Test
  void metricsThatLookAtTheSameAreOneProblem() {
    MeanFindings means =
        new MeanFindings(
            List.of(
                cell("bleu.bleu_1", .4, .3, .6),
                cell("rouge.rouge_l", .2, .1, .3),
                cell("toxicity.toxicity", .9, .8, 1)),
            Map.of(
                "bleu.bleu_1", metric(Direction.UP),
                "rouge.rouge_l", metric(Direction.UP),
                "toxicity.toxicity", metric(Direction.DOWN)),
            List.of("bleu.bleu_1", "rouge.rouge_l", "toxicity.toxicity"),
            Map.of("bleu.bleu_1", "overlap", "rouge.rouge_l", "overlap"));
    List<Finding> problems = means.problems(.05);
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
}
