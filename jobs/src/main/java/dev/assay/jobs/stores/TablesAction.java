package dev.assay.jobs.stores;

import dev.assay.config.StoreConfig;
import dev.assay.jobs.calls.CallLedger;
import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.UsageException;
import dev.assay.tables.Standing;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import dev.assay.tables.Views;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The command that prints the tables, and checks them. */
public record TablesAction() implements Action {
  private static final String CHECK = "--check";
  private static final String REPAIR = "--repair";
  private static final String WAITING = "--waiting";
  private static final String VIEWS = "--views";
  private static final String LINE = "%-18s %12s %8s %8s  %s%n";

  @Override
  public String name() {
    return "tables";
  }

  @Override
  public Map<String, String> flags() {
    return Map.of(
        CHECK,
        "Verify files, keys and references.",
        REPAIR,
        "Take out rows whose key stands twice, then verify.",
        VIEWS,
        "Name the tables in the metastore of this Spark and create the views of dashboards there.",
        WAITING,
        "Print, instead, how many entries of the review queue nobody has labelled.");
  }

  @Override
  public boolean writes(Session session) {
    return session.flags().contains(REPAIR);
  }

  @Override
  public void run(Session session) {
    Store store = session.runner().store();
    if (session.flags().contains(WAITING)) {
      session.out().println(WaitingLabels.of(store));
      return;
    }
    if (session.flags().contains(VIEWS)) {
      views(session, store);
      return;
    }
    session.out().printf(Locale.ROOT, LINE, "table", "rows", "version", "schema", "what");
    for (Table table : Tables.ALL) {
      session.out().print(line(store, table));
    }
    if (session.flags().contains(REPAIR)) {
      repair(session, store);
    }
    if (session.flags().contains(CHECK) || session.flags().contains(REPAIR)) {
      check(session, store);
    }
  }

  private static void views(Session session, Store store) {
    if (!store.managed() && !Views.outlast(session.spark())) {
      throw new UsageException(
          "The catalog of this Spark forgets names when it ends. Give it a metastore, after --:"
              + " --conf spark.sql.catalogImplementation=hive (with hive-site.xml), or set"
              + " store.catalog.");
    }
    StoreConfig config = session.loaded().config().store();
    new Views(session.spark(), store, config).create();
    session
        .out()
        .printf(
            "%d tables and %d views in database '%s'%n",
            Tables.ALL.size(), Views.NAMES.size(), config.schema());
  }

  private static String line(Store store, Table table) {
    try {
      Optional<Standing> standing = store.evolution().standing(table);
      return String.format(
          Locale.ROOT,
          LINE,
          table.name(),
          standing.isPresent() ? rows(store, table) : "-",
          standing.isPresent() ? store.version(table) : "-",
          standing.map(TablesAction::schema).orElse("-"),
          table.comment());
    } catch (Exception e) { // Scala throws checked exceptions undeclared. --check says what it is.
      return String.format(
          Locale.ROOT, LINE, table.name(), "unreadable", "-", "-", table.comment());
    }
  }

  private static Object rows(Store store, Table table) {
    try {
      return store.read(table.ofAllNights()).count();
    } catch (Exception e) { // Which file it is and what to do, --check says.
      return "unreadable";
    }
  }

  private static void repair(Session session, Store store) {
    String journal = session.loaded().config().llm().journal();
    if (CallLedger.hasPlace(store, journal)) {
      CallLedger.recover(store, journal);
    }
    for (Table table : Tables.ALL) {
      if (Damage.of(store, table).isEmpty() && store.exists(table)) {
        long gone = Duplicates.remove(store, table.ofAllNights());
        if (gone > 0) {
          session.out().printf(Locale.ROOT, "%s: %,d rows taken out%n", table.name(), gone);
        }
      }
    }
  }

  private static String schema(Standing standing) {
    return standing.isCurrent()
        ? Integer.toString(standing.found())
        : standing.found() + " of " + standing.table().version();
  }

  private static void check(Session session, Store store) {
    List<String> violations = new ArrayList<>(new CheckTables(store).violations());
    String journal = session.loaded().config().llm().journal();
    if (CallLedger.hasPlace(store, journal)) {
      violations.addAll(CallLedger.damaged(store, journal));
    }
    if (!violations.isEmpty()) {
      throw new StageException("The store is not sound:\n  " + String.join("\n  ", violations));
    }
    session.out().println("All files can be read, keys are unique, references lead somewhere.");
  }
}
