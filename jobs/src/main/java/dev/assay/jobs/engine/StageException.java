package dev.assay.jobs.engine;

/** A stage cannot do its work; the message says what to do. */
public final class StageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StageException(String message) {
    super(message);
  }

  public StageException(String message, Throwable cause) {
    super(message, cause);
  }
}
