package dev.assay.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Texts that go through a model together.
 *
 * @param texts at least one
 * @param work runs the model; one result per text, in order
 */
public record TextBatch<T>(List<String> texts, Supplier<List<T>> work) {
  /** Texts of a batch of a model that does not say how it would cut them. */
  static final int TEXTS = 256;

  public TextBatch {
    texts = List.copyOf(texts);
  }

  /**
   * The same texts, of whose results {@code further} makes others.
   *
   * @param further given the texts and their results, in order; one per text, in order
   */
  public <R> TextBatch<R> then(BiFunction<List<String>, List<T>, List<R>> further) {
    return new TextBatch<>(texts, () -> further.apply(texts, work.get()));
  }

  /**
   * Batches of texts of about one length, for a model that makes batches of what it is given by
   * itself.
   *
   * @param model one result per text, in order
   */
  public static <T> List<TextBatch<T>> byLength(
      List<String> texts, Function<List<String>, List<T>> model) {
    List<String> sorted = texts.stream().sorted(Comparator.comparingInt(String::length)).toList();
    List<TextBatch<T>> batches = new ArrayList<>();
    for (int start = 0; start < sorted.size(); start += TEXTS) {
      List<String> some = sorted.subList(start, Math.min(start + TEXTS, sorted.size()));
      batches.add(new TextBatch<>(some, () -> model.apply(some)));
    }
    return batches;
  }
}
