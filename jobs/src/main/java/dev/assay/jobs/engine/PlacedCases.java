package dev.assay.jobs.engine;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;

import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Test cases with the stratum that they were drawn from, or else the one that stage {@code place}
 * put them in.
 */
public final class PlacedCases {
  private PlacedCases() {}

  /**
   * The columns of {@code test_cases}, and {@code drawn}: whether its stratum is one of sampling,
   * and so one of the variance. A topic that was found afterwards is none: how many questions it
   * has is chance.
   */
  public static Dataset<Row> of(Store store) {
    return of(store, UnaryOperator.identity());
  }

  /**
   * The same of a few of them, which are sent to the others.
   *
   * @param few (case_id), each once
   */
  public static Dataset<Row> of(Store store, Dataset<Row> few) {
    Dataset<Row> sent = few.isLocal() ? few : broadcast(few);
    return of(store, rows -> rows.join(sent, RunCoverage.on(List.of("case_id")), "left_semi"));
  }

  private static Dataset<Row> of(Store store, UnaryOperator<Dataset<Row>> wanted) {
    Dataset<Row> cases =
        wanted
            .apply(store.read(Tables.TEST_CASES))
            .withColumn("drawn", col("stratum_id").isNotNull());
    if (store.isEmpty(Tables.CASE_STRATA)) {
      return cases;
    }
    Dataset<Row> places =
        wanted
            .apply(store.read(Tables.CASE_STRATA))
            .select(col("case_id"), col("stratum_id").as("__stratum"));
    return cases
        .join(places, RunCoverage.on(List.of("case_id")), "left")
        .withColumn("stratum_id", coalesce(col("stratum_id"), col("__stratum")))
        .drop("__stratum");
  }
}
