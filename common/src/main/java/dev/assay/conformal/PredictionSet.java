package dev.assay.conformal;

import java.io.Serializable;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The labels that a human may plausibly give.
 *
 * @param labels ascending, without repeats; 0 and 1 for binary labels
 */
public record PredictionSet(List<Integer> labels) implements Serializable {

  public PredictionSet {
    labels = labels.stream().distinct().sorted().toList();
  }

  /** The set of these labels. */
  public static PredictionSet of(int... labels) {
    return new PredictionSet(IntStream.of(labels).boxed().toList());
  }

  /** Whether {@code label} is in the set. */
  public boolean contains(int label) {
    return labels.contains(label);
  }

  /** Whether it leaves one label, the only case that decides anything. */
  public boolean isSingle() {
    return labels.size() == 1;
  }

  /** How many labels it holds. */
  public int size() {
    return labels.size();
  }

  /** The labels as text, as stored in {@code decisions.prediction_set}. */
  public List<String> texts() {
    return labels.stream().map(String::valueOf).toList();
  }

  /** {@code {0}}, {@code {0,1}}, or ∅. */
  @Override
  public String toString() {
    return labels.isEmpty() ? "∅" : texts().stream().collect(Collectors.joining(",", "{", "}"));
  }
}
