package dev.assay.jobs.answers;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.countDistinct;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.when;

import dev.assay.base.OneLine;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Ids that several records of a system have. */
final class RepeatedIds {
  private RepeatedIds() {}

  /** Says how many there are: of several questions, or of one, whose answers are its repeats. */
  static void tell(String system, Dataset<Row> records) {
    Row found =
        records
            .withColumn("id", expr("attributes['id']"))
            .where(col("id").isNotNull())
            .groupBy("system", "id")
            .agg(countDistinct("case_id").as("questions"), count(lit(1)).as("records"))
            .agg(
                count(when(col("questions").gt(1), 1)).as("ambiguous"),
                min(when(col("questions").gt(1), col("id"))).as("first"),
                count(when(col("questions").equalTo(1).and(col("records").gt(1)), 1))
                    .as("repeated"))
            .head();
    if (found.<Long>getAs("ambiguous") > 0) {
      System.err.printf(
          "answer: systems.%s: %d ids are of several questions (the first: '%s'). Labels by such an"
              + " id are rejected; make ids unique, or name responses by case_id.%n",
          OneLine.of(system), found.<Long>getAs("ambiguous"), OneLine.of(found.getAs("first")));
    }
    if (found.<Long>getAs("repeated") > 0) {
      System.err.printf(
          "answer: systems.%s: %d ids occur several times with the same question: these answers"
              + " are its repeats.%n",
          OneLine.of(system), found.<Long>getAs("repeated"));
    }
  }
}
