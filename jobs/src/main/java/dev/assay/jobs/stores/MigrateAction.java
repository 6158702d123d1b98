package dev.assay.jobs.stores;

import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.Session;
import dev.assay.tables.Evolution;
import dev.assay.tables.Standing;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Optional;

/** The command that brings the tables of a store to this program's versions. */
public record MigrateAction() implements Action {
  private static final String LINE = "%-18s %12s %7s %7s  %s%n";

  @Override
  public String name() {
    return "migrate";
  }

  @Override
  public boolean previews() {
    return true;
  }

  @Override
  public boolean writes(Session session) {
    return !session.flags().contains(DRY_RUN);
  }

  @Override
  public void run(Session session) {
    Store store = session.runner().store();
    Evolution evolution = store.evolution();
    PrintStream out = session.out();
    boolean preview = session.flags().contains(DRY_RUN);
    out.printf(Locale.ROOT, LINE, "table", "rows", "version", "wanted", "what");
    int behind = 0;
    for (Table table : Tables.ALL) {
      Optional<Standing> standing = evolution.standing(table);
      if (standing.isEmpty()) {
        out.printf(Locale.ROOT, LINE, table.name(), "-", "-", table.version(), "not there yet");
        continue;
      }
      String what = what(standing.get());
      behind += standing.get().isCurrent() ? 0 : 1;
      if (!preview) {
        evolution.migrate(table);
      }
      out.printf(
          Locale.ROOT,
          LINE,
          table.name(),
          store.read(table.ofAllNights()).count(),
          standing.get().found(),
          table.version(),
          what);
    }
    out.println(
        preview
            ? behind + " to be brought to their version. Nothing was changed."
            : behind + " brought to their version.");
  }

  private static String what(Standing standing) {
    if (standing.isNewer()) {
      return "newer than this Assay: read, not written";
    }
    if (standing.isCurrent()) {
      return "nothing to do";
    }
    if (!standing.migrations().isEmpty() || standing.unfinished()) {
      return (standing.unfinished() ? "finishes: " : "migrates: ")
          + String.join(", ", standing.migrations());
    }
    return standing.added().isEmpty()
        ? "sets the version"
        : "adds " + String.join(", ", standing.added());
  }
}
