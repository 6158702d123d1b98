package dev.assay.testing;

import dev.assay.model.Embedder;
import dev.assay.model.Embedding;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * An embedder without a model, for tests: deterministic, and it counts what it was asked. A text
 * has its words and 2 tokens; above {@value #MAX_TOKENS} it is truncated.
 */
public final class FakeEmbedder implements Embedder {

  /** Tokens that the fake reads of a text. */
  public static final int MAX_TOKENS = 512;

  private final int dimension;
  private final Function<String, float[]> vectors;
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicInteger texts = new AtomicInteger();

  private FakeEmbedder(int dimension, Function<String, float[]> vectors) {
    this.dimension = dimension;
    this.vectors = vectors;
  }

  /**
   * Texts on a line, at whole positions from 0 to 16: the cosine of two is exactly 1 − distance /
   * 8. Any other text is an error.
   */
  public static FakeEmbedder onLine(Map<String, Integer> positions) {
    return new FakeEmbedder(
        16,
        text -> {
          Integer position = positions.get(text);
          if (position == null) {
            throw new IllegalArgumentException("No position for '" + text + "'");
          }
          // Signs of 16 equal components, each 1/4: flipping one changes the cosine by 2/16.
          float[] vector = new float[16];
          for (int i = 0; i < vector.length; i++) {
            vector[i] = i < position ? -0.25f : 0.25f;
          }
          return vector;
        });
  }

  /**
   * Any text: a sum of pseudo-random vectors of its words, so that shared words bring it nearer.
   */
  public static FakeEmbedder hashing(int dimension) {
    return new FakeEmbedder(
        dimension,
        text -> {
          double[] sum = new double[dimension];
          for (String word : text.toLowerCase(Locale.ROOT).split("[\\s\\p{Punct}]+", -1)) {
            Random random = new Random(word.hashCode());
            for (int i = 0; i < dimension; i++) {
              sum[i] += random.nextGaussian();
            }
          }
          return unit(sum);
        });
  }

  /** How often {@link #embed} was called. */
  public int calls() {
    return calls.get();
  }

  /** How many texts it was given in all. */
  public int texts() {
    return texts.get();
  }

  @Override
  public String id() {
    return "fake-" + dimension;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public List<Embedding> embed(List<String> batch) {
    calls.incrementAndGet();
    texts.addAndGet(batch.size());
    return batch.stream().map(this::embed).toList();
  }

  private Embedding embed(String text) {
    int tokens = text.strip().split("\\s+").length + 2;
    return new Embedding(vectors.apply(text), tokens, tokens > MAX_TOKENS);
  }

  private static float[] unit(double[] sum) {
    double norm = 0;
    for (double value : sum) {
      norm += value * value;
    }
    float[] vector = new float[sum.length];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = (float) (sum[i] / Math.sqrt(norm));
    }
    return vector;
  }
}
