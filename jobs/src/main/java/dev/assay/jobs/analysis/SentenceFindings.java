package dev.assay.jobs.analysis;

import static org.apache.spark.sql.functions.array_contains;
import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_set;
import static org.apache.spark.sql.functions.count_distinct;
import static org.apache.spark.sql.functions.element_at;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.slice;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.substring_index;
import static org.apache.spark.sql.functions.when;

import dev.assay.core.Direction;
import dev.assay.core.Metric;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.tables.RowValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * What the sentence rows say of each system: the weakest sentence of every metric that marks one
 * ({@code least_grounded}, {@code least_supported}, …) or that looks for bad sentences; which kinds
 * of data leaked; which steps are missing.
 */
final class SentenceFindings {
  /** Metrics whose sentence rows carry the metric's own scale, high being bad. */
  private static final List<String> BAD_SENTENCES =
      List.of("toxicity.toxicity", "contradictions.contradiction_score");

  private static final List<String> LEAKS =
      List.of("pii_leakage", "sensitive_data_leakage", "safety");

  private static final int CASES = 10;

  private final Dataset<Row> sentences;
  private final Map<String, Metric> metrics;

  /**
   * @param sentenceScores of any responses
   * @param metrics the selected metrics by qualified name
   */
  SentenceFindings(Dataset<Row> covered, Dataset<Row> sentenceScores, Map<String, Metric> metrics) {
    this.sentences =
        sentenceScores
            .where(col("metric").isin(metrics.keySet().toArray()))
            .join(covered.select("case_id", "system", "repeat"), RunCoverage.keys());
    this.metrics = metrics;
  }

  /** Insights: for each system and metric the sentence that is worst. */
  List<Finding> weakest() {
    Column bad = col("metric").isin(BAD_SENTENCES.toArray());
    Column marked = expr("element_at(filter(flags, f -> f LIKE 'least\\\\_%'), 1)");
    List<Row> rows =
        sentences
            .withColumn("mark", coalesce(marked, when(bad, "worst")))
            .where(col("mark").isNotNull())
            .groupBy("metric", "system")
            .agg(
                min(struct(
                        expr("round(score, 9)").multiply(when(bad, -1.0).otherwise(1.0)),
                        col("case_id"),
                        col("repeat"),
                        col("side"),
                        col("sentence_index"),
                        col("mark"),
                        col("sentence"),
                        col("score")))
                    .as("first"))
            .orderBy("metric", "system")
            .selectExpr(
                "metric",
                "system",
                "first.mark",
                "first.sentence",
                "first.score",
                "first.case_id",
                "first.side")
            .collectAsList();
    List<Finding> found = new ArrayList<>();
    for (Row row : rows) {
      String name = row.getAs("metric");
      String system = row.getAs("system");
      String caseId = row.getAs("case_id");
      String mark = row.getAs("mark");
      Metric metric = metrics.get(name);
      double score = row.getAs("score");
      boolean past =
          metric.direction() != Direction.NONE
              && metric.threshold().isPresent()
              && !metric.direction().passes(score, metric.threshold().getAsDouble());
      if (mark.equals("worst") && !past) {
        continue;
      }
      found.add(
          new Finding(
              past ? Finding.MEDIUM : Finding.LOW,
              name,
              system,
              "weakest_sentence",
              Finding.say(
                  "The %s sentence of system '%s' by %s is %s, %.3f. Case %s.",
                  mark.replace('_', ' '),
                  system,
                  name,
                  Finding.quote(row.getAs("sentence")),
                  score,
                  caseId),
              "Read it beside what the system retrieved.",
              List.of(caseId),
              Map.of("mark", mark, "side", row.getAs("side"))));
    }
    return found;
  }

  /** Problems: which kinds of data each system's answers, or what it retrieved, gave away. */
  List<Finding> leaks() {
    Dataset<Row> leaked =
        sentences
            .where(substring_index(col("metric"), ".", 1).isin(LEAKS.toArray()))
            .withColumn("category", element_at(col("flags"), 1))
            .where(col("category").isNotNull());
    List<Finding> found = new ArrayList<>();
    for (Row row : counted(leaked, "side", "category")) {
      String metric = row.getAs("metric");
      String system = row.getAs("system");
      String side = row.getAs("side");
      String category = row.getAs("category");
      boolean answer = side.equals("answer");
      found.add(
          new Finding(
              answer ? Finding.HIGH : Finding.MEDIUM,
              metric,
              system,
              "leak",
              Finding.say(
                  "%s of system '%s' by %s: found in the %s in %d answers.",
                  category,
                  system,
                  metric,
                  answer ? "answer" : side + (side.equals("context") ? "s" : ""),
                  row.getAs("n")),
              answer
                  ? "Mask or refuse such data in answers."
                  : "Take such data out of the corpus, or out of what is retrieved.",
              RowValues.list(row, "cases"),
              Map.of("category", category, "side", side)));
    }
    return found;
  }

  /** Problems: steps of a procedure that answers leave out, or have that no context has. */
  List<Finding> steps() {
    Column kind =
        when(array_contains(col("flags"), "insertion"), "missing")
            .when(array_contains(col("flags"), "deletion"), "unknown to the contexts")
            .when(array_contains(col("flags"), "mismatch"), "changed");
    Dataset<Row> steps =
        sentences
            .where(substring_index(col("metric"), ".", 1).equalTo("step_alignment"))
            .withColumn("what", kind)
            .where(col("what").isNotNull());
    List<Finding> found = new ArrayList<>();
    for (Row row : counted(steps, "what", "sentence")) {
      String system = row.getAs("system");
      String what = row.getAs("what");
      found.add(
          new Finding(
              what.equals("missing") ? Finding.HIGH : Finding.MEDIUM,
              row.getAs("metric"),
              system,
              "step",
              Finding.say(
                  "Step %s is %s in %d answers of system '%s'.",
                  Finding.quote(row.getAs("sentence")), what, row.getAs("n"), system),
              "Compare the procedure in the answer with the one in the corpus.",
              RowValues.list(row, "cases")));
    }
    return found;
  }

  /** Metric, system, the two columns, the number of answers and the first cases; most first. */
  private static List<Row> counted(Dataset<Row> rows, String one, String other) {
    return rows.groupBy("metric", "system", one, other)
        .agg(
            count_distinct(col("case_id"), col("repeat")).as("n"),
            slice(array_sort(collect_set("case_id")), lit(1), lit(CASES)).as("cases"))
        .orderBy(col("metric"), col("system"), col("n").desc(), col(one), col(other))
        .limit(1_000)
        .collectAsList();
  }
}
