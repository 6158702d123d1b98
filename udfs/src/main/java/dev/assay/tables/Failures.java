package dev.assay.tables;

/** Failures of work that ran elsewhere, thrown again as what they are. */
public final class Failures {
  private Failures() {}

  /**
   * Throws {@code failure}; declared to return, so that callers can write {@code throw}. Scala
   * throws checked exceptions undeclared, and they stay what they are.
   */
  public static RuntimeException rethrown(Throwable failure) {
    return Failures.<RuntimeException>undeclared(failure);
  }

  @SuppressWarnings("unchecked")
  private static <E extends Throwable> RuntimeException undeclared(Throwable failure) throws E {
    throw (E) failure;
  }
}
