package dev.assay.jobs.strata;

import dev.assay.base.Rounding;
import dev.assay.base.Seeds;
import dev.assay.clustering.Anchors;
import dev.assay.clustering.BisectingKMeans;
import dev.assay.clustering.Clusterer;
import dev.assay.clustering.KMeans;
import dev.assay.clustering.Stability;
import dev.assay.config.StratifyConfig;
import dev.assay.stats.Silhouette;
import dev.assay.tables.Concurrently;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;

/**
 * Fits k-means to the sample, which the driver holds, or bisecting k-means by Spark ML, with the k
 * in [min-k, max-k] that has the best silhouette (by squared distances) or stability, the smaller
 * of equals. Fewer points than min-k make as many clusters as there are points.
 */
record CentroidFit(StratifyConfig config, long seed) {
  /** Starts of k-means beside the one by which its k was chosen. */
  private static final int STARTS = 5;

  /** A fit, and what its k is judged by. */
  private record Fitted(int k, Anchors anchors, double score) {}

  /**
   * The centres of {@code points}; of two fits the one with the smaller sum of squared distances.
   *
   * @param judged those that stability is judged by
   */
  Anchors fit(SparkSession spark, double[][] points, double[][] judged) {
    int most = Math.min(config.maxK(), points.length);
    int least = Math.min(config.minK(), most);
    Fitted best;
    if (bisecting()) {
      try (Bisection bisection = Bisection.of(spark, points)) {
        best = best(spark, points, least, most, judged, bisection::fit);
      }
    } else {
      best = best(spark, points, least, most, judged, (k, of) -> new KMeans(k, 1).fit(points, of));
    }
    Clusterer further = bisecting() ? resampled(best.k()) : new KMeans(best.k(), STARTS);
    Anchors again = further.fit(points, Seeds.of(seed, "stratify-centres", ""));
    boolean nearer = again.squares(points) < best.anchors().squares(points);
    return again.clusters() == best.anchors().clusters() && nearer ? again : best.anchors();
  }

  /** The same method, of {@code k} clusters, on one node. */
  Clusterer resampled(int k) {
    return bisecting() ? new BisectingKMeans(k) : new KMeans(k);
  }

  /** Finds {@code k} clusters. */
  private interface Method {
    Anchors fit(int k, long seed);
  }

  private Fitted best(
      SparkSession spark, double[][] points, int from, int to, double[][] judged, Method method) {
    List<Supplier<Fitted>> fits = new ArrayList<>();
    for (int number = from; number <= to; number++) {
      int k = number;
      fits.add(() -> fitted(points, k, from < to, judged, method));
    }
    Fitted best = null;
    for (Fitted fit : Concurrently.all(spark, fits)) {
      best = best == null || fit.score() > best.score() ? fit : best;
    }
    return best;
  }

  private Fitted fitted(
      double[][] points, int k, boolean scored, double[][] judged, Method method) {
    Anchors anchors = method.fit(k, Seeds.of(seed, "stratify-kmeans", Integer.toString(k)));
    return new Fitted(k, anchors, scored ? score(points, anchors, judged) : 0);
  }

  private double score(double[][] points, Anchors anchors, double[][] judged) {
    if (config.kBy().equals("stability")) {
      return new Stability(config.replicates(), seed)
          .of(judged, anchors.labels(judged), resampled(anchors.clusters()))
          .orElse(0);
    }
    // −1 where all points are in one cluster.
    return Rounding.toNano(Silhouette.squared(points, anchors.labels(points)).orElse(-1));
  }

  private boolean bisecting() {
    return config.clustering().equals("bisecting-k-means");
  }
}
