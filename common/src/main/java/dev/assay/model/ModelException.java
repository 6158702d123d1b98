package dev.assay.model;

/** A model that cannot be found, loaded or run. The message says which, why, and what helps. */
public final class ModelException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ModelException(String message) {
    super(message);
  }

  public ModelException(String message, Throwable cause) {
    super(message, cause);
  }
}
