package dev.assay.jobs;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import sun.misc.Signal;

/**
 * What the launcher's process does when it is asked to end (Ctrl-C, SIGTERM): it says so in one
 * line, says no more, and ends with 128 and the signal's number, as shells have it. What it has
 * under way fails; what is stored stays.
 */
final class Signals {
  private static final Map<String, String> NAMES = Map.of("INT", "Ctrl-C", "TERM", "SIGTERM");

  /** What shells add to a signal's number. */
  private static final int BASE = 128;

  /** How long machines are told for. */
  private static final long MOST_MILLIS = 5000;

  private final PrintStream err;
  private final IntConsumer told;
  private final AtomicBoolean ending = new AtomicBoolean();

  private Signals(PrintStream err, IntConsumer told) {
    this.err = err;
    this.told = told;
  }

  /**
   * Watches for them from now on.
   *
   * @param told is given what the process will end with: it stops what else would be logged, and
   *     tells machines
   */
  static Signals watch(PrintStream err, IntConsumer told) {
    Signals signals = new Signals(err, told);
    for (String name : NAMES.keySet()) {
      try {
        Signal.handle(new Signal(name), signals::end);
      } catch (IllegalArgumentException e) {
        // The JVM was told to leave signals alone (-Xrs): then they end it at once.
      }
    }
    return signals;
  }

  /** Whether the process ends by a signal: what fails now failed for that. */
  boolean ending() {
    return ending.get();
  }

  private void end(Signal signal) {
    if (!ending.compareAndSet(false, true)) {
      Runtime.getRuntime().halt(code(signal)); // Asked twice: at once.
    }
    err.printf(
        "assay: stopped by %s. What is stored stays; the same command goes on where it was.%n",
        NAMES.get(signal.getName()));
    System.setErr(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
    Thread exit = new Thread(() -> Ending.exit(code(signal)), "ending");
    Thread telling = new Thread(() -> told.accept(code(signal)), "telling");
    telling.setDaemon(true);
    telling.start();
    try {
      telling.join(MOST_MILLIS); // A file system that does not answer holds up no end.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      exit.start();
    }
  }

  private static int code(Signal signal) {
    return BASE + signal.getNumber();
  }
}
