package dev.assay.report.evidence;

/** A pack that cannot be written or read, in words for its reader. */
public final class EvidenceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  EvidenceException(String message) {
    super(message);
  }

  EvidenceException(String message, Throwable cause) {
    super(message, cause);
  }
}
