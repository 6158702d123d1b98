package dev.assay.jobs.shrink;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.dense_rank;
import static org.apache.spark.sql.functions.lit;

import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.robustness.FailingTwins;
import dev.assay.tables.Keys;
import dev.assay.tables.Tables;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;

/** The failing twins that are looked at. */
final class Weak {
  private Weak() {}

  /** Of each system those with the smallest hashes, in the order of the search. */
  static List<Search> of(Run run, List<String> metrics) {
    Dataset<Row> failing =
        FailingTwins.of(run, RunCoverage.responses(run), metrics)
            .withColumn(
                "place",
                dense_rank()
                    .over(
                        Window.partitionBy("system")
                            .orderBy(
                                Keys.hash(
                                    lit(Long.toString(run.config().run().seed())),
                                    lit("shrink"),
                                    col("case_id")))))
            .where(col("place").leq(run.config().shrink().maxCases()));
    Dataset<Row> cases = run.store().read(Tables.TEST_CASES);
    Dataset<Row> origins =
        cases.select(col("case_id").as("parent_case_id"), col("question").as("origin"));
    return failing
        .join(cases, "case_id")
        .join(origins, "parent_case_id")
        .orderBy("system", "place", "metric")
        .collectAsList()
        .stream()
        .map(row -> Search.of(row, run.config()))
        .toList();
  }
}
