package dev.assay.jobs.engine;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;

import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.util.List;
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
    Dataset<Row> cases =
        store.read(Tables.TEST_CASES).withColumn("drawn", col("stratum_id").isNotNull());
    if (store.isEmpty(Tables.CASE_STRATA)) {
      return cases;
    }
    Dataset<Row> places =
        store.read(Tables.CASE_STRATA).select(col("case_id"), col("stratum_id").as("__stratum"));
    return cases
        .join(places, RunCoverage.on(List.of("case_id")), "left")
        .withColumn("stratum_id", coalesce(col("stratum_id"), col("__stratum")))
        .drop("__stratum");
  }
}
