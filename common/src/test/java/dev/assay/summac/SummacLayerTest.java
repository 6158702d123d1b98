package dev.assay.summac;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummacLayerTest {

  /**
   * Bins from 0: [0, .01), …, [.04, .07) is 4, [.13, .37) is 6, [.37, .9) is 7, [.9, .91) is 8,
   * [.95, .955) is 13, [.995, 1] is 22.
   */
  @Test
  void aBinHasItsLowerEdgeAndTheLastBoth() {
    double[] counts =
        EntailmentBins.counts(
            new double[] {0, .0099, .01, .05, .2, .37, .5, .8999, .9, .95, .954, .995, 1});
    double[] expected = new double[23];
    expected[0] = 2;
    expected[1] = 1;
    expected[4] = 1;
    expected[6] = 1;
    expected[7] = 3;
    expected[8] = 1;
    expected[13] = 2;
    expected[22] = 2;
    assertThat(counts).containsExactly(expected);
    assertThat(EntailmentBins.edges()).hasSize(24).isSorted().startsWith(0.0).endsWith(1.0);
  }

  /**
   * Weight of bin b is b, intercept −20. Sentence 1 has one pair in bin 22 and one in bin 0: 22 + 0
   * − 20 = 2. Sentence 2 has both in bin 7: 14 − 20 = −6. Mean −2, σ(−2) = 0.1192029220221176.
   */
  @Test
  void theLayerIsLinearInTheMeanHistogram() {
    SummacLayer layer = layer("nli");
    List<double[]> histograms =
        List.of(
            EntailmentBins.counts(new double[] {1, 0}),
            EntailmentBins.counts(new double[] {.5, .6}));
    assertThat(layer.logit(histograms.get(0))).isEqualTo(2);
    assertThat(layer.logit(histograms.get(1))).isEqualTo(-6);
    assertThat(layer.probability(histograms)).isCloseTo(0.1192029220221176, within(1e-15));
  }

  @Test
  void aFileIsReadAsItWasWritten(@TempDir Path folder) throws Exception {
    double[] weights = IntStream.range(0, 23).mapToDouble(b -> b).toArray();
    Path file = folder.resolve(SummacLayer.NAME);
    Files.writeString(file, SummacLayer.text("nli", weights, -20));
    SummacLayer read = SummacLayer.of(folder.toString());
    assertThat(read).isEqualTo(SummacLayer.of(file.toString()));
    assertThat(read.weights()).isEqualTo(layer("nli").weights());
    assertThat(read.intercept()).isEqualTo(-20);
    assertThat(read).hasToString("SummacLayer[%s, nli]".formatted(read.revision()));
    assertThat(SummacLayer.of("").fitted()).isFalse();
  }

  @Test
  void saysWhatDoesNotFit(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("layer.json");
    String text = SummacLayer.text("nli", new double[23], 0);
    Files.writeString(file, text.replaceFirst("0\\.13", "0.15"));
    assertThatThrownBy(() -> SummacLayer.of(file.toString()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("its bins are [0.0, 0.01, 0.02, 0.03, 0.04, 0.07, 0.15")
        .hasMessageContaining("train-summac");
    Files.writeString(file, SummacLayer.text("nli", new double[22], 0));
    assertThatThrownBy(() -> SummacLayer.of(file.toString())).hasMessageContaining("it has 22");
    Files.writeString(file, text.replace("nli", ""));
    assertThatThrownBy(() -> SummacLayer.of(file.toString())).hasMessageContaining("a model");
    Files.writeString(file, "{");
    assertThatThrownBy(() -> SummacLayer.of(file.toString())).hasMessageContaining("layer.json");
    assertThatThrownBy(() -> SummacLayer.of("nowhere.json")).hasMessageContaining("nowhere.json");
  }

  private static SummacLayer layer(String model) {
    List<Double> weights = IntStream.range(0, 23).mapToObj(b -> (double) b).toList();
    return new SummacLayer(model, -20, weights, "abc");
  }
}
