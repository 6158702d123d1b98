package dev.assay.jobs.sampling;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import dev.assay.stats.sampling.PoissonDesign;
import dev.assay.stats.sampling.PoissonDesign.Mass;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;

/**
 * The Poisson design of each stratum: strata share the size by their total importance. Importances
 * are decimal numbers, so their sums do not depend on the order of rows.
 */
record PoissonDesigns(SampleDesign design) {

  /**
   * By stratum; one whose share is 0 is left out.
   *
   * @param weighted stratum_id, importance
   */
  SortedMap<Integer, PoissonDesign> of(Dataset<Row> weighted) {
    SortedMap<Integer, Double> totals = new TreeMap<>();
    weighted
        .groupBy("stratum_id")
        .agg(sum("importance").cast("double").as("total"))
        .collectAsList()
        .forEach(row -> totals.put(row.getAs("stratum_id"), row.getAs("total")));
    SortedMap<Integer, Integer> shares = design.shares(totals);
    SortedMap<Integer, PoissonDesign> designs = new TreeMap<>();
    shares.forEach(
        (id, n) -> {
          if (n > 0) {
            designs.put(id, PoissonDesign.start(n, design.sizes().get(id), totals.get(id)));
          }
        });
    boolean settled = false;
    while (!settled) {
      settled = true;
      for (Map.Entry<Integer, Mass> mass : masses(weighted, designs).entrySet()) {
        PoissonDesign before = designs.get(mass.getKey());
        PoissonDesign after = before.next(shares.get(mass.getKey()), mass.getValue());
        settled &= after.equals(before);
        designs.put(mass.getKey(), after);
      }
    }
    return designs;
  }

  private static Map<Integer, Mass> masses(
      Dataset<Row> weighted, SortedMap<Integer, PoissonDesign> designs) {
    SortedMap<Integer, PoissonDesign> now = new TreeMap<>(designs);
    UserDefinedFunction certain =
        udf(
            (UDF2<Integer, Double, Boolean>)
                (stratum, weight) -> now.get(stratum).isCertain(weight),
            DataTypes.BooleanType);
    Map<Integer, Mass> masses = new HashMap<>();
    weighted
        .where(col("stratum_id").isin(now.keySet().toArray()))
        .withColumn("certain", certain.apply(col("stratum_id"), col("importance").cast("double")))
        .groupBy("stratum_id")
        .agg(
            count(when(col("certain"), lit(1))).as("certain"),
            coalesce(sum(when(col("certain").equalTo(false), col("importance"))), lit(0))
                .cast("double")
                .as("rest"))
        .collectAsList()
        .forEach(
            row ->
                masses.put(
                    row.getAs("stratum_id"), new Mass(row.getAs("certain"), row.getAs("rest"))));
    return masses;
  }
}
