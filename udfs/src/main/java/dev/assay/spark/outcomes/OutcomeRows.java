package dev.assay.spark.outcomes;

import dev.assay.core.Evidence;
import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Outcome;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.core.Status;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Outcomes as rows: one row a response, its scores and sentence rows nested. */
public final class OutcomeRows {
  private static final StructType SCORE = Tables.SCORES.without("case_id", "system", "repeat");
  private static final StructType SENTENCE =
      Tables.SENTENCE_SCORES.without("case_id", "system", "repeat");

  /** An array of {@link #sentences}. */
  static final DataType SENTENCES = DataTypes.createArrayType(SENTENCE);

  /** case_id, system, repeat, scores array, sentences array. */
  public static final StructType SCHEMA =
      Tables.SCORES
          .select("case_id", "system", "repeat")
          .add("scores", DataTypes.createArrayType(SCORE))
          .add("sentences", SENTENCES);

  private final List<ScoredMetric> metrics;

  /**
   * @param specs of evaluators that run
   * @param thresholds by qualified metric, in place of the evaluators' own
   * @param models ids of the models by slot
   */
  public OutcomeRows(List<Spec> specs, Map<String, Double> thresholds, Map<Slot, String> models) {
    this.metrics = ScoredMetric.of(specs, thresholds, models);
  }

  /** The row of {@code example}, whose outcomes and fingerprints are given by evaluator. */
  public Row row(Example example, Map<String, Outcome> outcomes, Map<String, String> fingerprints) {
    List<Row> scores = new ArrayList<>();
    for (ScoredMetric metric : metrics) {
      Outcome outcome = outcomes.get(metric.evaluator());
      if (outcome != null) {
        scores.add(score(metric, outcome, fingerprints.get(metric.evaluator())));
      }
    }
    return NamedRow.of(SCHEMA)
        .set("case_id", example.caseId())
        .set("system", example.system())
        .set("repeat", example.repeat())
        .set("scores", scores)
        .set("sentences", sentences(outcomes))
        .build();
  }

  private static Row score(ScoredMetric metric, Outcome outcome, String fingerprint) {
    Measure measure = outcome.measures().get(metric.metric().name());
    Measure.Absent absent = measure instanceof Measure.Absent why ? why : null;
    return NamedRow.of(SCORE)
        .set("metric", metric.name())
        .set("value", measure instanceof Measure.Value value ? (Double) value.value() : null)
        .set("passed", metric.passed(measure))
        .set("threshold", metric.threshold())
        .set("status", (absent == null ? Status.OK : absent.status()).id())
        .set("reason", absent == null ? null : absent.reason())
        .set("truncated", outcome.truncated().contains(metric.metric().name()))
        .set("model", metric.model())
        .set("fingerprint", fingerprint)
        .build();
  }

  /** Rows of table sentence_scores without the columns that name a response. */
  static List<Row> sentences(Map<String, Outcome> outcomes) {
    List<Row> sentences = new ArrayList<>();
    outcomes.forEach(
        (evaluator, outcome) ->
            outcome.evidence().forEach(evidence -> sentences.add(sentence(evaluator, evidence))));
    return sentences;
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
