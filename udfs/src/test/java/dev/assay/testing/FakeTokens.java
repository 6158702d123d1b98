package dev.assay.testing;

import dev.assay.model.EncodedText;
import dev.assay.model.TokenEmbedder;
import dev.assay.model.TokenVectors;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

/** Token vectors without a model: a word has the same pseudo-random vector everywhere. */
public record FakeTokens() implements TokenEmbedder {
  private static final int DIMENSION = 16;
  private static final Pattern WORD = Pattern.compile("\\S+");

  @Override
  public String id() {
    return "fake-tokens";
  }

  @Override
  public List<EncodedText> encode(List<String> texts) {
    FakeEmbedder embedder = FakeEmbedder.hashing(DIMENSION);
    return texts.stream()
        .map(text -> new EncodedText(embedder.embed(List.of(text)).get(0), tokens(text)))
        .toList();
  }

  @Override
  public List<long[]> ids(List<String> texts) {
    return texts.stream()
        .map(text -> WORD.matcher(text).results().mapToLong(m -> m.group().hashCode()).toArray())
        .toList();
  }

  private static TokenVectors tokens(String text) {
    List<int[]> spans =
        WORD.matcher(text).results().map(m -> new int[] {m.start(), m.end()}).toList();
    float[] values = new float[spans.size() * DIMENSION];
    int[] starts = new int[spans.size()];
    int[] ends = new int[spans.size()];
    for (int t = 0; t < spans.size(); t++) {
      starts[t] = spans.get(t)[0];
      ends[t] = spans.get(t)[1];
      Random random = new Random(text.substring(starts[t], ends[t]).hashCode());
      double squares = 0;
      double[] vector = new double[DIMENSION];
      for (int d = 0; d < DIMENSION; d++) {
        vector[d] = random.nextGaussian();
        squares += vector[d] * vector[d];
      }
      for (int d = 0; d < DIMENSION; d++) {
        values[t * DIMENSION + d] = (float) (vector[d] / Math.sqrt(squares));
      }
    }
    return new TokenVectors(values, DIMENSION, starts, ends);
  }
}
