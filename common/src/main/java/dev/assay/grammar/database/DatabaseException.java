package dev.assay.grammar.database;

/** What a database refused or could not do, in words that name no secret. */
public final class DatabaseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What kind of failure it is. */
  public enum Kind {
    /** The session is no more: another one may succeed later. */
    GONE,
    /** The statement took longer than it may. */
    TIMEOUT,
    /** The statement or the configuration is wrong: again would be the same. */
    REFUSED
  }

  private final Kind kind;

  DatabaseException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  DatabaseException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
