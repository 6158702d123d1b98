package dev.assay.tables;

import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import scala.runtime.AbstractFunction0;

/**
 * What keeps a store small, and takes from the disk what was deleted from its tables: files and log
 * entries that only old versions need go. Which versions stay, {@link #oldest} says.
 */
public final class Upkeep {
  private static final String CHECK = "spark.databricks.delta.retentionDurationCheck.enabled";

  /** Compacting fewer files costs more than it saves. */
  private static final long FEW_FILES = 4;

  /** Who vacuums by hand, without saying for how long, shall not take what is being read. */
  private static final Duration LEAST_RETAINED = Duration.ofDays(7);

  /**
   * What a command has written and not committed for so long, it will not commit any more. Delta
   * takes whole hours.
   */
  private static final Duration UNCOMMITTED = Duration.ofHours(1);

  private final SparkSession spark;
  private final Location location;
  private final DeltaState state;
  private final Runnable fence;

  /**
   * @param fence asked before anything is deleted; it throws where that may not be
   */
  Upkeep(SparkSession spark, Location location, DeltaState state, Runnable fence) {
    this.spark = spark;
    this.location = location;
    this.state = state;
    this.fence = fence;
  }

  /**
   * What a table takes.
   *
   * @param files of the newest version
   * @param bytes of the newest version
   * @param unneeded bytes of files and log entries that go; −1 where that cannot be told here
   */
  public record Size(long files, long bytes, long unneeded) {}

  /** What an existing table takes, and what of it goes where {@code keep} is kept. */
  public Size size(Table table, Duration keep) {
    Row detail = location.delta(spark, table).detail().select("numFiles", "sizeInBytes").head();
    Instant cut = Instant.now().minus(keep);
    long unneeded =
        state.log(table).map(log -> log.unneeded(cut) + log.bytesBefore(log.at(cut))).orElse(-1L);
    return new Size(detail.getAs("numFiles"), detail.getAs("sizeInBytes"), unneeded);
  }

  /**
   * What is wrong with the files of a table's log, though the table can be read: the first of it,
   * as a line without the table's name.
   */
  public Optional<String> logDamage(Table table) {
    return state.log(table).flatMap(TableLog::damage);
  }

  /** Makes large files of many small ones; returns whether there were many. */
  public boolean compact(Table table) {
    long files = location.delta(spark, table).detail().select("numFiles").head().getAs("numFiles");
    if (files > FEW_FILES) {
      spark.sql("OPTIMIZE " + location.sqlName(table));
    }
    return files > FEW_FILES;
  }

  /** The oldest version that can be read once {@link #prune} has kept {@code keep}. */
  public long oldest(Table table, Duration keep) {
    if (keep.isZero()) {
      return state.version(table); // Whatever the clock of the file system says.
    }
    Instant cut = Instant.now().minus(keep);
    return state.log(table).map(log -> log.at(cut)).orElseGet(() -> history(table, cut));
  }

  /**
   * Deletes the files and log entries of versions that were no longer the newest {@code keep} ago.
   * With no time to keep, nothing of an earlier version is left: neither rows nor what the log
   * repeats of them (Delta keeps the least and the greatest value of each column). Who reads an
   * earlier version meanwhile fails.
   *
   * <p>Of tables in which commands that only read write their runs, at any time, what is in no
   * version yet and young is spared: a row that is just being written would be gone, and with it
   * all that stand in its file.
   */
  public void prune(Table table, Duration keep) {
    fence.run();
    Optional<TableLog> log = state.log(table);
    Duration spared = Tables.OF_COMMANDS.contains(table) ? UNCOMMITTED : Duration.ZERO;
    boolean sparing = keep.compareTo(spared) < 0;
    // Asked before they are forgotten: these were committed, however young they are.
    List<Path> removed = sparing ? log.map(TableLog::removed).orElse(List.of()) : List.of();
    String before = spark.conf().get(CHECK, "true");
    if (keep.isZero()) {
      // The newest version is one whose entry repeats nothing of any row, and whose checkpoint
      // names no file that is gone.
      retain(table, "interval 0 hours");
    } else {
      Duration known = keep.compareTo(LEAST_RETAINED) < 0 ? LEAST_RETAINED : keep;
      retain(table, "interval " + known.toHours() + " hours");
    }
    long oldest = oldest(table, keep);
    spark.conf().set(CHECK, "false");
    try {
      long hours = (sparing ? spared : keep).toHours();
      vacuum("VACUUM " + location.sqlName(table) + " RETAIN " + hours + " HOURS");
    } finally {
      spark.conf().set(CHECK, before);
    }
    log.ifPresent(one -> one.delete(removed));
    log.ifPresent(one -> one.shorten(oldest, spared));
    if (log.isPresent()) {
      DeltaLog.clearCache(); // It may hold versions whose entries are gone.
    }
    if (keep.isZero()) {
      retain(table, Definitions.KEPT);
    }
  }

  /** The directory of an existing table. */
  public String place(Table table) {
    return location.delta(spark, table).detail().select("location").head().getAs("location");
  }

  /** Delta prints how many files went, which is ours to say. */
  private void vacuum(String statement) {
    scala.Console.withOut(
        OutputStream.nullOutputStream(),
        new AbstractFunction0<Object>() {
          @Override
          public Object apply() {
            return spark.sql(statement);
          }
        });
  }

  /** How long checkpoints name a file that was removed: where it differs, once. */
  private void retain(Table table, String wanted) {
    boolean same =
        state
            .stored(table)
            .map(stored -> wanted.equals(stored.properties().get(Definitions.FILES)))
            .orElse(true);
    if (!same) {
      spark.sql(
          "ALTER TABLE %s SET TBLPROPERTIES ('%s' = '%s')"
              .formatted(location.sqlName(table), Definitions.FILES, wanted));
    }
  }

  private long history(Table table, Instant cut) {
    return location.delta(spark, table).history().collectAsList().stream()
        .filter(row -> !row.<java.sql.Timestamp>getAs("timestamp").toInstant().isAfter(cut))
        .mapToLong(row -> row.<Long>getAs("version"))
        .max()
        .orElse(0);
  }
}
