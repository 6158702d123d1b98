package dev.assay.tables;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.SparkSession;

/** Makes tables what is declared, each once for a store. */
final class Opening {
  private final SparkSession spark;
  private final Location location;
  private final DeltaState state;
  private final Evolution evolution;
  private final Map<String, Boolean> made = new ConcurrentHashMap<>();
  private final Map<String, Boolean> opened = new ConcurrentHashMap<>();

  Opening(SparkSession spark, Location location, DeltaState state, Evolution evolution) {
    this.spark = spark;
    this.location = location;
    this.state = state;
    this.evolution = evolution;
  }

  /** For reading: creates the table where it is missing. */
  void make(Table table) {
    made.computeIfAbsent(
        table.name(),
        name -> {
          if (state.version(table) < 0) {
            create(table);
          }
          return true;
        });
  }

  private void create(Table table) {
    state.forget(table);
    try {
      new Definitions(spark, location).create(table.ofAllNights());
    } catch (StoreException e) {
      if (state.version(table) < 0) { // Else another command was faster.
        throw e;
      }
    }
  }

  /**
   * All tables, side by side.
   *
   * @param write whether for writing
   */
  void all(boolean write) {
    Concurrently.run(
        spark,
        Tables.ALL.stream()
            .<Runnable>map(table -> write ? () -> open(table) : () -> make(table))
            .toList());
  }

  /** For writing: brings the table to its version as well. */
  void open(Table table) {
    JobLabel.step(
        spark,
        "opening " + table.name(),
        () -> {
          make(table);
          opened.computeIfAbsent(
              table.name(),
              name -> {
                evolution.open(table);
                return true;
              });
        });
  }
}
