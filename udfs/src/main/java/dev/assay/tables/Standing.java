package dev.assay.tables;

import java.util.List;

/**
 * Where a stored table stands against its declaration.
 *
 * @param table the declaration
 * @param found the version that it has
 * @param unfinished whether a migration of it has begun and not ended
 * @param added columns that opening it for writing adds
 * @param migrations names of the migrations that it must go through, in order
 */
public record Standing(
    Table table, int found, boolean unfinished, List<String> added, List<String> migrations) {

  /** Whether a newer Assay wrote it: it can be read, not written. */
  public boolean isNewer() {
    return found > table.version();
  }

  /** Whether there is nothing to do before it is written. */
  public boolean isCurrent() {
    return found == table.version() && !unfinished;
  }
}
