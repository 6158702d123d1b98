package dev.assay.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.spark.SharedSpark;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

class FloatRowsTest {
  private static final StructType OUT = StructType.fromDDL("id STRING, n INT, sum DOUBLE");

  /** Spark writes the next row where the one before stood: what is held must be its own. */
  @Test
  void rowsThatAreHeldKeepTheirVectors() {
    Dataset<Row> rows =
        SharedSpark.session()
            .range(0, 500, 1, 3)
            .selectExpr(
                "concat('ö', id) AS id",
                "CAST(id AS INT) AS n",
                "transform(sequence(0, CAST(id % 5 AS INT)), i -> CAST(id + i / 4 AS FLOAT)) AS v")
            .repartition(4);
    List<Row> found =
        FloatRows.map(
                rows,
                partition -> {
                  List<Row> held = new ArrayList<>();
                  partition.forEachRemaining(held::add);
                  return held.stream().map(FloatRowsTest::summed).iterator();
                },
                OUT)
            .orderBy("n")
            .collectAsList();
    assertThat(found).hasSize(500);
    for (int n = 0; n < 500; n++) {
      int last = n % 5;
      assertThat(found.get(n))
          .isEqualTo(RowFactory.create("ö" + n, n, (last + 1.0) * n + last * (last + 1) / 2 / 4.0));
    }
  }

  private static Row summed(Row row) {
    assertThat(row.<Object>getAs("v")).isInstanceOf(float[].class);
    double sum = 0;
    for (float value : RowValues.floats(row, "v")) {
      sum += value;
    }
    return RowFactory.create(row.getAs("id"), row.getAs("n"), sum);
  }

  @Test
  void otherColumnsAreRefused() {
    Dataset<Row> rows = SharedSpark.session().range(3).toDF("id");
    assertThatThrownBy(() -> FloatRows.map(rows, partition -> partition, OUT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("LongType");
  }
}
