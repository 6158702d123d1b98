package dev.assay.jobs.batches;

import dev.assay.spark.RunMetrics;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Console progress of a long stage, on standard error: rows done, and once its {@link Pace} is
 * known, rows a second and time left. On a terminal one line that is redrawn, elsewhere a line
 * every five seconds. Rows may be counted by any number of threads, or read from a counter such as
 * a Spark accumulator.
 */
final class Progress implements AutoCloseable {
  private static final boolean TERMINAL = "1".equals(System.getenv("ASSAY_TTY"));

  private final String label;
  private final long total;
  private final LongAdder steps = new LongAdder();
  private final LongSupplier counter;
  private final PrintStream out;
  private final boolean terminal;
  private final long started = System.nanoTime();
  private final Pace pace = new Pace();
  private final ScheduledExecutorService timer;
  private long shown = -1;

  Progress(
      String label,
      long total,
      LongSupplier counter,
      PrintStream out,
      boolean terminal,
      long millis) {
    this.label = label;
    this.total = total;
    this.counter = counter;
    this.out = out;
    this.terminal = terminal;
    this.timer =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, "progress-" + label);
              thread.setDaemon(true);
              return thread;
            });
    var unused = timer.scheduleAtFixedRate(this::show, millis, millis, TimeUnit.MILLISECONDS);
  }

  /** Progress that {@link #step} counts. */
  static Progress of(String label, long total) {
    return of(label, total, () -> 0);
  }

  /** Progress that is read from a counter, to which {@link #step} adds. */
  static Progress of(String label, long total, LongSupplier counter) {
    RunMetrics.shared().progress(0, total);
    return new Progress(label, total, counter, System.err, TERMINAL, TERMINAL ? 500 : 5000);
  }

  /** Counts rows done. */
  void step(long rows) {
    steps.add(rows);
    RunMetrics.shared().progress(steps.sum() + counter.getAsLong(), total);
  }

  private synchronized void show() {
    long done = steps.sum() + counter.getAsLong();
    if (done == shown && !terminal) {
      return;
    }
    shown = done;
    double seconds = (System.nanoTime() - started) / 1e9;
    pace.saw(seconds, done);
    String line = line(label, done, total, seconds, pace);
    if (terminal) {
      out.print("\r\u001b[2K" + line);
    } else {
      out.println(line);
    }
    out.flush();
  }

  /** Shows the last state and ends the line. */
  @Override
  public void close() {
    timer.shutdownNow();
    show();
    synchronized (this) {
      if (terminal) {
        out.println();
        out.flush();
      }
    }
  }

  /** {@code embed: 1,200 of 4,000 rows (30 %), 150 rows/s, 19 s left}. */
  static String line(String label, long done, long total, double seconds, Pace pace) {
    StringBuilder text = new StringBuilder(label);
    text.append(String.format(Locale.ROOT, ": %,d of %,d rows", done, total));
    if (total > 0) {
      text.append(String.format(Locale.ROOT, " (%d %%)", Math.min(100, done * 100 / total)));
    }
    if (done > 0 && done >= total && seconds > 0) {
      text.append(rate(done / seconds)).append(", ").append(time(seconds));
    } else {
      pace.rate(seconds).ifPresent(rate -> text.append(rate(rate)));
      pace.left(seconds, total)
          .ifPresent(left -> text.append(", ").append(time(left)).append(" left"));
    }
    return text.toString();
  }

  private static String rate(double rate) {
    return String.format(Locale.ROOT, rate < 10 ? ", %.1f rows/s" : ", %,.0f rows/s", rate);
  }

  private static String time(double seconds) {
    Duration time = Duration.ofSeconds(Math.round(Math.min(seconds, 1e9)));
    if (time.toHours() > 0) {
      return time.toHours() + " h " + time.toMinutesPart() + " min";
    }
    return time.toMinutes() > 0
        ? time.toMinutes() + " min " + time.toSecondsPart() + " s"
        : time.toSeconds() + " s";
  }
}
