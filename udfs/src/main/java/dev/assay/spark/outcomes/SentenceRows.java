package dev.assay.spark.outcomes;

import dev.assay.core.Evidence;
import dev.assay.core.Outcome;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Rows of table sentence_scores without the columns that name a response. */
final class SentenceRows {
  private static final StructType SENTENCE =
      Tables.SENTENCE_SCORES.without("case_id", "system", "repeat");

  /** An array of them. */
  static final DataType ALL = DataTypes.createArrayType(SENTENCE);

  private SentenceRows() {}

  /** What the outcomes, by evaluator, quote. */
  static List<Row> of(Map<String, Outcome> outcomes) {
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
