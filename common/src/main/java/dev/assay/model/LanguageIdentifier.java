package dev.assay.model;

import java.util.List;
import java.util.Optional;

/** Says in which language texts are. Thread-safe; what it says of a text depends on it alone. */
public interface LanguageIdentifier {

  /** Name and revision: enters fingerprints and the {@code model} columns. */
  String id();

  /**
   * One language per text, in order, as {@link LanguageCodes} writes it; empty where the text does
   * not show its language.
   */
  List<Optional<String>> identify(List<String> texts);
}
