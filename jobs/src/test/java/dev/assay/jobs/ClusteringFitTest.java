package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.StratifyConfig;
import dev.assay.spark.SharedSpark;
import dev.assay.stats.Seeds;
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
import org.junit.jupiter.api.Test;

class ClusteringFitTest {
  private static final StratifyConfig CONFIG = new StratifyConfig(4, 60, 2, 5, 12, 3, 2);

  @Test
  void findsTheGroupsThatAreThereWhateverThePartitionsAndTheOrder() {
    List<Row> rows = groups(3, 30);
    Clustering one = fit(CONFIG, frame(rows).repartition(1));
    List<Row> shuffled = new ArrayList<>(rows);
    Collections.reverse(shuffled);
    Clustering sixteen = fit(CONFIG, frame(shuffled).repartition(16));
    assertThat(one.centres()).isDeepEqualTo(sixteen.centres());
    assertThat(one.reduction().components()).isDeepEqualTo(sixteen.reduction().components());
    assertThat(one.centres()).hasNumberOfRows(3);
    for (int i = 0; i < rows.size(); i += 30) {
      Set<Integer> places = new HashSet<>();
      for (Row row : rows.subList(i, i + 30)) {
        places.add(one.place(row.<List<Float>>getAs(1)).centre());
      }
      assertThat(places).hasSize(1);
    }
  }

  @Test
  void fewerRowsThanTheLeastKMakeAsManyStrata() {
    StratifyConfig four = new StratifyConfig(4, 60, 4, 8, 12, 3, 2);
    assertThat(fit(four, frame(groups(3, 1))).centres()).hasNumberOfRows(3);
    assertThat(fit(four, frame(groups(2, 1))).centres()).hasNumberOfRows(2);
    Clustering single = fit(four, frame(groups(1, 1)));
    assertThat(single.place(List.of(1f, 0f, 0f, 0f, 0f, 0f)))
        .isEqualTo(new Clustering.Place(0, 0, 0, 0));
  }

  @Test
  void equalVectorsAreOneStratum() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      rows.add(RowFactory.create("c" + i, List.of(0.6f, 0.8f)));
    }
    assertThat(fit(CONFIG, frame(rows)).centres()).hasNumberOfRows(1);
  }

  private static Clustering fit(StratifyConfig config, Dataset<Row> rows) {
    return new ClusteringFit(config, 7).fit(rows);
  }

  /** Groups of unit vectors around the axes of a space of six dimensions. */
  static List<Row> groups(int groups, int each) {
    List<Row> rows = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
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
