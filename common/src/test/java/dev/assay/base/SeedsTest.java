package dev.assay.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.math3.stat.inference.KolmogorovSmirnovTest;
import org.junit.jupiter.api.Test;

class SeedsTest {

  @Test
  void isTheFirstEightBytesOfTheDigest() {
    // Python 3.11: d = b"".join(struct.pack(">I", len(p)) + p for p in (b"7", b"split", b"case-1"))
    // struct.unpack(">q", hashlib.sha256(d).digest()[:8])[0]
    assertThat(Seeds.of(7, "split", "case-1")).isEqualTo(-4755820306610044035L);
    assertThat(Seeds.uniform(7, "split", "case-1"))
        .isEqualTo((-4755820306610044035L >>> 11) / 0x1.0p53);
  }

  @Test
  void everyPartChangesTheSeed() {
    long seed = Seeds.of(7, "split", "a");
    assertThat(seed)
        .isNotEqualTo(Seeds.of(8, "split", "a"))
        .isNotEqualTo(Seeds.of(7, "sample", "a"))
        .isNotEqualTo(Seeds.of(7, "split", "b"))
        .isNotEqualTo(Seeds.of(7, "spl", "ita"));
  }

  @Test
  void permanentRandomNumbersAreUniform() {
    double[] numbers = new double[2000];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Seeds.uniform(1, "test", "id-" + i);
    }
    double[] grid = new double[100_000];
    for (int i = 0; i < grid.length; i++) {
      grid[i] = (i + 0.5) / grid.length;
    }
    assertThat(new KolmogorovSmirnovTest().kolmogorovSmirnovTest(numbers, grid)).isGreaterThan(.01);
  }

  @Test
  void theGeneratorStartsAtTheSeed() {
    assertThat(Seeds.random(1, "p", "x").nextDouble())
        .isEqualTo(new java.util.SplittableRandom(Seeds.of(1, "p", "x")).nextDouble())
        .isCloseTo(.5, within(.5));
  }
}
