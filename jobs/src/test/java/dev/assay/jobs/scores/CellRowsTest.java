package dev.assay.jobs.scores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spark.SharedSpark;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CellRowsTest {
  private static final StructType ROWS =
      StructType.fromDDL("value DOUBLE, id STRING, metric STRING, system STRING");
  private static final StructType FOUND =
      StructType.fromDDL("system STRING, metric STRING, ids STRING, sum DOUBLE");

  /** Three cells of two systems and metrics, of 40, 40 and 1 rows, however they are parted. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 16})
  void theRowsOfACellComeTogetherInOrderAndTheirSumsHaveTheSameBits(int partitions) {
    List<Row> rows = new ArrayList<>();
    for (String cell : List.of("a|m", "a|n", "b|m")) {
      for (int i = 0; i < (cell.equals("b|m") ? 1 : 40); i++) {
        String[] of = cell.split("\\|");
        // Numbers whose sum depends on their order.
        rows.add(RowFactory.create(Math.pow(-1.7, i), "g%02d".formatted(i), of[1], of[0]));
      }
    }
    java.util.Collections.shuffle(rows, new Random(partitions));
    List<Row> found = map(rows, partitions).orderBy("system", "metric").collectAsList();
    assertThat(found)
        .extracting(row -> row.getString(0) + row.getString(1))
        .containsExactly("am", "an", "bm");
    StringBuilder ids = new StringBuilder();
    double sum = 0;
    for (int i = 0; i < 40; i++) {
      ids.append("g%02d".formatted(i));
      sum += Math.pow(-1.7, i);
    }
    assertThat(found.get(0).getString(2)).isEqualTo(ids.toString());
    assertThat(found).extracting(row -> row.getDouble(3)).containsExactly(sum, sum, 1.0);
    assertThat(found.get(2).getString(2)).isEqualTo("g00");
  }

  @Test
  void withoutRowsThereIsNothing() {
    assertThat(map(List.of(), 2).collectAsList()).isEmpty();
  }

  /** What ends at 2 GB, and is held whole. */
  @Test
  void noListOfThemIsMade() {
    String plan = map(List.of(), 2).queryExecution().optimizedPlan().toString();
    assertThat(plan).contains("MapGroups").doesNotContain("collect_list");
  }

  private static Dataset<Row> map(List<Row> rows, int partitions) {
    Dataset<Row> all = SharedSpark.session().createDataFrame(rows, ROWS).repartition(partitions);
    return CellRows.map(all, List.of("system", "metric"), List.of("id"), FOUND, CellRowsTest::told);
  }

  private static Iterator<Row> told(Row cell, Iterator<Row> rows) {
    assertThat(cell.schema().fieldNames()).containsExactly("system", "metric");
    StringBuilder ids = new StringBuilder();
    double sum = 0;
    while (rows.hasNext()) {
      Row row = rows.next();
      assertThat(row.<String>getAs("metric")).isEqualTo(cell.getAs("metric"));
      ids.append(row.<String>getAs("id"));
      sum += row.<Double>getAs("value");
    }
    return List.of(RowFactory.create(cell.get(0), cell.get(1), ids.toString(), sum)).iterator();
  }
}
