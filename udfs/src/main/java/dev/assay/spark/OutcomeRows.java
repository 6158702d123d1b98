package dev.assay.spark;

import dev.assay.core.Evidence;
import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Outcome;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.core.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import scala.collection.JavaConverters;

/** Outcomes as rows: one row a response, its scores and sentence rows nested. */
final class OutcomeRows {
  /** case_id, system, repeat, scores array, sentences array. */
  static final StructType SCHEMA =
      StructType.fromDDL(
          "case_id STRING, system STRING, repeat INT,"
              + " scores ARRAY<STRUCT<metric:STRING, value:DOUBLE, passed:BOOLEAN,"
              + " threshold:DOUBLE, status:STRING, reason:STRING, truncated:BOOLEAN,"
              + " model:STRING, fingerprint:STRING>>,"
              + " sentences ARRAY<STRUCT<metric:STRING, side:STRING, sentence_index:INT,"
              + " sentence:STRING, score:DOUBLE, match_side:STRING, match_index:INT,"
              + " match:STRING, flags:ARRAY<STRING>, detail:MAP<STRING,DOUBLE>>>");

  private final Map<String, Spec> specs;
  private final Map<String, Double> thresholds;
  private final Map<Slot, String> models;

  OutcomeRows(Map<String, Spec> specs, Map<String, Double> thresholds, Map<Slot, String> models) {
    this.specs = specs;
    this.thresholds = thresholds;
    this.models = models;
  }

  /** The row of {@code example}, whose outcomes and fingerprints are given by evaluator. */
  Row row(Example example, Map<String, Outcome> outcomes, Map<String, String> fingerprints) {
    List<Row> scores = new ArrayList<>();
    List<Row> sentences = new ArrayList<>();
    outcomes.forEach(
        (id, outcome) -> {
          Spec spec = specs.get(id);
          for (Metric metric : spec.metrics()) {
            scores.add(score(spec, metric, outcome, fingerprints.get(id)));
          }
          for (Evidence evidence : outcome.evidence()) {
            sentences.add(sentence(id, evidence));
          }
        });
    return RowFactory.create(
        example.caseId(),
        example.system(),
        example.repeat(),
        scores.toArray(Row[]::new),
        sentences.toArray(Row[]::new));
  }

  private Row score(Spec spec, Metric metric, Outcome outcome, String fingerprint) {
    Measure measure = outcome.measures().get(metric.name());
    Double threshold = threshold(spec, metric);
    Double value = measure instanceof Measure.Value measured ? measured.value() : null;
    Boolean passed =
        value == null || threshold == null ? null : metric.direction().passes(value, threshold);
    String status = Status.OK.id();
    String reason = null;
    if (measure instanceof Measure.Absent absent) {
      status = absent.status().id();
      reason = absent.reason();
    }
    return RowFactory.create(
        spec.qualified(metric),
        value,
        passed,
        threshold,
        status,
        reason,
        outcome.truncated().contains(metric.name()),
        model(spec),
        fingerprint);
  }

  /** The models that speak, null for none. */
  private String model(Spec spec) {
    List<String> speaking =
        spec.models().stream().map(models::get).filter(Objects::nonNull).toList();
    return speaking.isEmpty() ? null : String.join(" ", speaking);
  }

  private Double threshold(Spec spec, Metric metric) {
    Double configured = thresholds.get(spec.qualified(metric));
    if (configured != null) {
      return configured;
    }
    return metric.threshold().isPresent() ? metric.threshold().getAsDouble() : null;
  }

  private static Row sentence(String evaluator, Evidence evidence) {
    return RowFactory.create(
        evaluator + "." + evidence.metric(),
        evidence.side().id(),
        evidence.sentenceIndex(),
        evidence.sentence(),
        evidence.score(),
        evidence.match().map(match -> match.side().id()).orElse(null),
        evidence.match().map(Evidence.Match::index).orElse(null),
        evidence.match().map(Evidence.Match::sentence).orElse(null),
        evidence.flags().toArray(String[]::new),
        JavaConverters.mapAsScalaMap(evidence.detail()));
  }
}
