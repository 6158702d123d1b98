package dev.assay.spark.outcomes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.Direction;
import dev.assay.core.Evidence;
import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Outcome;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.core.Status;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Tables;
import dev.assay.testing.Examples;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** Short rows say the same as whole ones, whatever evaluators say. */
class ShortOutcomesTest {
  private static final SparkSession SPARK = SharedSpark.session();

  private static final List<Spec> SPECS =
      List.of(
          Spec.of("plain", "Plain")
              .metric(Metric.share("one", 0.5, "one"))
              .metric(Metric.descriptive("two", 0, 9, "two"))
              .build(),
          Spec.of("network", "Network")
              .slots(Slot.EMBEDDER)
              .metric(Metric.cosine("near", 0.25, "near"))
              .metric(Metric.fault("fault", "fault"))
              .build(),
          Spec.of("last", "Last").metric(Metric.descriptive("three", 0, 1, "three")).build());

  @Test
  void rowsOfBothTablesAreThoseOfWholeOutcomes() {
    Map<String, Double> thresholds = Map.of("network.fault", 0.75, "network.near", -0.5);
    same(SPECS, thresholds, Map.of(Slot.EMBEDDER, "e5-small"));
    same(SPECS, thresholds, Map.of());
  }

  @Test
  void anEvaluatorWithoutThresholdsHasNone() {
    same(SPECS.subList(2, 3), Map.of(), Map.of());
  }

  private static void same(
      List<Spec> specs, Map<String, Double> thresholds, Map<Slot, String> models) {
    ShortOutcomes brief = new ShortOutcomes(specs, thresholds, models);
    Random random = new Random(3);
    List<String> scores = new ArrayList<>();
    List<String> sentences = new ArrayList<>();
    List<Row> briefRows = new ArrayList<>();
    for (Example example : Examples.random(3, 60)) {
      Map<String, Outcome> outcomes = new LinkedHashMap<>();
      Map<String, String> prints = new LinkedHashMap<>();
      for (Spec spec : specs) {
        prints.put(spec.id(), spec.id() + " of " + example.caseId());
        if (random.nextInt(4) > 0) {
          outcomes.put(spec.id(), outcome(spec, random));
        }
      }
      for (Spec spec : specs) {
        Outcome outcome = outcomes.get(spec.id());
        if (outcome != null) {
          for (Metric metric : spec.metrics()) {
            scores.add(
                score(example, spec, metric, outcome, thresholds, models, prints.get(spec.id()))
                    .toString());
          }
          outcome
              .evidence()
              .forEach(
                  evidence ->
                      sentences.add(
                          sentence(example, spec.id() + "." + evidence.metric()).toString()));
        }
      }
      briefRows.add(brief.row(example, outcomes, prints));
    }
    Dataset<Row> applied = SPARK.createDataFrame(briefRows, ShortOutcomes.SCHEMA);
    assertThat(texts(brief.scores(applied)))
        .hasSizeGreaterThan(30)
        .containsExactlyInAnyOrderElementsOf(scores);
    assertThat(texts(ShortOutcomes.sentences(applied).drop("flags", "detail")))
        .containsExactlyInAnyOrderElementsOf(sentences);
    assertThat(brief.scores(applied).columns())
        .containsExactly(Tables.SCORES.schema().fieldNames());
  }

  private static Outcome outcome(Spec spec, Random random) {
    Map<String, Measure> measures = new LinkedHashMap<>();
    List<Evidence> evidence = new ArrayList<>();
    for (Metric metric : spec.metrics()) {
      Status status = Status.values()[random.nextInt(Status.values().length)];
      boolean value = status == Status.OK || random.nextBoolean();
      measures.put(
          metric.name(),
          value
              ? Measure.of(random.nextInt(5) / 4.0)
              : new Measure.Absent(status, random.nextBoolean() ? "because" : "it is so"));
      if (random.nextInt(3) == 0) {
        evidence.add(Evidence.of(metric.name(), Evidence.Side.ANSWER, 0, "That.", 1));
      }
    }
    return new Outcome(
        measures, evidence, random.nextInt(3) == 0 ? Set.of(spec.primary().name()) : Set.of());
  }

  /** A row of table scores, column by column. */
  private static Row score(
      Example example,
      Spec spec,
      Metric metric,
      Outcome outcome,
      Map<String, Double> thresholds,
      Map<Slot, String> models,
      String fingerprint) {
    String name = spec.id() + "." + metric.name();
    Double threshold =
        thresholds.getOrDefault(
            name, metric.threshold().isPresent() ? metric.threshold().getAsDouble() : null);
    Measure measure = outcome.measures().get(metric.name());
    Measure.Absent absent = measure instanceof Measure.Absent why ? why : null;
    Double value = measure instanceof Measure.Value one ? one.value() : null;
    return RowFactory.create(
        example.caseId(),
        example.system(),
        example.repeat(),
        name,
        value,
        value == null || threshold == null
            ? null
            : metric.direction() == Direction.UP ? value >= threshold : value <= threshold,
        threshold,
        absent == null ? "ok" : absent.status().id(),
        absent == null ? null : absent.reason(),
        outcome.truncated().contains(metric.name()),
        spec.id().equals("network") ? models.get(Slot.EMBEDDER) : null,
        fingerprint);
  }

  /** A row of table sentence_scores of evidence that matches nothing. */
  private static Row sentence(Example example, String metric) {
    return RowFactory.create(
        example.caseId(),
        example.system(),
        example.repeat(),
        metric,
        "answer",
        0,
        "That.",
        1.0,
        null,
        null,
        null);
  }

  private static List<String> texts(Dataset<Row> rows) {
    return rows.collectAsList().stream().map(Row::toString).sorted().toList();
  }
}
