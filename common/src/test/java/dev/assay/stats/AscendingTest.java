package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AscendingTest {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 17, 5000})
  void isTheOrderOfAStableSort(int n) {
    Random random = new Random(n);
    double[] some = {-0.0, 0.0, Double.NaN, Double.NEGATIVE_INFINITY, 1e-300, -3};
    for (int kinds : new int[] {1, 6, 1000}) {
      double[] values =
          IntStream.range(0, n)
              .mapToDouble(i -> kinds == 6 ? some[random.nextInt(6)] : random.nextInt(kinds))
              .toArray();
      int[] expected =
          IntStream.range(0, n)
              .boxed()
              .sorted(Comparator.comparingDouble(i -> values[i]))
              .mapToInt(Integer::intValue)
              .toArray();
      assertThat(Ascending.order(values)).isEqualTo(expected);
    }
  }
}
