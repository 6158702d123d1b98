package dev.assay.model;

import java.util.List;

/** Says how positive or negative texts sound. Thread-safe; a text's number depends on it alone. */
public interface SentimentModel {

  /** Name and revision: enters fingerprints and the {@code model} columns. */
  String id();

  /** One number per text, in order, from −1 (negative) to 1 (positive); 0 is neutral. */
  List<Double> polarity(List<String> texts);
}
