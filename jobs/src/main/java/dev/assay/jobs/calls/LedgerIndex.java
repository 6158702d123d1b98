package dev.assay.jobs.calls;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import dev.assay.jobs.batches.CommitBatches;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;

/**
 * Which calls the ledger has, for all the pieces of a stage that ask: what it had at the first is
 * read once and kept; of what was added since, the files of that time are read.
 */
final class LedgerIndex implements AutoCloseable {
  /** By which the clocks of executors, which say when a call ended, may be behind the driver's. */
  private static final Duration SKEW = Duration.ofHours(1);

  private Optional<Dataset<Row>> before = Optional.empty();
  private Instant since = Instant.MAX;

  /**
   * Rows of {@link CallLedger#index}. A call may have two: one as it was at the first piece, and
   * one as it is.
   */
  Dataset<Row> rows(CallLedger ledger) {
    if (before.isEmpty()) {
      since = Instant.now().minus(SKEW);
      ledger.recover();
      before =
          Optional.of(CommitBatches.apart(ledger.index()).persist(StorageLevel.MEMORY_AND_DISK()));
      return before.get();
    }
    Dataset<Row> added = ledger.index().where(col(CallLedger.TIME).geq(lit(Timestamp.from(since))));
    return before.get().union(added);
  }

  @Override
  public void close() {
    before.ifPresent(Dataset::unpersist);
    before = Optional.empty();
  }
}
