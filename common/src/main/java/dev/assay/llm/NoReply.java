package dev.assay.llm;

import dev.assay.core.Status;

/** A piece of work has no reply that it can use, and why: what its result has for a status. */
public final class NoReply extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Status status;

  public NoReply(Status status, String reason) {
    super(reason, null, false, false);
    this.status = status;
  }

  /** A reply that is of the form but says what cannot be. */
  public static NoReply unreadable(String why) {
    return new NoReply(Status.PARSE_FAILURE, why);
  }

  public Status status() {
    return status;
  }
}
