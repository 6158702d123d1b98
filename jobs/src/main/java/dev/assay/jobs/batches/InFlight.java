package dev.assay.jobs.batches;

import dev.assay.jobs.engine.StageException;
import dev.assay.tables.Failures;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.apache.spark.sql.SparkSession;

/**
 * Runs pieces of work in the order given, at most a few at once, and measures their rate. After a
 * failure nothing new starts; what runs already ends, and the first failure is thrown.
 */
final class InFlight implements AutoCloseable {
  private final SparkSession spark;
  private final int most;
  private final Semaphore free;
  private final ExecutorService pool;
  private final Deque<Long> ends = new ArrayDeque<>();
  private final Deque<Long> done = new ArrayDeque<>();
  private Throwable failure;

  InFlight(SparkSession spark, int most) {
    this.spark = spark;
    this.most = most;
    this.free = new Semaphore(most);
    this.pool = Executors.newFixedThreadPool(most);
    ends.add(System.nanoTime());
  }

  /** Returns when another piece may start; throws what a piece has thrown. */
  void await() {
    acquire(1);
    free.release();
    rethrow();
  }

  /** Starts a piece of {@code rows} rows as soon as there is room for it. */
  void start(long rows, Runnable piece) {
    acquire(1);
    pool.execute(
        () -> {
          try {
            SparkSession.setActiveSession(spark);
            piece.run();
            ended(rows);
          } catch (Throwable e) { // Scala throws checked exceptions undeclared.
            failed(e);
          } finally {
            free.release();
          }
        });
  }

  /** Returns when every piece has ended; throws what a piece has thrown. */
  void finish() {
    acquire(most);
    free.release(most);
    rethrow();
  }

  /**
   * Rows a second over the last pieces, as many as may run at once: two that overlap may end
   * together, so the time between two ends says nothing. 0 before the first has ended.
   */
  synchronized double rate() {
    if (done.isEmpty()) {
      return 0;
    }
    long rows = done.stream().mapToLong(Long::longValue).sum();
    return rows / Math.max((ends.getLast() - ends.getFirst()) / 1e9, 1e-3);
  }

  private synchronized void ended(long rows) {
    done.add(rows);
    ends.add(System.nanoTime());
    while (done.size() > most) {
      done.removeFirst();
      ends.removeFirst();
    }
  }

  private synchronized void failed(Throwable e) {
    if (failure == null) {
      failure = e;
    } else if (failure != e) {
      failure.addSuppressed(e);
    }
  }

  private void acquire(int permits) {
    try {
      free.acquire(permits);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StageException("Interrupted between two batches: run the same command again", e);
    }
  }

  private synchronized void rethrow() {
    if (failure != null) {
      throw Failures.rethrown(failure);
    }
  }

  /** Waits for what runs; pieces that are interrupted would leave half a commit to clean up. */
  @Override
  public void close() {
    pool.shutdown();
    free.acquireUninterruptibly(most);
    free.release(most);
  }
}
