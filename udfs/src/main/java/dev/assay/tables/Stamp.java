package dev.assay.tables;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a table says of its shape, in a property: {@code 4}, the version of its schema. While it is
 * migrated, {@code 4@17}: version 17 of the Delta table holds the rows, in the shape of version 4.
 * Every program that does not know what is under way takes that for a version that it cannot use.
 *
 * @param version of the schema
 * @param rowsAt Delta version that holds the rows; −1: the newest
 */
record Stamp(int version, long rowsAt) {
  static final String PROPERTY = "assay.schema.version";
  private static final long NEWEST = -1;
  private static final Pattern TEXT = Pattern.compile("(\\d{1,9})(?:@(\\d{1,18}))?");

  /** The stamp of a table that is not being migrated. */
  static Stamp of(int version) {
    return new Stamp(version, NEWEST);
  }

  /** The stamp of a stored table; empty where it has none, so that Assay did not make it. */
  static Optional<Stamp> of(Stored stored) {
    Matcher text = TEXT.matcher(stored.properties().getOrDefault(PROPERTY, ""));
    return text.matches()
        ? Optional.of(
            new Stamp(
                Integer.parseInt(text.group(1)),
                text.group(2) == null ? NEWEST : Long.parseLong(text.group(2))))
        : Optional.empty();
  }

  /** Whether a migration of the table has begun and not ended. */
  boolean isMoving() {
    return rowsAt != NEWEST;
  }

  @Override
  public String toString() {
    return isMoving() ? version + "@" + rowsAt : Integer.toString(version);
  }
}
