package dev.assay.jobs.calibrating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.base.Seeds;
import dev.assay.jobs.LabelledStore;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One probability from two metrics, from scores to decisions. */
class JointModelTest {
  private static final String SECOND = "hallucination.hallucination";

  @Test
  void aModelOfTwoMetricsStandsForAMetric(@TempDir Path home) {
    LabelledStore labelled =
        new LabelledStore(
            home,
            500,
            400,
            4,
            "calibrate.models.both={dimension=grounded, metrics=[\"%s\", \"%s\"]}"
                .formatted(LabelledStore.METRIC, SECOND),
            "calibrate.slices=[query_type]",
            "calibrate.replicates=100");
    labelled.add(Tables.SCORES, second(labelled));
    labelled.runner.run(new Calibrate());
    Row row =
        labelled
            .runner
            .store()
            .read(Tables.CALIBRATIONS)
            .where("metrics[0] = 'both' AND slice = 'all'")
            .head();
    assertThat(row.<String>getAs("reason")).isNull();
    assertThat(row.<String>getAs("status")).isEqualTo("ok");
    assertThat(row.<String>getAs("method")).isEqualTo("boosted");
    assertThat(row.<String>getList(row.fieldIndex("inputs")))
        .containsExactly(LabelledStore.METRIC, SECOND);
    // Eight of the 400 labelled questions lack a score.
    assertThat(row.<Long>getAs("n_groups")).isEqualTo(392);
    assertThat(row.<Double>getAs("auroc_low")).isGreaterThan(.7);
    assertThat(row.<Double>getAs("coverage")).isBetween(.8, 1.0);
    assertThat(
            labelled
                .runner
                .store()
                .read(Tables.CALIBRATIONS)
                .where("metrics[0] = 'both' AND slice LIKE 'query_type=%' AND status = 'ok'")
                .count())
        .isEqualTo(2);
    assertThat(
            labelled
                .runner
                .store()
                .read(Tables.GUARANTEES)
                .where("metric = 'both'")
                .orderBy("kind", "method")
                .collectAsList())
        .extracting(one -> one.<String>getAs("method"))
        .containsExactly(
            "split", "learn-then-test accept", "learn-then-test reject", "risk-control");

    labelled.runner.run(new Apply());
    List<Row> decisions =
        labelled.runner.store().read(Tables.DECISIONS).where("metric = 'both'").collectAsList();
    assertThat(decisions).hasSize(1000);
    for (Row one : decisions) {
      int question = Integer.parseInt(one.<String>getAs("case_id").substring(5));
      if (question % 50 > 0) {
        assertThat(one.<Double>getAs("probability")).isBetween(0.0, 1.0);
        continue;
      }
      assertThat(one.<Double>getAs("probability")).isNull();
      assertThat(one.<String>getAs("decision")).isEqualTo("refer");
      assertThat(one.<String>getAs("reason"))
          .isEqualTo(
              one.<String>getAs("system").equals("a")
                  ? "no value: no_input, " + SECOND + " was not evaluated"
                  : "no value: too_long, " + SECOND + " has no value: 9000 sentences");
    }
    assertThat(decisions).extracting(one -> one.<String>getAs("decision")).contains("accept");
  }

  /** A second view of the same response; for some there is none. */
  private static List<String> second(LabelledStore labelled) {
    List<String> scores = new ArrayList<>();
    for (Row score : labelled.runner.store().read(Tables.SCORES).collectAsList()) {
      String id = score.getAs("case_id");
      String system = score.getAs("system");
      boolean missing = Integer.parseInt(id.substring(5)) % 50 == 0;
      if (missing && system.equals("a")) {
        continue;
      }
      double noise = Seeds.uniform(3, "noise", id + system) - .5;
      OptionalDouble value =
          missing
              ? OptionalDouble.empty()
              : OptionalDouble.of(score.<Double>getAs("value") + noise / 5);
      scores.add(LabelledStore.score(id, system, SECOND, value, "9000 sentences"));
    }
    return scores;
  }
}
