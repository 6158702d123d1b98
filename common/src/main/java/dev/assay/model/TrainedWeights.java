package dev.assay.model;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What fitting a model gave.
 *
 * @param weights as the file that the model is read from
 * @param others weights of fits that saw less, for measuring, by what is put behind the file's name
 * @param report what was measured, as JSON
 * @param texts labelled texts read
 * @param summary what of the report a terminal shows, a line each
 */
public record TrainedWeights(
    String weights,
    SortedMap<String, String> others,
    String report,
    int texts,
    List<String> summary) {

  public TrainedWeights {
    others = Collections.unmodifiableSortedMap(new TreeMap<>(others));
    summary = List.copyOf(summary);
  }

  /** Of one fit. */
  public TrainedWeights(String weights, String report, int texts) {
    this(weights, new TreeMap<>(), report, texts, List.of());
  }
}
