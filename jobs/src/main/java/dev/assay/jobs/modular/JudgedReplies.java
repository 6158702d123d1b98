package dev.assay.jobs.modular;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.when;

import dev.assay.config.grammar.ModularConfig;
import dev.assay.grammar.matching.Way;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Responses with what was found of each: whether it is correct, how, and of its passages. */
final class JudgedReplies {
  private static final String RULES = "database_answer.";

  private final Run run;
  private final ModularConfig config;

  JudgedReplies(Run run) {
    this.run = run;
    this.config = run.config().grammar().modular();
  }

  /**
   * {@code responses} with {@code correct} (NULL where neither rule nor judge decided), {@code
   * way}, {@code retrieval}, {@code contains} and {@code entailed}, NULL where unknown.
   */
  Dataset<Row> rows(Dataset<Row> responses) {
    String contains = RULES + "in_context";
    String way = RULES + "way";
    List<String> metrics = new ArrayList<>(List.of(config.correct(), contains, way));
    config.judge().ifPresent(metrics::add);
    config.retrieval().ifPresent(metrics::add);
    config.entailment().ifPresent(metrics::add);
    Dataset<Row> found =
        run.store()
            .read(Tables.SCORES)
            .where(col("metric").isin(metrics.toArray()).and(col("status").equalTo("ok")))
            .join(responses.select("case_id", "system", "repeat"), RunCoverage.keys(), "left_semi")
            .groupBy("case_id", "system", "repeat")
            .agg(
                verdict(config.correct()).as("by_rule"),
                config.judge().map(JudgedReplies::verdict).orElse(absent()).as("by_judge"),
                config.retrieval().map(JudgedReplies::verdict).orElse(absent()).as("retrieval"),
                verdict(contains).as("contains"),
                config.entailment().map(JudgedReplies::verdict).orElse(absent()).as("entailed"),
                max(when(col("metric").equalTo(way), col("value").cast("int"))).as("code"));
    return responses
        .join(found, RunCoverage.keys(), "left")
        .withColumn("correct", coalesce(col("by_rule"), col("by_judge")))
        .withColumn("way", way())
        .drop("by_rule", "by_judge", "code");
  }

  private Column way() {
    Column rule = lit(config.correct());
    if (config.correct().startsWith(RULES)) {
      for (Way way : Way.values()) {
        rule = when(col("code").equalTo(way.code()), way.id()).otherwise(rule);
      }
    }
    return when(col("by_rule").isNotNull(), rule)
        .when(col("by_judge").isNotNull(), lit(config.judge().orElse("")))
        .otherwise(lit(Way.UNDECIDED.id()));
  }

  /** Whether a metric passes; without a threshold, whether it is 0.5 or more. */
  private static Column verdict(String metric) {
    return max(when(col("metric").equalTo(metric), coalesce(col("passed"), col("value").geq(0.5))));
  }

  private static Column absent() {
    return max(lit(null).cast("boolean"));
  }
}
