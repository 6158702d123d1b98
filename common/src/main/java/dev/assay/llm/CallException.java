package dev.assay.llm;

/** An attempt failed. */
final class CallException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Failure failure;

  CallException(Failure failure, String message) {
    super(message, null, false, false);
    this.failure = failure;
  }

  Failure failure() {
    return failure;
  }
}
