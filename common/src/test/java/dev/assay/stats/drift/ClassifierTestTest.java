package dev.assay.stats.drift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.base.Seeds;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ClassifierTestTest {

  private static ClassifierTest test(double shift, String seed) {
    SplittableRandom random = Seeds.random(22, "classifier", seed);
    float[][] vectors = new float[60][3];
    boolean[] later = new boolean[60];
    for (int i = 0; i < vectors.length; i++) {
      later[i] = i >= 30;
      for (int d = 0; d < 3; d++) {
        vectors[i][d] = (float) (random.nextGaussian() + (later[i] && d == 1 ? shift : 0));
      }
    }
    return ClassifierTest.of(vectors, later, 199, random);
  }

  @Test
  void rejectsAtItsLevelWhereNothingMoved() {
    int rejected = 0;
    for (int s = 0; s < 400; s++) {
      rejected += test(0, "null" + s).p() <= .05 ? 1 : 0;
    }
    // Three standard errors of .05 over 400 are .033.
    assertThat(rejected / 400.0).isBetween(.02, .083);
  }

  @Test
  void tellsAShiftOfTwoDeviationsApart() {
    ClassifierTest found = test(2, "shift");
    assertThat(found.p()).isCloseTo(1 / 200.0, within(1e-12));
    assertThat(found.auroc()).isGreaterThan(.8);
  }

  @Test
  void textsThatShareWordsAreNear() {
    HashedWords words = new HashedWords(256);
    double[] fees = words.of("What is the overdraft fee?");
    double[] same = words.of("what is the overdraft FEE");
    double[] other = words.of("Who approves mortgages above the limit");
    double near = 0;
    double far = 0;
    for (int i = 0; i < fees.length; i++) {
      near += fees[i] * same[i];
      far += fees[i] * other[i];
    }
    assertThat(near).isCloseTo(1, within(1e-12));
    assertThat(far).isLessThan(.5);
    assertThat(words.of("?!")[0]).isEqualTo(1);
  }
}
