package dev.assay.jobs.strata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.reduction.PrincipalComponents;
import dev.assay.spark.SharedSpark;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.ml.feature.PCA;
import org.apache.spark.ml.linalg.DenseMatrix;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReductionTest {

  /** Spark ML's principal components (3.5) of the same vectors, but for their signs. */
  @Test
  void componentsAreThoseOfSparkMl() {
    SplittableRandom random = new SplittableRandom(8);
    double[][] mix = new double[6][40];
    for (double[] row : mix) {
      Arrays.setAll(row, d -> random.nextDouble(-1, 1));
    }
    List<float[]> vectors = new ArrayList<>();
    List<Row> rows = new ArrayList<>();
    for (int v = 0; v < 500; v++) {
      float[] vector = new float[40];
      for (int c = 0; c < mix.length; c++) {
        double along = random.nextDouble(-1, 1) / (c + 1);
        for (int d = 0; d < vector.length; d++) {
          vector[d] += (float) (along * mix[c][d] + 0.01 * random.nextDouble());
        }
      }
      vectors.add(vector);
      double[] wide = new double[vector.length];
      Arrays.setAll(wide, d -> vector[d]);
      rows.add(RowFactory.create(Vectors.dense(wide)));
    }
    StructType schema = new StructType().add("v", SQLDataTypes.VectorType());
    DenseMatrix expected =
        new PCA()
            .setInputCol("v")
            .setOutputCol("p")
            .setK(6)
            .fit(SharedSpark.session().createDataFrame(rows, schema))
            .pc();
    double[][] found = PrincipalComponents.of(vectors, 6).components();
    assertThat(found).hasNumberOfRows(6);
    for (int c = 0; c < found.length; c++) {
      double product = 0;
      for (int d = 0; d < 40; d++) {
        product += found[c][d] * expected.apply(d, c);
      }
      assertThat(Math.abs(product)).as("component %d", c).isCloseTo(1, within(1e-9));
    }
  }

  /** To the last bit, around the number of vectors that are taken together. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 127, 128, 129, 300})
  void ofManyIsThatOfEach(int vectors) {
    SplittableRandom random = new SplittableRandom(5);
    double[][] components = new double[7][];
    Arrays.setAll(components, c -> random.doubles(33, -1, 1).toArray());
    Reduction reduction = new Reduction(random.doubles(33).toArray(), components);
    float[][] units = new float[vectors][33];
    for (float[] unit : units) {
      for (int d = 0; d < unit.length; d++) {
        unit[d] = (float) random.nextDouble(-1, 1);
      }
    }
    assertThat(reduction.all(units))
        .isDeepEqualTo(Arrays.stream(units).map(reduction::apply).toArray(double[][]::new));
  }
}
