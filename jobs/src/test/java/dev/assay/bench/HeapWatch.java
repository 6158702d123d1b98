package dev.assay.bench;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What is alive on the heap over time: work that keeps nothing stays flat. */
final class HeapWatch {
  private static final long EVERY_MS = 30_000;

  private final List<Long> alive = Collections.synchronizedList(new ArrayList<>());

  private HeapWatch() {}

  /** Collects all garbage now and then, and notes what is left. */
  static HeapWatch start() {
    HeapWatch watch = new HeapWatch();
    Thread thread = new Thread(watch::watch, "heap-watch");
    thread.setDaemon(true);
    thread.start();
    return watch;
  }

  private void watch() {
    try {
      while (true) {
        alive.add(now());
        Thread.sleep(EVERY_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long now() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** In MB, from the start to now. */
  String told() {
    List<Long> all = new ArrayList<>(List.copyOf(alive));
    all.add(now());
    return all.stream()
        .map(bytes -> String.format(Locale.ROOT, "%,d", bytes >> 20))
        .collect(
            Collectors.joining(
                ", ", "alive every " + EVERY_MS / 1000 + " s and at the end: ", " MB"));
  }
}
