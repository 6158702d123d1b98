package dev.assay.model;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What fitting a model gave.
 *
 * @param weights as the file that the model is read from
 * @param others weights of fits that saw less, for measuring, by what is put behind the file's name
 * @param report what was measured, as JSON
 * @param texts labelled texts read
 */
public record TrainedWeights(
    String weights, SortedMap<String, String> others, String report, int texts) {

  public TrainedWeights {
    others = Collections.unmodifiableSortedMap(new TreeMap<>(others));
  }

  /** Of one fit. */
  public TrainedWeights(String weights, String report, int texts) {
    this(weights, new TreeMap<>(), report, texts);
  }
}
