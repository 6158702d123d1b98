package dev.assay.jobs.forget;

import dev.assay.config.AssayConfig;
import dev.assay.jobs.calls.CallLedger;
import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.UsageException;
import dev.assay.jobs.stores.PrunedVersions;
import dev.assay.jobs.stores.Settled;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import dev.assay.text.TextSearch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The command that removes documents and cases from a store and shows that they are gone. */
public record ForgetAction() implements Action {
  private static final String DOCUMENT = "--document";
  private static final String CASE = "--case";
  private static final String WHERE = "--where";
  private static final String LINE = "%-18s %12s %12s%n";

  /**
   * What the others are found by, which therefore goes last, and what commands say, which those
   * beside this one may say until then.
   */
  private static final List<Table> ROOTS =
      List.of(
          Tables.RESPONSES,
          Tables.TEST_CASES,
          Tables.CHUNKS,
          Tables.DOCUMENTS,
          Tables.CONFIGURATIONS,
          Tables.RUN_HISTORY,
          Tables.RUNS);

  @Override
  public String name() {
    return "forget";
  }

  @Override
  public List<String> details() {
    return List.of(
        "What was counted or fitted over many cases (means, calibrations, the fit of the strata)"
            + " stays as it is until its stage runs again. The sources are not Assay's: take the"
            + " document out of corpus.sources and the case out of its file, or the next run reads"
            + " them again. A report, page, pack or export that this store's commands wrote and"
            + " that holds it is deleted; the same command writes it without. What cannot be"
            + " reached from here is named with its path, and copies that people made are theirs to"
            + " find. Where something is left the exit code is 1, and each file is named.");
  }

  @Override
  public Map<String, String> texts() {
    return Map.of(
        DOCUMENT,
        "The document: its doc_id, its address (uri), or the last part of that.",
        CASE,
        "The case: its case_id, or the id that your file gave it.",
        WHERE,
        "A condition in SQL on columns of documents, test_cases or responses, such as"
            + " \"attributes['customer'] = '4711'\": everything that meets it.");
  }

  @Override
  public String valueName() {
    return "VALUE";
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
  public List<Stage> stages(AssayConfig config) {
    return List.of();
  }

  @Override
  public void run(Session session) {
    if (session.texts().isEmpty()) {
      throw new UsageException("Say what to forget: --document, --case or --where.");
    }
    if (session.texts().values().stream().anyMatch(String::isBlank)) {
      throw new UsageException("What to forget is blank. Is a variable of the shell not set?");
    }
    Store store = session.runner().store();
    Settled.requireAlone(store, session);
    Settled.require(store);
    String journal = session.loaded().config().llm().journal();
    boolean preview = session.flags().contains(DRY_RUN);
    if (!preview && CallLedger.hasPlace(store, journal)) {
      CallLedger.recover(store, journal);
    }
    Marks marks = marks(store, session.texts());
    if (marks.isEmpty()) {
      throw new StageException(
          "Nothing in the store is that. What earlier versions of the tables hold of what was"
              + " removed from them before goes by 'assay maintain --keep 0d', which keeps of the"
              + " runs only the newest of each stage.");
    }
    session
        .out()
        .printf(
            Locale.ROOT,
            "%,d documents with %,d chunks, %,d cases, %,d responses%n",
            marks.documents().size(),
            marks.chunks().size(),
            marks.cases().size(),
            marks.responses().size());
    remove(session, store, marks, preview);
  }

  private static Marks marks(Store store, Map<String, String> wanted) {
    Selection selection = new Selection(store);
    if (wanted.containsKey(DOCUMENT)) {
      selection.document(wanted.get(DOCUMENT));
    }
    if (wanted.containsKey(CASE)) {
      selection.testCase(wanted.get(CASE));
    }
    if (wanted.containsKey(WHERE)) {
      selection.where(wanted.get(WHERE));
    }
    return selection.complete();
  }

  private static void remove(Session session, Store store, Marks marks, boolean preview) {
    Removal removal = new Removal(store, marks);
    session.out().printf(Locale.ROOT, LINE, "table", "rows that go", "rows changed");
    List<Table> order = new ArrayList<>(Tables.ALL);
    order.removeAll(ROOTS);
    order.addAll(ROOTS);
    order.removeIf(table -> !store.exists(table));
    List<Removal.Found> found = new ArrayList<>();
    for (Table table : order) {
      Removal.Found rows = removal.find(table);
      if (rows.rows() + rows.changed().size() > 0) {
        session.out().printf(Locale.ROOT, LINE, table.name(), rows.rows(), rows.changed().size());
        found.add(rows);
      } else if (Tables.OF_COMMANDS.contains(table)) {
        found.add(rows);
      }
    }
    TextSearch search = marks.search();
    WrittenFiles files = new WrittenFiles(session, store, new ByteSearch(search));
    if (preview) {
      files.holding().forEach(file -> session.out().println("file that goes: " + file));
      say(session, files);
      session
          .out()
          .println("Nothing was changed. All earlier versions of all tables would go as well.");
      return;
    }
    List<Removal.Found> last = found.stream().filter(f -> ROOTS.contains(f.table())).toList();
    found.stream().filter(one -> !last.contains(one)).forEach(removal::apply);
    order.stream().filter(table -> !ROOTS.contains(table)).forEach(table -> prune(store, table));
    files.delete().forEach(file -> session.out().println("deleted: " + file));
    last.forEach(removal::apply);
    PrunedVersions.mark(store, table -> Long.MAX_VALUE);
    order.stream().filter(ROOTS::contains).forEach(table -> prune(store, table));
    prove(session, files, search);
  }

  private static void prune(Store store, Table table) {
    store.upkeep().prune(table, Duration.ZERO);
  }

  private static void prove(Session session, WrittenFiles files, TextSearch search) {
    ByteSearch.Found found = new ByteSearch(search).in(session.spark(), files.everywhere());
    if (!found.holding().isEmpty()) {
      throw new StageException(
          "It still stands in %d of %d files:\n  %s"
              .formatted(
                  found.holding().size(), found.files(), String.join("\n  ", found.holding())));
    }
    session
        .out()
        .printf(
            Locale.ROOT,
            "Looked through %,d files (%,d bytes): none holds a key or a text of it.%n",
            found.files(),
            found.bytes());
    say(session, files);
  }

  private static void say(Session session, WrittenFiles files) {
    files.missed().forEach(copy -> session.out().println("not looked through: " + copy));
  }
}
