package dev.assay.udfs.door;

/** A statement that clients of the SQL server may not make, and why. */
public final class RefusedStatement extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RefusedStatement(String what) {
    super("The SQL server of Assay is for reading: " + what + " is refused.");
  }
}
