package dev.assay.jobs.gate;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.countDistinct;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import dev.assay.jobs.engine.RunCoverage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** How many cases of the baseline each system covers no more, by slice. */
final class BaselineCases {

  /** Of the baseline's cases, how many there are and how many have no row now. */
  record Uncovered(long all, long gone) {
    double share() {
      return all == 0 ? 0 : (double) gone / all;
    }
  }

  private record Cell(String system, String slice) {}

  private final Map<Cell, Uncovered> cells = new HashMap<>();

  BaselineCases(Analyses analyses) {
    List<String> key = List.of("case_id", "system");
    Dataset<Row> now =
        analyses.now().select("case_id", "system").distinct().withColumn("kept", lit(true));
    Dataset<Row> then = analyses.then().select("case_id", "system", "slices").distinct();
    analyses
        .sliced(then)
        .join(now, RunCoverage.on(key), "left")
        .withColumn("slice", explode(col("slices")))
        .groupBy("system", "slice")
        .agg(
            countDistinct("case_id").as("all"),
            countDistinct(when(col("kept").isNull(), col("case_id"))).as("gone"))
        .collectAsList()
        .forEach(
            row ->
                cells.put(
                    new Cell(row.getAs("system"), row.getAs("slice")),
                    new Uncovered(row.getAs("all"), row.getAs("gone"))));
  }

  Uncovered of(String system, String slice) {
    return cells.getOrDefault(new Cell(system, slice), new Uncovered(0, 0));
  }
}
