package dev.assay.jobs;

import dev.assay.config.AssayConfig;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The command that prints the tables, and checks them. */
record TablesAction() implements Action {
  private static final String CHECK = "--check";

  @Override
  public String name() {
    return "tables";
  }

  @Override
  public String meaning() {
    return "Prints the tables of the store with their row counts and Delta versions. With --check"
        + " it verifies that keys are unique and that references lead somewhere, and fails (exit"
        + " code 1) where they do not.";
  }

  @Override
  public Map<String, String> flags() {
    return Map.of(CHECK, "Verify keys and references.");
  }

  @Override
  public List<Stage> stages(AssayConfig config) {
    return List.of();
  }

  @Override
  public void run(Session session) {
    Store store = session.runner().store();
    session.out().printf(Locale.ROOT, "%-18s %12s %8s  %s%n", "table", "rows", "version", "what");
    for (Table table : Tables.ALL) {
      if (store.exists(table)) {
        session
            .out()
            .printf(
                Locale.ROOT,
                "%-18s %12d %8d  %s%n",
                table.name(),
                store.read(table).count(),
                store.version(table),
                table.comment());
      } else {
        session
            .out()
            .printf(Locale.ROOT, "%-18s %12s %8s  %s%n", table.name(), "-", "-", table.comment());
      }
    }
    if (session.flags().contains(CHECK)) {
      check(session, store);
    }
  }

  private static void check(Session session, Store store) {
    List<String> violations = new CheckTables(store).violations();
    if (!violations.isEmpty()) {
      throw new StageException("The store is not sound:\n  " + String.join("\n  ", violations));
    }
    session.out().println("Keys are unique, references lead somewhere.");
  }
}
