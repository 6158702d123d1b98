package dev.assay.spark;

import dev.assay.core.Evidence;
import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Outcome;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.core.Status;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Outcomes as rows: one row a response, its scores and sentence rows nested. */
record OutcomeRows(
    Map<String, Spec> specs, Map<String, Double> thresholds, Map<Slot, String> models) {

  private static final StructType SCORE = Tables.SCORES.without("case_id", "system", "repeat");
  private static final StructType SENTENCE =
      Tables.SENTENCE_SCORES.without("case_id", "system", "repeat");

  /** case_id, system, repeat, scores array, sentences array. */
  static final StructType SCHEMA =
      Tables.SCORES
          .select("case_id", "system", "repeat")
          .add("scores", DataTypes.createArrayType(SCORE))
          .add("sentences", DataTypes.createArrayType(SENTENCE));

  /** The row of {@code example}, whose outcomes and fingerprints are given by evaluator. */
  Row row(Example example, Map<String, Outcome> outcomes, Map<String, String> fingerprints) {
    List<Row> scores = new ArrayList<>();
    List<Row> sentences = new ArrayList<>();
    outcomes.forEach(
        (id, outcome) -> {
          Spec spec = specs.get(id);
          String model = model(spec);
          for (Metric metric : spec.metrics()) {
            scores.add(score(spec, metric, outcome, model, fingerprints.get(id)));
          }
          for (Evidence evidence : outcome.evidence()) {
            sentences.add(sentence(id, evidence));
          }
        });
    return NamedRow.of(SCHEMA)
        .set("case_id", example.caseId())
        .set("system", example.system())
        .set("repeat", example.repeat())
        .set("scores", scores)
        .set("sentences", sentences)
        .build();
  }

  private Row score(Spec spec, Metric metric, Outcome outcome, String model, String fingerprint) {
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
    return NamedRow.of(SCORE)
        .set("metric", spec.qualified(metric))
        .set("value", value)
        .set("passed", passed)
        .set("threshold", threshold)
        .set("status", status)
        .set("reason", reason)
        .set("truncated", outcome.truncated().contains(metric.name()))
        .set("model", model)
        .set("fingerprint", fingerprint)
        .build();
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
    return NamedRow.of(SENTENCE)
        .set("metric", evaluator + "." + evidence.metric())
        .set("side", evidence.side().id())
        .set("sentence_index", evidence.sentenceIndex())
        .set("sentence", evidence.sentence())
        .set("score", evidence.score())
        .set("match_side", evidence.match().map(match -> match.side().id()))
        .set("match_index", evidence.match().map(Evidence.Match::index))
        .set("match", evidence.match().map(Evidence.Match::sentence))
        .set("flags", evidence.flags())
        .set("detail", evidence.detail())
        .build();
  }
}
