package dev.assay.core;

import dev.assay.base.Identified;
import java.util.Locale;

/**
 * Why a measurement has its value, or has none. The table's spelling is {@link #id()}. Stored in
 * the {@code status} columns.
 */
public enum Status implements Identified {
  /** Measured: the only status with a value. */
  OK,
  /** A field that the evaluator needs is absent or empty. */
  NO_INPUT,
  /** The metric has no meaning here, or the model that it needs is not configured. */
  NOT_APPLICABLE,
  /** A reply could not be read. */
  PARSE_FAILURE,
  /** An endpoint failed after its retries. */
  ENDPOINT_ERROR,
  /** The time limit was reached. */
  TIMEOUT,
  /** The endpoint refused to answer. */
  REFUSED,
  /** A model or an evaluator failed. */
  MODEL_ERROR,
  /** The text is longer than the evaluator's cap. */
  TOO_LONG,
  /** A budget was used up first. */
  BUDGET;

  /** The status stored as {@code id}; throws {@link IllegalArgumentException} on any other text. */
  public static Status of(String id) {
    return valueOf(id.toUpperCase(Locale.ROOT));
  }
}
