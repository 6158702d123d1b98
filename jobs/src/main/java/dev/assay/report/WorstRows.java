package dev.assay.report;

import static org.apache.spark.sql.functions.asc;
import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.desc;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.row_number;

import dev.assay.core.Direction;
import dev.assay.llm.Conversation;
import dev.assay.report.Findings.SentenceScore;
import dev.assay.report.Findings.WorstCase;
import dev.assay.spark.Kept;
import dev.assay.spark.calls.ConversationRows;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;

/**
 * The answers at the bad end of one metric, a few for each system, with what made them so: to
 * questions as they were asked. What became of their twins is a matter of robustness.
 */
record WorstRows(Scope scope, Map<Integer, String> topics) {

  private static final int MOST_SENTENCES = 60;
  private static final int MOST_SYSTEMS = 12;

  List<WorstCase> worst(MetricFacts metric) {
    var by = metric.direction() == Direction.DOWN ? desc("value") : asc("value");
    Dataset<Row> keys =
        scope
            .known()
            .unchanged(scope.values(Set.of(metric.name())))
            .withColumn(
                "__place",
                row_number()
                    .over(Window.partitionBy("system").orderBy(by, col("case_id"), col("repeat"))))
            .where(col("__place").leq(lit(scope.config().report().worstCases())))
            .orderBy("system", "__place")
            .limit(MOST_SYSTEMS * scope.config().report().worstCases())
            .select("case_id", "system", "repeat", "value", "__place")
            .transform(Kept::of);
    try {
      return worst(metric, keys);
    } finally {
      keys.unpersist();
    }
  }

  private List<WorstCase> worst(MetricFacts metric, Dataset<Row> keys) {
    Dataset<Row> own = keys.select("case_id", "system", "repeat");
    Map<String, List<SentenceScore>> sentences = sentences(keys, metric);
    Map<String, List<String>> labels = labels(keys);
    List<Row> rows =
        keys.join(
                scope
                    .cases(keys)
                    .select("case_id", "question", "messages", "expected_answer", "stratum_id"),
                "case_id")
            .join(
                scope
                    .read(Tables.RESPONSES)
                    .select("case_id", "system", "repeat", "answer", "contexts", "attributes")
                    .join(keys.isLocal() ? own : broadcast(own), Scope.columns(), "left_semi"),
                Scope.columns(),
                "left")
            .orderBy("system", "__place")
            .collectAsList();
    List<WorstCase> worst = new ArrayList<>();
    for (Row row : rows) {
      Map<String, String> attributes = new TreeMap<>(Values.map(row, "attributes"));
      String heard = attributes.remove(Conversation.ATTRIBUTE);
      worst.add(
          new WorstCase(
              Values.text(row, "case_id"),
              Values.text(row, "system"),
              (int) Values.whole(row, "repeat"),
              metric.name(),
              row.<Double>getAs("value"),
              topic(row),
              heard == null ? ConversationRows.before(row) : Conversation.of(heard),
              Values.text(row, "question"),
              Values.text(row, "expected_answer"),
              Values.text(row, "answer"),
              contexts(row),
              attributes,
              sentences.getOrDefault(key(row), List.of()),
              labels.getOrDefault(key(row), List.of())));
    }
    return worst;
  }

  /** Rows of the metric itself, or of its evaluator where the metric has none of its own. */
  private Map<String, List<SentenceScore>> sentences(Dataset<Row> keys, MetricFacts metric) {
    String evaluator = metric.name().substring(0, metric.name().indexOf('.') + 1);
    List<Row> rows =
        scope
            .read(Tables.SENTENCE_SCORES)
            .where(col("metric").startsWith(evaluator))
            .join(keys.select("case_id", "system", "repeat"), Scope.columns(), "left_semi")
            .orderBy(
                col("metric").equalTo(metric.name()).desc(),
                col("metric"),
                col("side"),
                col("sentence_index"))
            .collectAsList();
    Map<String, List<SentenceScore>> byCase = new LinkedHashMap<>();
    Map<String, String> chosen = new TreeMap<>();
    for (Row row : rows) {
      String name = Values.text(row, "metric");
      if (!chosen.computeIfAbsent(key(row), k -> name).equals(name)) {
        continue;
      }
      List<SentenceScore> list = byCase.computeIfAbsent(key(row), k -> new ArrayList<>());
      if (list.size() < MOST_SENTENCES) {
        list.add(
            new SentenceScore(
                Values.text(row, "side"),
                (int) Values.whole(row, "sentence_index"),
                Values.text(row, "sentence"),
                row.<Double>getAs("score"),
                Values.text(row, "match"),
                RowValues.list(row, "flags")));
      }
    }
    return byCase;
  }

  private Map<String, List<String>> labels(Dataset<Row> keys) {
    Map<String, List<String>> labels = new LinkedHashMap<>();
    scope
        .labels()
        .join(keys.select("case_id", "system", "repeat"), Scope.columns(), "left_semi")
        .orderBy("dimension", "annotator", "label_id")
        .collectAsList()
        .forEach(
            row ->
                labels
                    .computeIfAbsent(key(row), k -> new ArrayList<>())
                    .add(
                        Values.text(row, "dimension")
                            + " = "
                            + Values.text(row, "label")
                            + " ("
                            + Values.text(row, "annotator")
                            + ")"));
    return labels;
  }

  private String topic(Row row) {
    return RowValues.<Integer>optional(row, "stratum_id")
        .map(id -> topics.getOrDefault(id, Integer.toString(id)))
        .orElse("");
  }

  private static List<String> contexts(Row row) {
    return RowValues.<Row>list(row, "contexts").stream()
        .map(context -> Values.text(context, "text"))
        .toList();
  }

  private static String key(Row row) {
    return Values.text(row, "case_id")
        + '\n'
        + Values.text(row, "system")
        + '\n'
        + Values.whole(row, "repeat");
  }
}
