package dev.assay.jobs.calls;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max_by;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.struct;

import dev.assay.jobs.batches.CommitBatches;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.StageException;
import dev.assay.llm.CallRecord;
import dev.assay.spark.calls.LedgerRows;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;

/**
 * Table {@code llm_calls} and the journals that have not reached it yet. A journal is read into the
 * table and only then deleted; whoever dies in between leaves it to be read again, which adds
 * nothing.
 */
public final class CallLedger {
  /** Key of a call. */
  static final String CALL = "call_hash";

  /** Column of {@link #index}. */
  static final String SETTLED = "settled";

  /** When a call's result was there. */
  static final String TIME = "called_at";

  /** Whether the table had the call, as one that failed. */
  private static final String AGAIN = "__again";

  private static final String MALFORMED = "parse_failure";

  private final Store store;
  private final JournalPlace place;
  private final FileSystem files;

  /**
   * @param journal directory or URI for journals; empty: beneath the tables
   */
  CallLedger(Store store, String journal) {
    this.store = store;
    this.place = JournalPlace.of(store, journal);
    this.files = place.files();
  }

  /**
   * Which calls the table has, when their results were there, and whether each is settled: need not
   * be made again, since a reply, of whatever form, or a refusal is there. Reads no reply.
   */
  Dataset<Row> index() {
    Dataset<Row> calls = store.read(Tables.LLM_CALLS);
    return calls
        .where(col("status").notEqual(MALFORMED))
        .select(col(CALL), isFinal(col("status")).as(SETTLED), col(TIME))
        .union(
            calls
                .where(col("status").equalTo(MALFORMED))
                .select(col(CALL), col("reply").isNotNull().as(SETTLED), col(TIME)));
  }

  /**
   * The rows of these calls, which ended in {@code span}. Calls of one turn ended together and
   * stand in few files: Delta leaves those of other times alone.
   */
  Dataset<Row> rows(Dataset<Row> hashes, Span span) {
    return store
        .read(Tables.LLM_CALLS)
        .where(span.holds(col(TIME)))
        .join(hashes.select(CALL), RunCoverage.on(List.of(CALL)), "left_semi")
        .select(Tables.LLM_CALLS.columns());
  }

  /** Whether a row of the ledger need not be asked again. */
  public static Column isSettled() {
    Column malformed = col("status").equalTo(MALFORMED).and(col("reply").isNotNull());
    return isFinal(col("status")).or(malformed);
  }

  public static Column isFinal(Column status) {
    return status.isin(CallRecord.FINAL.toArray());
  }

  /**
   * Brings what killed commands left in journals into the table of a store that this command has.
   */
  public static void recover(Store store, String journal) {
    new CallLedger(store, journal).recover();
  }

  /**
   * Lines that cannot be read, of journals that nobody here is writing: a line for each file.
   * Changes nothing: a command that has the store may be at work.
   */
  public static List<String> damaged(Store store, String journal) {
    CallLedger ledger = new CallLedger(store, journal);
    List<String> damaged = new ArrayList<>();
    ledger.place.each(directory -> damaged.addAll(ledger.damaged(directory)));
    return damaged;
  }

  private List<String> damaged(Path directory) throws IOException {
    try {
      return place.isLocal() && WorkLock.isHeld(directory)
          ? List.of()
          : journals(directory).stream()
              .flatMap(file -> LedgerRows.damage(store.spark(), file).stream())
              .toList();
    } catch (FileNotFoundException gone) { // Its command has just brought it into the table.
      return List.of();
    }
  }

  /** Whether there is a directory for journals: tables of a catalog have none of their own. */
  public static boolean hasPlace(Store store, String journal) {
    return !journal.isEmpty() || !store.managed();
  }

  /** Where the journals are, without what other stores have there. */
  public static List<String> places(Store store, String journal) {
    return hasPlace(store, journal)
        ? JournalPlace.of(store, journal).all().stream().map(Path::toString).toList()
        : List.of();
  }

  /** Reads what earlier runs left behind into the table, unless its writer is alive. */
  void recover() {
    place.each(
        directory -> {
          Optional<WorkLock> lock = place.isLocal() ? WorkLock.tried(directory) : Optional.empty();
          if (lock.isPresent() || !place.isLocal()) { // Elsewhere one command at a time runs.
            try (Work mine = new Work(directory, lock)) {
              mine.recover();
            }
          }
        });
  }

  /** A directory for the journals of a new piece of work. */
  Work begin() {
    try {
      Path directory = place.begun();
      return new Work(directory, place.isLocal() ? WorkLock.awaited(directory) : Optional.empty());
    } catch (IOException e) {
      throw new StageException(
          "Journals cannot be written at '" + place.own() + "': " + e + ". Check llm.journal.", e);
    }
  }

  private List<String> journals(Path directory) throws IOException {
    List<String> journals = new ArrayList<>();
    for (FileStatus file : files.listStatus(directory)) {
      if (file.isFile() && !file.getPath().getName().equals(WorkLock.NAME) && file.getLen() > 0) {
        journals.add(file.getPath().toString());
      }
    }
    return journals;
  }

  /** The journals of one piece of work, which are ours. */
  final class Work implements AutoCloseable {
    private final Path directory;
    private final Optional<WorkLock> lock;
    private boolean merged;

    private Work(Path directory, Optional<WorkLock> lock) {
      this.directory = directory;
      this.lock = lock;
    }

    /** As executors are told. */
    String directory() {
      return place.isLocal() ? directory.toUri().getPath() : directory.toString();
    }

    /**
     * Reads the journals into the table and returns their calls as rows of it, kept until they are
     * unpersisted. The journals stay until this is closed: rows that are lost are read again.
     *
     * @param before of the calls that may be in the journals, those that the table has: {@link
     *     #index}
     */
    Dataset<Row> merge(Dataset<Row> before) throws IOException {
      List<String> journals = journals(directory);
      if (journals.isEmpty()) {
        return store
            .spark()
            .createDataFrame(List.of(), Tables.LLM_CALLS.schema())
            .withColumn(AGAIN, lit(false));
      }
      Dataset<Row> known = before.select(col(CALL), col(SETTLED).as("__settled"));
      Dataset<Row> fresh =
          CommitBatches.apart(
                  LedgerRows.read(store.spark(), journals)
                      .groupBy(CALL)
                      .agg(
                          max_by(struct(Tables.LLM_CALLS.columns()), struct(isSettled(), col(TIME)))
                              .as("row"))
                      .select("row.*")
                      .join(known, RunCoverage.on(List.of(CALL)), "left")
                      .where(not(coalesce(col("__settled"), lit(false))))
                      .withColumn(AGAIN, col("__settled").isNotNull())
                      .drop("__settled"))
              .persist(StorageLevel.MEMORY_AND_DISK());
      try {
        put(fresh);
      } finally {
        if (!merged) {
          fresh.unpersist();
        }
      }
      return fresh;
    }

    private void put(Dataset<Row> fresh) {
      Dataset<Row> first = fresh.where(not(col(AGAIN)));
      if (!first.isEmpty()) {
        store.append(Tables.LLM_CALLS, first);
      }
      Dataset<Row> again = fresh.where(col(AGAIN));
      if (!again.isEmpty()) {
        store.merge(Tables.LLM_CALLS, again);
      }
      merged = true;
    }

    /** What a process that died has left. */
    private void recover() throws IOException {
      if (!journals(directory).isEmpty()) {
        merge(index()).unpersist();
      }
    }

    /** Gives the directory up, and removes it unless something is left to be merged. */
    @Override
    public void close() throws IOException {
      if (merged || journals(directory).isEmpty()) {
        if (lock.isPresent()) {
          lock.get().remove();
        }
        files.delete(directory, true);
      }
      if (lock.isPresent()) {
        lock.get().close();
      }
    }
  }
}
