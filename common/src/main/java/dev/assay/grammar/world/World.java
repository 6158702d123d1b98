package dev.assay.grammar.world;

import java.util.List;
import java.util.SortedMap;

/**
 * The fictional bank, the same for the same seed and size on every machine.
 *
 * @param tables those that others refer to first
 * @param documents Markdown by path
 * @param gaps what the documents leave out on purpose; NULLs are none
 */
public record World(List<WorldTable> tables, SortedMap<String, String> documents, List<Gap> gaps) {
  /** The tables' names, those that others refer to first. */
  static final List<String> TABLES = List.of("branch", "adviser", "client", "product", "contract");

  private static final int FEWEST_CLIENTS = 4;

  /**
   * @param clients the bank's size; the other tables grow with it
   * @param gapShare share of the facts of a row itself that are left out, from 0 to below 1
   * @throws IllegalArgumentException for a size that names do not allow, or no share
   */
  public static World of(long seed, int clients, double gapShare) {
    if (clients < FEWEST_CLIENTS || clients > BankTables.most()) {
      throw new IllegalArgumentException(
          "The bank has %d clients. Allowed: %d to %d."
              .formatted(clients, FEWEST_CLIENTS, BankTables.most()));
    }
    if (!(gapShare >= 0 && gapShare < 1)) {
      throw new IllegalArgumentException(
          "The share of facts to leave out is %s. Allowed: from 0 to below 1.".formatted(gapShare));
    }
    List<WorldTable> tables = BankTables.of(seed, clients);
    return new Telling(tables, seed, gapShare).world();
  }

  /** Rows of all tables. */
  public int rows() {
    return tables.stream().mapToInt(table -> table.rows().size()).sum();
  }
}
