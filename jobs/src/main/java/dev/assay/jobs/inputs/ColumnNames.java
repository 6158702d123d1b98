package dev.assay.jobs.inputs;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The columns of a file.
 *
 * @param all that it names, in a header for example
 * @param filled those with a value in any record
 */
public record ColumnNames(Set<String> all, Set<String> filled) {

  /** The first of {@code preset}'s names of {@code role} that is filled, else that is there. */
  Optional<String> of(Preset preset, String role) {
    return preset.column(role, filled).or(() -> preset.column(role, all));
  }

  /** For messages. */
  @Override
  public String toString() {
    return all.isEmpty() ? "none, since no record was read" : String.join(", ", new TreeSet<>(all));
  }
}
