package dev.assay.jobs.engine;

import dev.assay.config.AssayConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.tables.Store;
import dev.assay.tables.lease.StoreLease;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A command that has the store for itself while it writes to it. */
public record Exclusive(Action action) implements Action {
  private static final String WAIT = "--wait";

  @Override
  public String name() {
    return action.name();
  }

  @Override
  public String meaning() {
    return action.meaning();
  }

  @Override
  public List<String> details() {
    return action.details();
  }

  @Override
  public Map<String, String> flags() {
    return action.flags();
  }

  @Override
  public Map<String, String> numbers() {
    Map<String, String> numbers = new TreeMap<>(action.numbers());
    numbers.put(
        WAIT,
        "Minutes to wait where another command is writing to the store; without it this one ends"
            + " at once and says which.");
    return numbers;
  }

  @Override
  public Map<String, String> texts() {
    return action.texts();
  }

  @Override
  public String valueName() {
    return action.valueName();
  }

  @Override
  public Map<String, String> settings() {
    return action.settings();
  }

  @Override
  public ConfigLoader base() {
    return action.base();
  }

  @Override
  public boolean previews() {
    return action.previews();
  }

  @Override
  public boolean writes(Session session) {
    return action.writes(session);
  }

  @Override
  public List<Stage> stages(AssayConfig config) {
    return action.stages(config);
  }

  @Override
  public void run(Session session) {
    Store store = session.runner().store();
    Optional<String> place = place(store, session.loaded().config());
    if (place.isEmpty() || !writes(session)) {
      recorded(session);
      return;
    }
    Duration wait = Duration.ofMinutes(Math.max(0, session.numbers().getOrDefault(WAIT, 0)));
    try (StoreLease lease =
        StoreLease.take(
            session.spark().sessionState().newHadoopConf(),
            place.get(),
            name(),
            wait,
            told -> System.err.println(name() + ": " + told))) {
      store.fencedBy(lease::check, true);
      KilledRuns.close(store);
      RunHistory.complete(store);
      recorded(session);
    } finally {
      store.fencedBy(() -> {}, false);
    }
  }

  private void recorded(Session session) {
    try {
      action.run(session);
    } catch (Throwable failure) {
      try {
        session.runner().keepHistory();
      } catch (Exception second) { // The disk may be full: what failed first is what counts.
        failure.addSuppressed(second);
      }
      throw failure;
    }
    session.runner().keepHistory();
  }

  /** Where claims stand; nowhere for tables of a catalog whose journals have no directory. */
  static Optional<String> place(Store store, AssayConfig config) {
    if (!store.managed()) {
      return Optional.of(store.path("").replaceAll("(?<!/)/++$", ""));
    }
    String journal = config.llm().journal();
    return journal.isEmpty()
        ? Optional.empty()
        : Optional.of(journal + "/" + config.store().catalog() + "." + config.store().schema());
  }
}
