package dev.assay.model.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.model.TokenCosines;
import dev.assay.model.TokenVectors;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OnnxCosinesTest {
  private static final int DIMENSION = 384;
  private static final OnnxCosines COSINES = new OnnxCosines(DIMENSION);

  @AfterAll
  static void close() {
    COSINES.close();
  }

  /** Tokens of the text, of each other text, and how many others: in one block and in several. */
  @ParameterizedTest
  @CsvSource({"1, 1, 1", "1, 12, 40", "15, 12, 40", "129, 7, 3", "300, 1, 2049", "3, 5000, 2"})
  void areTheHighestWithinTheBoundOfFloats(int tokens, int each, int count) {
    Random random = new Random(7);
    TokenVectors text = units(random, tokens);
    List<TokenVectors> others =
        IntStream.range(0, count).mapToObj(o -> units(random, each)).toList();
    float[][] found = COSINES.best(text, others);
    float[][] java = TokenCosines.inJava(text, others);
    assertThat(found).hasDimensions(count, tokens);
    // Higham's bound for sums of floats in any order, once for each of the two
    double bound = 2 * (DIMENSION + 4) * 0x1p-24;
    for (int o = 0; o < count; o++) {
      for (int t = 0; t < tokens; t++) {
        assertThat((double) found[o][t]).isCloseTo(java[o][t], within(bound));
      }
    }
  }

  /** So that of two lines that say the same the first is found, and no other on any processor. */
  @ParameterizedTest
  @CsvSource({"1, 3, 1", "2, 3, 30", "1, 1, 33", "15, 12, 40", "7, 5, 250", "129, 13, 50"})
  void equalTokensHaveEqualBitsWhereverTheyStand(int tokens, int each, int count) {
    Random random = new Random(8);
    TokenVectors text = units(random, tokens);
    List<TokenVectors> others = new ArrayList<>(Collections.nCopies(count, units(random, each)));
    for (int o = 1; o < count; o += 3) {
      others.set(o, units(random, 1 + o % 4));
    }
    float[][] found = COSINES.best(text, others);
    for (int o = 0; o < count; o++) {
      if (others.get(o) == others.get(0)) {
        assertThat(found[o]).containsExactly(found[0]);
      }
    }
  }

  @Test
  void whatIsAskedBeforeOrBesideMakesNoDifferenceToABit() {
    Random random = new Random(9);
    List<TokenVectors> texts = IntStream.range(0, 40).mapToObj(t -> units(random, 1 + t)).toList();
    List<TokenVectors> others = IntStream.range(0, 50).mapToObj(o -> units(random, o % 9)).toList();
    List<float[][]> alone = texts.stream().map(text -> COSINES.best(text, others)).toList();
    COSINES.best(units(random, 200), List.of(units(random, 3000)));
    List<float[][]> beside =
        texts.parallelStream().map(text -> COSINES.best(text, others)).toList();
    for (int t = 0; t < texts.size(); t++) {
      assertThat(beside.get(t)).isDeepEqualTo(alone.get(t));
    }
  }

  @Test
  void withoutTokensNothingIsNear() {
    TokenVectors one = units(new Random(1), 1);
    TokenVectors none = units(new Random(1), 0);
    assertThat(COSINES.best(one, List.of())).isEmpty();
    assertThat(COSINES.best(one, List.of(none, one, none))[2]).containsExactly(-1f);
    assertThat(COSINES.best(one, List.of(none, one, none))[1][0]).isCloseTo(1f, within(1e-6f));
    assertThat(COSINES.best(one, List.of(none))).isDeepEqualTo(new float[][] {{-1}});
    assertThat(COSINES.best(none, List.of(one))).isDeepEqualTo(new float[][] {{}});
  }

  @Test
  void vectorsOfTwoModelsAreRefused() {
    TokenVectors other = new TokenVectors(new float[] {1, 0}, 2, new int[1], new int[1]);
    TokenVectors own = units(new Random(1), 1);
    assertThatThrownBy(() -> COSINES.best(own, List.of(own, other)))
        .hasMessage("Token vectors of 2 and 384 dimensions come from two models");
    assertThatThrownBy(() -> COSINES.best(other, List.of(own))).hasMessageContaining("two models");
  }

  private static TokenVectors units(Random random, int tokens) {
    float[] states = new float[tokens * DIMENSION];
    for (int i = 0; i < states.length; i++) {
      states[i] = (float) random.nextGaussian();
    }
    return TokenVectors.of(states, 0, DIMENSION, new int[tokens], new int[tokens]);
  }
}
