package dev.assay.perturb;

import java.util.Map;
import java.util.Optional;

/**
 * What became of a question, or why nothing did.
 *
 * @param text the changed question; empty where nothing could be changed
 * @param reason why not; empty text where it was changed
 * @param attributes what evaluators have to know of the change
 */
public record Rewrite(Optional<String> text, String reason, Map<String, String> attributes) {

  /**
   * The attribute of a twin whose passages are changed between retrieval and answer: {@code
   * NAME:INTENSITY}, several joined by {@code +}.
   */
  public static final String PASSAGES = "passages_changed";

  public Rewrite {
    attributes = Map.copyOf(attributes);
  }

  /** A changed question. */
  public static Rewrite to(String text) {
    return to(text, Map.of());
  }

  /** The same with what evaluators have to know. */
  public static Rewrite to(String text, Map<String, String> attributes) {
    return new Rewrite(Optional.of(text), "", attributes);
  }

  /** Nothing could be changed. */
  public static Rewrite none(String reason) {
    return new Rewrite(Optional.empty(), reason, Map.of());
  }
}
