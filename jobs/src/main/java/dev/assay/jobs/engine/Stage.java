package dev.assay.jobs.engine;

import dev.assay.config.AssayConfig;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.stream.Stream;

/** One stage: a function from tables to tables that computes what is missing and nothing else. */
public interface Stage {

  /** Its name, tables and keys. */
  StageSpec spec();

  /** Its name on the command line. */
  default String name() {
    return spec().name();
  }

  /** Tables that it reads; their content identifies a run together with the configuration. */
  default List<Table> reads() {
    return spec().reads();
  }

  /** The same where the configuration has a say. */
  default List<Table> reads(AssayConfig config) {
    return reads();
  }

  /** Tables that it writes. */
  default List<Table> writes() {
    return spec().writes();
  }

  /** Computes and stores what is missing. */
  Counts run(Run run);

  /** Further paragraphs for {@code --help}, such as the evaluators that there are. */
  default List<String> help() {
    return List.of();
  }

  /** What it would do, told without Spark and without reading a table, for {@code --dry-run}. */
  default Plan plan(AssayConfig config) {
    return Plan.UNKNOWN_INPUT;
  }

  /**
   * Refuses a configuration that names what there is not, where the configuration alone tells:
   * before Spark starts, and with {@code --dry-run}.
   */
  default void check(AssayConfig config) {}

  /**
   * What it reads besides tables and configuration, such as the versions and hashes of prompt
   * files: where it changes, the work is another. Empty text: nothing.
   */
  default String files(AssayConfig config) {
    return "";
  }

  /**
   * A hash of what it goes by in tables that it does not go by as a whole, such as those that hold
   * what follows from its own rows: where it changes, the work is another. Empty text: nothing.
   */
  default String seen(Store store, AssayConfig config) {
    return "";
  }

  /**
   * Whether what it reads besides tables is known to be little, so that queries over it are not
   * worth compiling.
   */
  default boolean fewFromOutside(AssayConfig config) {
    return true;
  }

  /**
   * Tables of its own that must stand as the finished run left them for it to be skipped: those
   * that other commands write as well.
   */
  default List<Table> shared() {
    return List.of();
  }

  /**
   * Whether its work is another every night, {@code run.key}: that of stages which read or write
   * answers, or what is said of them.
   */
  default boolean isOfNight(AssayConfig config) {
    return Stream.concat(reads().stream(), writes().stream()).anyMatch(Table::apart);
  }

  /**
   * Whether it goes by the rows of all nights in {@code table}, which keeps them apart: labels of
   * one may hold in another.
   */
  default boolean readsAllNights(Table table) {
    return table == Tables.LABELS;
  }

  /** Whether a finished run with the same configuration and input may be skipped. */
  default boolean skippable() {
    return true;
  }

  /** The same where the configuration has a say. */
  default boolean skippable(AssayConfig config) {
    return skippable();
  }
}
