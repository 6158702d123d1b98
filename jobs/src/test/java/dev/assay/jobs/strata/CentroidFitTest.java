package dev.assay.jobs.strata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.base.Seeds;
import dev.assay.clustering.KMeans;
import dev.assay.config.StratifyConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.spark.SharedSpark;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

class CentroidFitTest {
  private static final int K = 9;

  /**
   * Points without groups have many local optima: which start comes nearest changes by the seed.
   */
  @Test
  void ofTheFirstFitAndTheFurtherStartsTheNearerOneIsTaken() {
    SplittableRandom random = new SplittableRandom(16);
    double[][] points = new double[K * 8][2];
    for (int i = 0; i < points.length; i++) {
      Arrays.setAll(points[i], d -> random.nextDouble());
    }
    StratifyConfig config =
        ConfigLoader.defaults()
            .set("stratify.clustering=k-means")
            .set("stratify.min-k=" + K)
            .set("stratify.max-k=" + K)
            .load()
            .config()
            .stratify();
    SparkSession unasked = SharedSpark.session();
    int firstNearer = 0;
    int furtherNearer = 0;
    for (int seed = 0; seed < 20; seed++) {
      double first =
          new KMeans(K, 1)
              .fit(points, Seeds.of(seed, "stratify-kmeans", Integer.toString(K)))
              .squares(points);
      double further =
          new KMeans(K, 5).fit(points, Seeds.of(seed, "stratify-centres", "")).squares(points);
      firstNearer += first < further ? 1 : 0;
      furtherNearer += further < first ? 1 : 0;
      assertThat(new CentroidFit(config, seed).fit(unasked, points, points).squares(points))
          .isEqualTo(Math.min(first, further));
    }
    assertThat(firstNearer).as("seeds of which the first is nearer").isPositive();
    assertThat(furtherNearer).as("seeds of which a further one is").isPositive();
  }
}
