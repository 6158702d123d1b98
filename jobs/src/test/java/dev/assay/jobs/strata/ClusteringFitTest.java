package dev.assay.jobs.strata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.base.Seeds;
import dev.assay.config.StratifyConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.reduction.Units;
import dev.assay.spark.SharedSpark;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("slow")
class ClusteringFitTest {
  private static final List<Float> FIRST_AXIS = List.of(1f, 0f, 0f, 0f, 0f, 0f);

  @ParameterizedTest
  @CsvSource({
    "pca, k-means",
    "pca, bisecting-k-means",
    "pca, dbscan",
    "pca, hdbscan",
    "umap, k-means",
    "umap, hdbscan"
  })
  void findsTheGroupsThatAreThereWhateverThePartitionsAndTheOrder(
      String reduction, String clustering) {
    StratifyConfig config =
        config("reduction=" + reduction, "clustering=" + clustering, "fit-size=60", "eps=0.2");
    List<Row> rows = groups(3, 30);
    Fit one = fit(config, frame(rows).repartition(1));
    List<Row> shuffled = new ArrayList<>(rows);
    Collections.reverse(shuffled);
    Fit sixteen = fit(config, frame(shuffled).repartition(16));
    assertThat(one.clustering().anchors().points())
        .isDeepEqualTo(sixteen.clustering().anchors().points());
    assertThat(one.clustering().centres()).isDeepEqualTo(sixteen.clustering().centres());
    // A bisection may cut through the group in the middle; the halves stay apart.
    boolean bisecting = clustering.startsWith("bisecting");
    assertThat(one.clustering().centres().length).isBetween(3, bisecting ? 4 : 3);
    assertThat(one.stability()).isEqualTo(sixteen.stability());
    assertThat(one.stability().orElseThrow()).isGreaterThan(bisecting ? 0.7 : 0.9);
    assertThat(one.silhouette().orElseThrow()).isGreaterThan(0.5);
    assertThat(
            one.clustering()
                .places(
                    rows.stream()
                        .map(row -> Units.of(row.<List<Float>>getAs(1)))
                        .toArray(float[][]::new),
                    i -> true))
        .isEqualTo(
            rows.stream().map(row -> one.clustering().place(row.<List<Float>>getAs(1))).toList());
    Set<Integer> labels = new HashSet<>();
    for (int i = 0; i < rows.size(); i += 30) {
      Set<Integer> places = new HashSet<>();
      for (Row row : rows.subList(i, i + 30)) {
        Clustering.Place place = one.clustering().place(row.<List<Float>>getAs(1));
        assertThat(place).isEqualTo(sixteen.clustering().place(row.<List<Float>>getAs(1)));
        if (place.label() >= 0) {
          places.add(place.label());
        }
      }
      assertThat(places).hasSizeBetween(1, bisecting ? 2 : 1);
      assertThat(Collections.disjoint(places, labels)).isTrue();
      labels.addAll(places);
    }
    assertThat(labels).hasSize(one.clustering().centres().length);
  }

  @Test
  void theKThatIsMostStableIsTheNumberOfGroups() {
    assertThat(fit(config("k-by=stability"), frame(groups(3, 30))).clustering().centres())
        .hasNumberOfRows(3);
  }

  @Test
  void whatIsFarFromEverythingIsNoiseForDensityMethodsAndUnfamiliarForAll() {
    List<Float> unseen = List.of(0f, 0f, 0f, 0f, 0f, 1f);
    for (String method : List.of("dbscan", "hdbscan", "k-means")) {
      Clustering clustering =
          fit(config("clustering=" + method), frame(groups(3, 30))).clustering();
      assertThat(clustering.familiar().far(new float[] {0, 0, 0, 0, 0, 1})).isTrue();
      assertThat(clustering.familiar().far(new float[] {1, .02f, .03f, .02f, .03f, .02f}))
          .isFalse();
      assertThat(clustering.place(unseen).label() == -1).isEqualTo(!method.equals("k-means"));
    }
  }

  @Test
  void fewerRowsThanTheLeastKMakeAsManyStrata() {
    StratifyConfig four = config("min-k=4", "max-k=8");
    assertThat(fit(four, frame(groups(3, 1))).clustering().centres()).hasNumberOfRows(3);
    assertThat(fit(four, frame(groups(2, 1))).clustering().centres()).hasNumberOfRows(2);
    Fit single = fit(four, frame(groups(1, 1)));
    assertThat(single.clustering().place(FIRST_AXIS).label()).isZero();
    assertThat(single.clustering().place(FIRST_AXIS).distance()).isZero();
    assertThat(single.silhouette()).isEmpty();
    assertThat(single.stability()).isEmpty();
  }

  @Test
  void oneChunkIsNoiseForDensityMethods() {
    for (String method : List.of("dbscan", "hdbscan")) {
      Fit single = fit(config("clustering=" + method), frame(groups(1, 1)));
      assertThat(single.clustering().place(FIRST_AXIS).label()).isEqualTo(-1);
      assertThat(single.noise()).isEqualTo(1, within(0.0));
    }
  }

  @ParameterizedTest
  @CsvSource({"pca, k-means", "pca, hdbscan", "pca, dbscan", "umap, k-means", "umap, hdbscan"})
  void equalVectorsAreOneStratum(String reduction, String clustering) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      rows.add(RowFactory.create("c" + i, List.of(0.6f, 0.8f)));
    }
    Fit fit = fit(config("reduction=" + reduction, "clustering=" + clustering), frame(rows));
    Clustering.Place place = fit.clustering().place(List.of(0.6f, 0.8f));
    assertThat(place.label()).isZero();
    assertThat(fit.clustering().anchors().clusters()).isEqualTo(1);
    assertThat(fit.noise()).isZero();
  }

  private static StratifyConfig config(String... settings) {
    ConfigLoader loader = ConfigLoader.defaults();
    for (String setting :
        List.of("dimensions=4", "min-k=2", "max-k=5", "min-cluster-size=5", "min-points=3")) {
      loader = loader.set("stratify." + setting);
    }
    for (String setting : settings) {
      loader = loader.set("stratify." + setting);
    }
    return loader.load().config().stratify();
  }

  private static Fit fit(StratifyConfig config, Dataset<Row> rows) {
    return new ClusteringFit(config, 7).fit(rows);
  }

  /** Groups of vectors around the axes of a space of six dimensions. */
  static List<Row> groups(int groups, int each) {
    return groups(0, groups, each);
  }

  /** Likewise, from axis {@code from} on. */
  static List<Row> groups(int from, int groups, int each) {
    List<Row> rows = new ArrayList<>();
    for (int g = from; g < from + groups; g++) {
      for (int i = 0; i < each; i++) {
        String id = "chunk-" + g + "-" + i;
        SplittableRandom random = Seeds.random(1, "test", id);
        List<Float> vector = new ArrayList<>();
        for (int d = 0; d < 6; d++) {
          vector.add((float) ((d == g ? 1 : 0) + 0.05 * random.nextDouble()));
        }
        rows.add(RowFactory.create(id, vector));
      }
    }
    return rows;
  }

  private static Dataset<Row> frame(List<Row> rows) {
    return SharedSpark.session()
        .createDataFrame(rows, StructType.fromDDL("chunk_id STRING, vector ARRAY<FLOAT>"));
  }
}
