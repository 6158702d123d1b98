package dev.assay.jobs.stores;

import dev.assay.config.AssayConfig;
import dev.assay.jobs.calls.CallLedger;
import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.UsageException;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import dev.assay.tables.Upkeep;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The command that keeps a store small. */
public record MaintainAction() implements Action {
  private static final String KEEP = "--keep";
  private static final String LEDGER = "--ledger";
  private static final String LINE = "%-18s %10s %8s %14s %14s%n";
  private static final Pattern TIME = Pattern.compile("(?<number>\\d{1,5})(?<unit>[hdw])");
  private static final Map<String, Duration> UNITS =
      Map.of("h", Duration.ofHours(1), "d", Duration.ofDays(1), "w", Duration.ofDays(7));

  @Override
  public String name() {
    return "maintain";
  }

  @Override
  public List<String> details() {
    return List.of(
        "Answers, scores and labels stay, whatever their age: nothing that the newest results rest"
            + " on is deleted. A call that leaves the ledger is made again, and paid again, if"
            + " something asks for it.");
  }

  @Override
  public Map<String, String> texts() {
    return Map.of(KEEP, "How long to keep: hours, days or weeks, such as 12h, 30d or 8w.");
  }

  @Override
  public Map<String, String> flags() {
    return Map.of(LEDGER, "Remove calls with replies from the ledger as well.");
  }

  @Override
  public String valueName() {
    return "TIME";
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
    Duration keep = keep(session.texts().getOrDefault(KEEP, ""));
    Store store = session.runner().store();
    Settled.requireAlone(store, session);
    Settled.require(store);
    boolean preview = session.flags().contains(DRY_RUN);
    String journal = session.loaded().config().llm().journal();
    if (!preview && CallLedger.hasPlace(store, journal)) {
      CallLedger.recover(store, journal);
    }
    OldRows old =
        OldRows.find(
            store,
            Instant.now().minus(keep),
            session.flags().contains(LEDGER),
            session.loaded().config().baseline());
    PrintStream out = session.out();
    out.println(old);
    if (!preview) {
      old.delete();
    }
    List<Table> tables = Tables.ALL.stream().filter(store::exists).toList();
    if (!preview) {
      tables.forEach(store.upkeep()::compact);
    }
    tell(out, store, tables, keep);
    if (preview) {
      out.println("Nothing was changed. What would be freed is more: rows that go are not in it.");
      return;
    }
    PrunedVersions.mark(
        store, table -> keep.isZero() ? Long.MAX_VALUE : store.upkeep().oldest(table, keep));
    for (Table table : tables) {
      store.upkeep().prune(table, keep);
    }
    out.println("Done.");
  }

  private static void tell(PrintStream out, Store store, List<Table> tables, Duration keep) {
    out.printf(Locale.ROOT, LINE, "table", "rows", "files", "bytes", "bytes that go");
    long bytes = 0;
    long unneeded = 0;
    for (Table table : tables) {
      Upkeep.Size size = store.upkeep().size(table, keep);
      bytes += size.bytes();
      unneeded += Math.max(0, size.unneeded());
      out.printf(
          Locale.ROOT,
          LINE,
          table.name(),
          store.read(table.ofAllNights()).count(),
          size.files(),
          "%,d".formatted(size.bytes()),
          size.unneeded() < 0 ? "?" : "%,d".formatted(size.unneeded()));
    }
    out.printf(
        Locale.ROOT, LINE, "together", "", "", "%,d".formatted(bytes), "%,d".formatted(unneeded));
  }

  /** The time that is written, such as 30d. */
  static Duration keep(String written) {
    Matcher time = TIME.matcher(written);
    if (!time.matches()) {
      throw new UsageException(
          written.isEmpty()
              ? "Say how long to keep: --keep 30d."
              : "--keep is '%s'. Allowed: hours, days or weeks, such as 12h, 30d or 8w."
                  .formatted(written));
    }
    return UNITS.get(time.group("unit")).multipliedBy(Long.parseLong(time.group("number")));
  }
}
