package dev.assay.jobs.inputs;

/** A record that is no test case; the message is the reason for {@code rejected}. */
final class CaseRecordException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CaseRecordException(String reason) {
    super(reason);
  }
}
