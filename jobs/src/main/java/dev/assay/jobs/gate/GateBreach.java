package dev.assay.jobs.gate;

/** The gate ran and found a system on the wrong side of its threshold. */
public final class GateBreach extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public GateBreach(String message) {
    super(message);
  }
}
