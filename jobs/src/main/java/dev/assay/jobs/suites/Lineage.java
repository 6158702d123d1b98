package dev.assay.jobs.suites;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.countDistinct;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.when;

import dev.assay.spark.Kept;
import dev.assay.tables.Keys;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * The keys of cases that were read from a file, and what they come from: {@code parent} names the
 * id of a case in the same suite, and a perturbed case is in the group of its root.
 */
public final class Lineage {
  /** Perturbations of perturbations of …: deeper ones, and circles, are refused. */
  static final int DEEPEST = 5;

  private Lineage() {}

  /**
   * {@code rows} (suite, id, question, messages, expected_answer, condition, perturbation, group,
   * parent, reason) with case_id, group_id and parent_case_id; where the parent cannot be followed
   * there is a reason.
   */
  public static Dataset<Row> of(Dataset<Row> rows) {
    Column own =
        when(col("group").isNull(), col("case_id"))
            .otherwise(Keys.hash(col("suite"), col("group")));
    Dataset<Row> keyed =
        rows.withColumn(
                "case_id",
                Keys.caseId(
                    col("suite"),
                    col("question"),
                    col("expected_answer"),
                    col("condition"),
                    col("perturbation"),
                    col("messages")))
            .withColumn("group_id", own);
    if (keyed.where(col("parent").isNotNull()).isEmpty()) {
      return keyed.withColumn("parent_case_id", lit(null).cast("string"));
    }
    // A case that several records have, such as answers of several systems, is one parent.
    Dataset<Row> parents =
        keyed
            .where(col("id").isNotNull().and(col("reason").isNull()))
            .groupBy("suite", "id")
            .agg(
                min("case_id").as("__case"),
                countDistinct("case_id").as("__cases"),
                min("group_id").as("__group"),
                min("parent").as("__next"))
            .withColumnRenamed("id", "__id")
            .withColumnRenamed("suite", "__suite")
            .transform(Kept::apart);
    Dataset<Row> climbed =
        keyed
            .withColumn("__at", col("parent"))
            .withColumn("__root", col("group_id"))
            .withColumn("parent_case_id", lit(null).cast("string"));
    for (int step = 0; step < DEEPEST; step++) {
      climbed =
          climbed
              .join(
                  parents,
                  col("__at").equalTo(col("__id")).and(col("suite").equalTo(col("__suite"))),
                  "left")
              .withColumn("parent_case_id", coalesce(col("parent_case_id"), col("__case")))
              .withColumn("__root", coalesce(col("__group"), col("__root")))
              .withColumn(
                  "reason",
                  coalesce(
                      col("reason"),
                      when(
                          col("__at").isNotNull().and(col("__case").isNull()),
                          concat(
                              lit("no case of the suite has the id of the parent, '"),
                              col("__at"),
                              lit("'"))),
                      when(
                          col("__cases").gt(1),
                          concat(
                              lit("several cases of the suite have the id of the parent, '"),
                              col("__at"),
                              lit("'")))))
              .withColumn("__at", when(col("reason").isNull(), col("__next")))
              .drop("__id", "__suite", "__case", "__cases", "__group", "__next")
              .transform(Kept::apart); // Most are one step away: later steps are not even planned.
      if (climbed.where(col("__at").isNotNull()).isEmpty()) {
        break;
      }
    }
    return climbed
        .withColumn(
            "reason",
            coalesce(
                col("reason"),
                when(
                    col("__at").isNotNull(),
                    "its parents lead in a circle, or are more than " + DEEPEST)))
        .withColumn(
            "group_id", when(col("reason").isNull(), col("__root")).otherwise(col("group_id")))
        .drop("__at", "__root");
  }
}
