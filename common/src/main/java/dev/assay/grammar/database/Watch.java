package dev.assay.grammar.database;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends a statement that takes too long. Drivers differ in what they make of a query timeout
 * (SQLite's waits for locks only); all can be told to cancel.
 */
final class Watch {
  private static final ScheduledExecutorService CLOCK =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "assay-statement-timeout");
            thread.setDaemon(true);
            return thread;
          });

  private final AtomicBoolean ended = new AtomicBoolean();
  private Future<?> alarm;

  private Watch() {}

  static Watch none() {
    return new Watch();
  }

  static Watch over(Statement statement, double seconds) {
    Watch watch = new Watch();
    watch.alarm =
        CLOCK.schedule(
            () -> watch.end(statement), Math.round(seconds * 1000), TimeUnit.MILLISECONDS);
    return watch;
  }

  boolean ended() {
    return ended.get();
  }

  void close() {
    if (alarm != null) {
      alarm.cancel(false);
    }
  }

  private void end(Statement statement) {
    ended.set(true);
    try {
      statement.cancel();
    } catch (SQLException done) {
      // It came to its own end meanwhile.
    }
  }
}
