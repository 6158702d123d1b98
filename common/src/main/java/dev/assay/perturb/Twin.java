package dev.assay.perturb;

import java.util.Map;

/**
 * A changed question.
 *
 * @param distance Levenshtein distance from the origin in characters
 * @param attributes what evaluators have to know of the change
 */
public record Twin(String question, Meaning meaning, int distance, Map<String, String> attributes) {
  public Twin {
    attributes = Map.copyOf(attributes);
  }
}
