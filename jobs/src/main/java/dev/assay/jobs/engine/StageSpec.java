package dev.assay.jobs.engine;

import dev.assay.tables.Table;
import java.util.List;

/**
 * What a stage declares of itself.
 *
 * @param name its word on the command line
 * @param reads tables whose content identifies a run together with the configuration
 * @param writes tables that it writes
 * @param keys blocks or keys of the configuration that it follows, for {@code --help}
 */
public record StageSpec(String name, List<Table> reads, List<Table> writes, List<String> keys) {

  /** A stage that touches no table and follows no key. */
  public static StageSpec of(String name) {
    return new StageSpec(name, List.of(), List.of(), List.of());
  }

  /** The same that reads {@code tables}. */
  public StageSpec reads(Table... tables) {
    return new StageSpec(name, List.of(tables), writes, keys);
  }

  /** The same that writes {@code tables}. */
  public StageSpec writes(Table... tables) {
    return new StageSpec(name, reads, List.of(tables), keys);
  }

  /** The same that follows {@code paths} of the configuration. */
  public StageSpec keys(String... paths) {
    return new StageSpec(name, reads, writes, List.of(paths));
  }
}
