package dev.assay.jobs.strata;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.clustering.Agreement;
import dev.assay.config.StratifyConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.spark.SharedSpark;
import java.io.DataInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Strata of Banking77's queries against its intents, beside scikit-learn's clusters. */
@Tag("slow")
class BankingClustersTest {
  private static final Path GOLDEN =
      Path.of(System.getProperty("assay.root", "."), "common/src/test/resources/golden");
  private static final int SEEDS = 5;
  private static final int K = 20;

  /** k-means of the vectors themselves: principal components that keep nearly all there is. */
  @Test
  void kMeansOfTheVectorsMatchesTheIntentsAsWellAsThatOfScikitLearn() throws Exception {
    double[] found = scores(SEEDS, "clustering=k-means", "reduction=pca", "dimensions=300");
    assertAsGood(found, golden().get("sample_vectors").get("k-means"));
  }

  /** After UMAP: ours here, umap-learn's there. Bisecting is slow: it is Spark's. */
  @ParameterizedTest
  @CsvSource({"k-means, " + SEEDS, "bisecting-k-means, 2", "hdbscan, " + SEEDS})
  void clustersAfterUmapMatchTheIntentsAsWellAsThoseOfScikitLearn(String method, int seeds)
      throws Exception {
    double[] found =
        scores(
            seeds,
            "clustering=" + method,
            "reduction=umap",
            "dimensions=5",
            "umap.min-distance=0.0",
            "min-cluster-size=10",
            "min-points=5");
    assertAsGood(found, golden().get("sample").get(method));
  }

  private static void assertAsGood(double[] found, JsonNode reference) {
    assertThat(found[0]).as("adjusted Rand").isGreaterThan(reference.get(0).asDouble() - 0.02);
    assertThat(found[1]).as("information").isGreaterThan(reference.get(1).asDouble() - 0.02);
  }

  /** Adjusted Rand index and normalised mutual information with the intents, mean over seeds. */
  private static double[] scores(int seeds, String... settings) throws Exception {
    ConfigLoader loader = ConfigLoader.defaults();
    for (String setting : settings) {
      loader = loader.set("stratify." + setting);
    }
    loader = loader.set("stratify.min-k=" + K).set("stratify.max-k=" + K);
    // Nothing here looks at the map, which is a reduction of its own.
    loader = loader.set("stratify.map-size=2");
    StratifyConfig config = loader.set("stratify.replicates=1").load().config().stratify();
    List<Row> rows = new ArrayList<>();
    int[] intents = read(rows);
    Dataset<Row> frame =
        SharedSpark.session()
            .createDataFrame(rows, StructType.fromDDL("chunk_id STRING, vector ARRAY<FLOAT>"));
    double[] mean = new double[2];
    for (int seed = 0; seed < seeds; seed++) {
      Clustering clustering = new ClusteringFit(config, seed).fit(frame).clustering();
      int[] labels =
          rows.stream()
              .mapToInt(row -> clustering.place(row.<List<Float>>getAs(1)).label())
              .toArray();
      mean[0] += Agreement.adjustedRand(intents, labels) / seeds;
      mean[1] += Agreement.normalisedMutualInformation(intents, labels) / seeds;
    }
    return mean;
  }

  private static int[] read(List<Row> rows) throws Exception {
    try (DataInputStream in =
        new DataInputStream(Files.newInputStream(GOLDEN.resolve("banking77-sample.bin")))) {
      int n = in.readInt();
      int dimensions = in.readInt();
      for (int i = 0; i < n; i++) {
        List<Float> vector = new ArrayList<>();
        for (int d = 0; d < dimensions; d++) {
          vector.add(in.readByte() / 256f);
        }
        rows.add(RowFactory.create("query-%03d".formatted(i), vector));
      }
      int[] intents = new int[n];
      for (int i = 0; i < n; i++) {
        intents[i] = in.readByte();
      }
      return intents;
    }
  }

  private static JsonNode golden() throws Exception {
    return new ObjectMapper().readTree(GOLDEN.resolve("clustering.json").toFile());
  }
}
