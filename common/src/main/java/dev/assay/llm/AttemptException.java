package dev.assay.llm;

import java.util.Optional;

/** An attempt failed. */
public final class AttemptException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Failure failure;
  private final transient Optional<Reply> reply;

  public AttemptException(Failure failure, String message) {
    this(failure, message, Optional.empty());
  }

  /**
   * @param reply what came, where that is worth keeping
   */
  public AttemptException(Failure failure, String message, Optional<Reply> reply) {
    super(message, null, false, false);
    this.failure = failure;
    this.reply = reply;
  }

  public Optional<Reply> reply() {
    return reply;
  }

  public Failure failure() {
    return failure;
  }
}
