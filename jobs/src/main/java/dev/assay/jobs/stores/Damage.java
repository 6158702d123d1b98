package dev.assay.jobs.stores;

import dev.assay.tables.Store;
import dev.assay.tables.Table;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Tables whose files are not what they were: a truncated log, a missing or spoiled Parquet file.
 */
final class Damage {
  /** The last part of a path to a file of Delta, wherever a message quotes it. */
  private static final Pattern FILE =
      Pattern.compile("[A-Za-z0-9._=-]{1,200}\\.(?:parquet|json|checkpoint|crc)\\b");

  private Damage() {}

  /**
   * What is wrong with the files of {@code table}, as a line; empty where all of it can be read.
   */
  static Optional<String> of(Store store, Table table) {
    try {
      if (!store.exists(table)) {
        return Optional.empty();
      }
      Dataset<Row> rows = store.read(table);
      if (store.isSmall(table)) {
        rows.collectAsList(); // By the driver, which has them: no job is run.
      } else {
        rows.foreach(row -> {});
      }
      return store
          .upkeep()
          .logDamage(table)
          .map(
              damage ->
                  "%s: %s. The table can still be read: put the file back from a copy before anything is written"
                      .formatted(table.name(), damage));
    } catch (Exception e) { // Scala throws checked exceptions undeclared.
      return Optional.of(told(store, table, e));
    }
  }

  private static String told(Store store, Table table, Throwable failure) {
    String file = "";
    String message = "";
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < 20; depth++) {
      message = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
      Matcher named = FILE.matcher(String.valueOf(cause.getMessage()));
      if (named.find()) {
        file = named.group();
      }
      cause = cause.getCause();
    }
    return "%s: cannot be read%s: %s. Put the file back from a copy, or go back to an older version (RESTORE TABLE %s TO VERSION AS OF n; DESCRIBE HISTORY lists them)"
        .formatted(
            table.name(),
            file.isEmpty() ? "" : " (file " + file + ")",
            message,
            store.sqlName(table));
  }
}
