package dev.assay.grammar.database;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends a statement that takes too long. Drivers differ in what they make of a query timeout
 * (SQLite's waits for locks only); all can be told to cancel.
 */
final class Watch {
  private static final ScheduledThreadPoolExecutor CLOCK = clock();

  private final AtomicBoolean ended = new AtomicBoolean();
  private Future<?> alarm;

  private Watch() {}

  private static ScheduledThreadPoolExecutor clock() {
    ScheduledThreadPoolExecutor clock =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, "assay-statement-timeout");
              thread.setDaemon(true);
              return thread;
            });
    // Thousands of statements end long before their time; none of them is kept until then.
    clock.setRemoveOnCancelPolicy(true);
    return clock;
  }

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
