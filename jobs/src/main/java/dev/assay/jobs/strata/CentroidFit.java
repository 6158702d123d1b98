package dev.assay.jobs.strata;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;

import dev.assay.base.Rounding;
import dev.assay.base.Seeds;
import dev.assay.clustering.Anchors;
import dev.assay.clustering.BisectingKMeans;
import dev.assay.clustering.Clusterer;
import dev.assay.clustering.Stability;
import dev.assay.config.StratifyConfig;
import dev.assay.tables.Concurrently;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.apache.spark.ml.clustering.BisectingKMeansModel;
import org.apache.spark.ml.clustering.KMeans;
import org.apache.spark.ml.clustering.KMeansModel;
import org.apache.spark.ml.evaluation.ClusteringEvaluator;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.storage.StorageLevel;

/**
 * Fits k-means or bisecting k-means by Spark ML, with the k in [min-k, max-k] that has the best
 * silhouette or stability, the smaller of equals. Of several starts of k-means, and the same method
 * on one node, whose start is greedy, the one with the least sum of squares counts. Fewer points
 * than min-k make as many clusters as there are points.
 */
record CentroidFit(StratifyConfig config, long seed) {
  private static final int STARTS = 3;
  private static final int ITERATIONS = 50;

  /**
   * Spark's bisecting k-means splits a centre by noise in proportion to the centre's length, so
   * that it cannot split points around the origin, where principal components lie: it sees them
   * shifted.
   */
  private static final double SHIFT = 1;

  /** A fit, with what its k is judged by and its sum of squared distances. */
  private record Fitted(double[][] centres, double score, double cost) {}

  /**
   * The centres of {@code points} (a column {@code features}, one partition).
   *
   * @param all the same points
   * @param sample those that stability is judged by
   */
  Anchors fit(Dataset<Row> points, double[][] all, double[][] sample) {
    Dataset<Row> cached = points.persist(StorageLevel.MEMORY_AND_DISK());
    try {
      int most = Math.min(config.maxK(), all.length);
      int least = Math.min(config.minK(), most);
      Fitted best = bestK(cached, least, most, sample);
      int k = best.centres().length;
      List<Supplier<Fitted>> starts = new ArrayList<>();
      for (int start = 1; start < STARTS && k > 1 && !bisecting(); start++) {
        int number = start;
        starts.add(() -> fitted(cached, k, number, false, sample));
      }
      for (Fitted other : Concurrently.all(points.sparkSession(), starts)) {
        best = other.cost() < best.cost() ? other : best;
      }
      Anchors here = resampled(k).fit(all, Seeds.of(seed, "stratify-centres", ""));
      return here.clusters() == k && here.squares(all) < best.cost()
          ? here
          : Anchors.centres(best.centres());
    } finally {
      cached.unpersist();
    }
  }

  /** The same method, of {@code k} clusters, on one node. */
  Clusterer resampled(int k) {
    return bisecting() ? new BisectingKMeans(k) : new dev.assay.clustering.KMeans(k);
  }

  private Fitted bestK(Dataset<Row> points, int from, int to, double[][] sample) {
    List<Supplier<Fitted>> fits = new ArrayList<>();
    for (int k = from; k <= to; k++) {
      int number = k;
      fits.add(() -> fitted(points, number, 0, from < to, sample));
    }
    Fitted best = null;
    for (Fitted candidate : Concurrently.all(points.sparkSession(), fits)) {
      if (best == null || candidate.score() > best.score()) {
        best = candidate;
      }
    }
    return best;
  }

  private Fitted fitted(Dataset<Row> points, int k, int start, boolean scored, double[][] sample) {
    long number = Seeds.of(seed, "stratify-kmeans", k + ":" + start);
    double[][] centres;
    double cost;
    Dataset<Row> clustered;
    if (bisecting()) {
      UserDefinedFunction shift =
          udf((UDF1<Vector, Vector>) CentroidFit::shifted, SQLDataTypes.VectorType());
      BisectingKMeansModel model =
          new org.apache.spark.ml.clustering.BisectingKMeans()
              .setK(k)
              .setMaxIter(ITERATIONS)
              .setSeed(number)
              .fit(points.select(shift.apply(col("features")).as("features")));
      centres = arrays(model.clusterCenters());
      for (double[] centre : centres) {
        Arrays.setAll(centre, d -> centre[d] - SHIFT);
      }
      cost = Rounding.toNano(model.summary().trainingCost());
      clustered = model.transform(points.select(shift.apply(col("features")).as("features")));
    } else {
      KMeansModel model = new KMeans().setK(k).setMaxIter(ITERATIONS).setSeed(number).fit(points);
      centres = arrays(model.clusterCenters());
      cost = Rounding.toNano(model.summary().trainingCost());
      clustered = model.transform(points);
    }
    return new Fitted(centres, scored ? score(clustered, centres, sample) : 0, cost);
  }

  private double score(Dataset<Row> clustered, double[][] centres, double[][] sample) {
    if (config.kBy().equals("stability")) {
      int[] labels = Anchors.centres(centres).labels(sample);
      return new Stability(config.replicates(), seed)
          .of(sample, labels, resampled(centres.length))
          .orElse(0);
    }
    // Mean silhouette by squared Euclidean distance; −1 where all points are in one cluster.
    return clustered.select("prediction").distinct().count() < 2
        ? -1
        : Rounding.toNano(new ClusteringEvaluator().evaluate(clustered));
  }

  private boolean bisecting() {
    return config.clustering().equals("bisecting-k-means");
  }

  private static Vector shifted(Vector point) {
    double[] values = point.toArray().clone();
    Arrays.setAll(values, d -> values[d] + SHIFT);
    return Vectors.dense(values);
  }

  private static double[][] arrays(Vector[] vectors) {
    return Arrays.stream(vectors).map(Vector::toArray).toArray(double[][]::new);
  }
}
