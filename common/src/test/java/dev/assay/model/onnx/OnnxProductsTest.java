package dev.assay.model.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.reduction.InnerProducts;
import dev.assay.reduction.Products;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OnnxProductsTest {

  /** Within the bound, call after call, of fewer queries than before too. */
  @ParameterizedTest
  @CsvSource({"1, 1", "130, 384", "1000, 33"})
  void areTheExactProductsWithinTheErrorThatIsSaid(int size, int dimensions) {
    Random random = new Random(4);
    float[][] stored = units(random, size, dimensions);
    try (Products onnx = new OnnxProducts(stored);
        Products jvm = new InnerProducts(stored)) {
      for (int n : new int[] {onnx.queries(), 7, 1, onnx.queries()}) {
        float[][] queries = units(random, n, dimensions);
        float[] products = new float[onnx.queries() * size];
        onnx.of(queries, n, products);
        assertWithin(onnx.error(), queries, stored, products);
        for (int from = 0; from < n; from += jvm.queries()) {
          float[][] some = Arrays.copyOfRange(queries, from, Math.min(n, from + jvm.queries()));
          float[] few = new float[jvm.queries() * size];
          jvm.of(some, some.length, few);
          assertWithin(jvm.error(), some, stored, few);
        }
      }
    }
  }

  @Test
  void vectorsOfTwoModelsAreRefused() {
    try (Products products = new OnnxProducts(new float[][] {{1, 0}})) {
      assertThatThrownBy(() -> products.of(new float[][] {{1, 0, 0}}, 1, new float[256]))
          .hasMessageContaining("2 and 3 dimensions");
    }
    assertThatThrownBy(() -> new OnnxProducts(new float[][] {{1, 0}, {1, 0, 0}}))
        .hasMessageContaining("2 and 3 dimensions");
  }

  @Test
  void noneAndTooManyAreRefused() {
    assertThatThrownBy(() -> new OnnxProducts(new float[0][])).hasMessageContaining("0 vectors");
    assertThatThrownBy(() -> new OnnxProducts(new float[OnnxProducts.MOST + 1][2]))
        .hasMessageContaining("10001 vectors");
  }

  private static void assertWithin(
      double error, float[][] queries, float[][] stored, float[] products) {
    for (int q = 0; q < queries.length; q++) {
      for (int s = 0; s < stored.length; s++) {
        double exact = 0;
        for (int d = 0; d < stored[s].length; d++) {
          exact += (double) queries[q][d] * stored[s][d];
        }
        assertThat((double) products[q * stored.length + s]).isCloseTo(exact, within(error));
      }
    }
  }

  private static float[][] units(Random random, int n, int dimensions) {
    float[][] units = new float[n][dimensions];
    for (float[] unit : units) {
      double squares = 0;
      for (int d = 0; d < dimensions; d++) {
        unit[d] = (float) random.nextGaussian();
        squares += unit[d] * unit[d];
      }
      for (int d = 0; d < dimensions; d++) {
        unit[d] /= (float) Math.sqrt(squares);
      }
    }
    return units;
  }
}
