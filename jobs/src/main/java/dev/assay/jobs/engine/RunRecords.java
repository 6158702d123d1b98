package dev.assay.jobs.engine;

import static org.apache.spark.sql.functions.col;

import dev.assay.tables.NamedRow;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** What one command writes of its runs: their rows, and the configuration that they share. */
final class RunRecords {
  private final Store store;
  private final String name;
  private final String rendered;
  private final String configHash;
  private boolean configured;

  /**
   * @param name {@code run.name}
   * @param rendered the resolved configuration as text, secrets masked
   * @param configHash its hash
   */
  RunRecords(Store store, String name, String rendered, String configHash) {
    this.store = store;
    this.name = name;
    this.rendered = rendered;
    this.configHash = configHash;
  }

  /** Adds the configuration's text once, where the store does not have it. */
  void configuration(Run run) {
    if (configured || !store.isWritable()) { // Of a newer store the row of the run says why.
      return;
    }
    boolean known =
        !store
            .read(Tables.CONFIGURATIONS)
            .where(col("config_hash").equalTo(configHash))
            .select("config_hash")
            .isEmpty();
    if (!known) {
      Row row =
          NamedRow.of(Tables.CONFIGURATIONS)
              .set("config_hash", configHash)
              .set("config", rendered)
              .set("first_at", run.time())
              .build();
      // A command that only reads may add it beside this one.
      store.insertMissing(Tables.CONFIGURATIONS, frame(Tables.CONFIGURATIONS, row));
    }
    configured = true;
  }

  void append(Row row) {
    store.append(Tables.RUNS, frame(Tables.RUNS, row));
  }

  void replace(Row row) {
    store.replace(
        Tables.RUNS, frame(Tables.RUNS, row), col("run_id").equalTo(row.<String>getAs("run_id")));
  }

  private Dataset<Row> frame(Table table, Row row) {
    return store.spark().createDataFrame(List.of(row), table.schema());
  }

  /** What every row of a run says, in each table of runs, by column. */
  Map<String, String> common(Run run) {
    return Map.of(
        "run_id", run.runId(),
        "name", name,
        "stage", run.stage(),
        "config_hash", configHash,
        "code_version", Version.current());
  }

  /**
   * The row of {@code runs}.
   *
   * @param ofNight whether the stage's work is another every night
   */
  Row row(Run run, boolean ofNight, String status, Instant ended, Counts counts, String error) {
    Map<String, Long> versions = new HashMap<>();
    if (ended != null) {
      for (Table table : Tables.ALL) {
        long version = store.version(table);
        if (version >= 0) {
          versions.put(table.name(), version);
        }
      }
    }
    NamedRow row = NamedRow.of(Tables.RUNS);
    common(run).forEach(row::set);
    return row.set("table_versions", versions)
        .set("started_at", run.time())
        .set("ended_at", ended == null ? null : Timestamp.from(ended))
        .set("status", status)
        .set("counts", counts.values())
        .set("error", error)
        .set(Table.NIGHT, ofNight ? store.night() : null)
        .build();
  }
}
