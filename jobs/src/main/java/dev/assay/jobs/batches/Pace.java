package dev.assay.jobs.batches;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.OptionalDouble;

/**
 * How fast a stage goes of late, from when how many rows were done; times are seconds since its
 * begin. What passes until the first rows (models are loaded, executors start) comes once and says
 * nothing of the others; so do rows that come right after them, which were begun as early. Nothing
 * is said before rows have come {@value #LEAST_STEPS} more times, over {@value #LEAST_SECONDS} s.
 */
final class Pace {
  private static final int LEAST_STEPS = 2;
  private static final double LEAST_SECONDS = 5;
  private static final double LATE_SECONDS = 60;

  /** Rows that come within this share of the time until the first ones were begun with them. */
  private static final double TOGETHER = 0.1;

  private final Deque<Seen> late = new ArrayDeque<>();
  private double first = Double.NaN;

  private record Seen(double seconds, long done) {}

  /** Notes how many rows are done; where no more are than before, nothing. */
  void saw(double seconds, long done) {
    long before = late.isEmpty() ? 0 : late.getLast().done();
    if (done <= before) {
      return;
    }
    if (late.isEmpty()) {
      first = seconds;
    } else if (seconds <= first * (1 + TOGETHER)) {
      late.clear();
    }
    late.addLast(new Seen(seconds, done));
    while (late.size() > LEAST_STEPS + 1 && seconds - second().seconds() >= LATE_SECONDS) {
      late.removeFirst();
    }
  }

  private Seen second() {
    Iterator<Seen> each = late.iterator();
    each.next();
    return each.next();
  }

  /** Rows a second of late; empty while too little is known. */
  OptionalDouble rate(double now) {
    if (late.size() <= LEAST_STEPS) {
      return OptionalDouble.empty();
    }
    Seen from = late.getFirst();
    Seen last = late.getLast();
    double seconds = last.seconds() - from.seconds();
    if (seconds < LEAST_SECONDS) {
      return OptionalDouble.empty();
    }
    // Rows that are long in coming make it slower, from when they should have been there.
    double waited = now - last.seconds() - seconds / (late.size() - 1);
    return OptionalDouble.of((last.done() - from.done()) / (seconds + Math.max(0, waited)));
  }

  /** Seconds until {@code total} rows are done; empty while too little is known. */
  OptionalDouble left(double now, long total) {
    OptionalDouble rate = rate(now);
    if (rate.isEmpty()) {
      return rate;
    }
    Seen last = late.getLast();
    double whole = (total - last.done()) / rate.getAsDouble();
    return OptionalDouble.of(Math.max(0, whole - (now - last.seconds())));
  }
}
