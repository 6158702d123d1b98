package dev.assay.jobs.strata;

import dev.assay.clustering.Anchors;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.ml.clustering.BisectingKMeans;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * Bisecting k-means by Spark ML, which splits all clusters of a level and the larger first. It
 * finds the intents of Banking77 as well as scikit-learn's does ({@code BankingClustersTest}),
 * which {@link dev.assay.clustering.BisectingKMeans}, which splits the widest, misses there by
 * .002.
 */
final class Bisection {
  private static final int ITERATIONS = 50;

  /**
   * Spark splits a centre by noise in proportion to the centre's length, so that it cannot split
   * points around the origin, where principal components lie: it sees them shifted.
   */
  private static final double SHIFT = 1;

  private static final StructType FEATURES =
      new StructType().add("features", SQLDataTypes.VectorType());

  private Bisection() {}

  /** At most {@code k} centres of {@code points}. */
  static Anchors fit(SparkSession spark, double[][] points, int k, long seed) {
    List<Row> shifted =
        Arrays.stream(points)
            .map(point -> RowFactory.create(Vectors.dense(plus(point, SHIFT))))
            .toList();
    Vector[] centres =
        new BisectingKMeans()
            .setK(k)
            .setMaxIter(ITERATIONS)
            .setSeed(seed)
            .fit(spark.createDataFrame(shifted, FEATURES).coalesce(1))
            .clusterCenters();
    return Anchors.centres(
        Arrays.stream(centres)
            .map(centre -> plus(centre.toArray(), -SHIFT))
            .toArray(double[][]::new));
  }

  private static double[] plus(double[] point, double shift) {
    return Arrays.stream(point).map(x -> x + shift).toArray();
  }
}
