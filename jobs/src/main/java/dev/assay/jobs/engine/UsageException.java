package dev.assay.jobs.engine;

/** The command was called in a way that it cannot follow; the message says what is allowed. */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UsageException(String message) {
    super(message);
  }
}
