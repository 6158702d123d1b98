package dev.assay.jobs.answers;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.array_compact;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.regexp_replace;
import static org.apache.spark.sql.functions.to_json;
import static org.apache.spark.sql.functions.trim;
import static org.apache.spark.sql.functions.when;

import dev.assay.base.OneLine;
import dev.assay.jobs.engine.Run;
import dev.assay.tables.Tables;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Recorded answers to questions of the user's suites: they answer the suites' cases, with all that
 * these know. A record is matched by its question and what was said before it, blanks aside; by its
 * id where it has no question of its own. An id alone does not outweigh another question: numbers
 * from 1 are in every file.
 */
final class SuiteMatches {
  private SuiteMatches() {}

  /**
   * {@code records} (question, id, case_id, group_id, parent_case_id, reason), once for each case
   * of a suite with their question, and {@code matched}, whether they are of one.
   */
  static Dataset<Row> of(Run run, String name, Dataset<Row> records) {
    if (run.config().tests().sources().isEmpty()) {
      return records.withColumn("matched", lit(false));
    }
    Dataset<Row> cases =
        run.covered("tests")
            .select("case_id")
            .distinct()
            .join(run.store().read(Tables.TEST_CASES), "case_id")
            .select(
                col("case_id").as("__case"),
                col("group_id").as("__group"),
                col("parent_case_id").as("__parent"),
                col("suite").as("__suite"),
                explode(
                        array_compact(
                            array(
                                concat(lit("question "), text(col("question")), turns()),
                                concat(lit("id "), expr("attributes['id']")))))
                    .as("__key"));
    Column blank = col("question").equalTo("");
    Dataset<Row> met =
        records
            .withColumn(
                "__asked",
                when(col("reason").isNotNull(), lit(null))
                    .when(blank, concat(lit("id "), col("id")))
                    .otherwise(concat(lit("question "), text(col("question")), turns())))
            .join(cases, col("__asked").equalTo(col("__key")), "left")
            .withColumn("matched", col("__case").isNotNull())
            .withColumn(
                "reason",
                coalesce(
                    col("reason"),
                    when(
                        blank.and(col("__case").isNull()),
                        concat(lit("no case of a suite has the id '"), col("id"), lit("'")))))
            .withColumn("case_id", coalesce(col("__case"), col("case_id")))
            .withColumn("group_id", coalesce(col("__group"), col("group_id")))
            .withColumn(
                "parent_case_id",
                when(col("matched"), col("__parent")).otherwise(col("parent_case_id")))
            .withColumn("suite", coalesce(col("__suite"), col("suite")))
            .drop("__case", "__group", "__parent", "__suite", "__key", "__asked");
    tell(name, met, cases);
    return met;
  }

  private static Column turns() {
    return coalesce(to_json(col("messages")), lit(""));
  }

  private static void tell(String name, Dataset<Row> met, Dataset<Row> cases) {
    long alike =
        met.where("NOT matched AND reason IS NULL AND id IS NOT NULL")
            .join(
                cases.select("__key").distinct(),
                concat(lit("id "), col("id")).equalTo(col("__key")),
                "left_semi")
            .agg(count(lit(1)).as("n"))
            .head()
            .getAs("n");
    if (alike > 0) {
      System.err.printf(
          "answer: systems.%s: %d records have the id of a suite's case and another question; they"
              + " are cases of their own.%n",
          OneLine.of(name), alike);
    }
  }

  private static Column text(Column question) {
    return trim(regexp_replace(question, "\\s+", " "));
  }
}
