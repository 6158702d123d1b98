package dev.assay.jobs;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import sun.misc.Signal;

/**
 * What the launcher's process does when it is asked to end (Ctrl-C, SIGTERM): it says so in one
 * line, says no more, and ends with 128 and the signal's number, as shells have it. What it has
 * under way fails; what is stored stays.
 */
final class Signals {
  private static final Map<String, String> NAMES = Map.of("INT", "Ctrl-C", "TERM", "SIGTERM");

  private final PrintStream err;
  private final Runnable quiet;
  private final AtomicBoolean ending = new AtomicBoolean();

  private Signals(PrintStream err, Runnable quiet) {
    this.err = err;
    this.quiet = quiet;
  }

  /**
   * Watches for them from now on.
   *
   * @param quiet stops what else would be logged
   */
  static Signals watch(PrintStream err, Runnable quiet) {
    Signals signals = new Signals(err, quiet);
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
      Runtime.getRuntime().halt(128 + signal.getNumber()); // Asked twice: at once.
    }
    err.printf(
        "assay: stopped by %s. What is stored stays; the same command goes on where it was.%n",
        NAMES.get(signal.getName()));
    System.setErr(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
    quiet.run();
    // Hooks run in exit: the store is given back, temporary files go.
    Thread exit = new Thread(() -> System.exit(128 + signal.getNumber()), "ending");
    exit.start();
  }
}
