package dev.assay.model;

import java.util.List;

/** Finds names of people, places, organisations and the like. Thread-safe. */
public interface EntityRecogniser {

  /** Name and revision: enters fingerprints and the {@code model} columns. */
  String id();

  /** The entities of each text, in order of their places. */
  List<List<Entity>> find(List<String> texts);

  /**
   * A run of a text that names something.
   *
   * @param label the kind, without the prefix that says where in the run a token stands
   * @param start first character
   * @param end character behind the last
   * @param probability mean over its tokens
   */
  record Entity(String label, int start, int end, double probability) {}
}
