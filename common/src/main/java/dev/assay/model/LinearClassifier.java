package dev.assay.model;

import dev.assay.base.Logistic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Independent logistic regressions over a sentence embedding, one a label. A text of more than
 * {@value #WINDOW} characters is read in windows cut at white space; of each label the highest
 * probability counts.
 */
public final class LinearClassifier implements TextClassifier {
  static final int WINDOW = 1_000;

  private final String id;
  private final Map<String, double[]> heads;
  private final Embedder embedder;

  /**
   * @param heads by label, a coefficient for every component of the vector, then the intercept
   * @param embedder what the coefficients were fitted on
   */
  public LinearClassifier(String id, Map<String, double[]> heads, Embedder embedder) {
    this.id = id;
    this.heads = new LinkedHashMap<>(heads);
    this.embedder = embedder;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public List<String> labels() {
    return List.copyOf(heads.keySet());
  }

  @Override
  public List<Classes> classify(List<String> texts) {
    List<List<String>> windows = texts.stream().map(LinearClassifier::windows).toList();
    List<Embedding> vectors = embedder.embed(windows.stream().flatMap(List::stream).toList());
    List<Classes> classes = new ArrayList<>();
    int next = 0;
    for (List<String> own : windows) {
      classes.add(classes(vectors.subList(next, next + own.size())));
      next += own.size();
    }
    return classes;
  }

  private Classes classes(List<Embedding> windows) {
    List<Double> highest =
        heads.values().stream()
            .map(
                head ->
                    windows.stream()
                        .mapToDouble(w -> probability(head, w.vector()))
                        .max()
                        .orElse(0))
            .toList();
    return new Classes(highest, windows.size());
  }

  /** What a head says of a vector. */
  public static double probability(double[] head, float[] vector) {
    if (head.length != vector.length + 1) {
      throw new ModelException(
          "A head of %d coefficients does not fit vectors of %d components"
              .formatted(head.length - 1, vector.length));
    }
    double logit = head[vector.length];
    for (int i = 0; i < vector.length; i++) {
      logit += head[i] * vector[i];
    }
    return Logistic.sigmoid(logit);
  }

  static List<String> windows(String text) {
    List<String> windows = new ArrayList<>();
    int start = 0;
    while (text.length() - start > WINDOW) {
      int end = start + WINDOW;
      while (end > start + WINDOW / 2 && !Character.isWhitespace(text.charAt(end))) {
        end--;
      }
      end = Character.isLowSurrogate(text.charAt(end)) ? end - 1 : end;
      windows.add(text.substring(start, end));
      start = end;
    }
    windows.add(text.substring(start));
    return windows;
  }
}
