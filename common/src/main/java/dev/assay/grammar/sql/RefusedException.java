package dev.assay.grammar.sql;

/** Why a statement is refused. */
final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RefusedException(String reason) {
    super(reason, null, false, false);
  }

  static void unless(boolean holds, String reason) {
    if (!holds) {
      throw new RefusedException(reason);
    }
  }
}
