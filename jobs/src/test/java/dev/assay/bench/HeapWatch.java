package dev.assay.bench;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/** What is left on the heap after collections, over time: work that keeps nothing stays flat. */
final class HeapWatch {
  private static final int PARTS = 4;

  private final long start = System.nanoTime();
  private final List<long[]> seen = Collections.synchronizedList(new ArrayList<>());

  private HeapWatch() {}

  static HeapWatch start() {
    HeapWatch watch = new HeapWatch();
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (collector instanceof NotificationEmitter emitter) {
        emitter.addNotificationListener(
            (notification, back) -> watch.add((CompositeData) notification.getUserData()),
            null,
            null);
      }
    }
    return watch;
  }

  private void add(CompositeData data) {
    long used =
        GarbageCollectionNotificationInfo.from(data)
            .getGcInfo()
            .getMemoryUsageAfterGc()
            .entrySet()
            .stream()
            .filter(pool -> !pool.getKey().matches("(?i).*(metaspace|code|class).*"))
            .map(java.util.Map.Entry::getValue)
            .mapToLong(MemoryUsage::getUsed)
            .sum();
    seen.add(new long[] {System.nanoTime() - start, used});
  }

  /** The least that was left in each quarter of the time so far, in MB. */
  String quarters() {
    long end = System.nanoTime() - start + 1;
    List<long[]> all = List.copyOf(seen);
    return IntStream.range(0, PARTS)
        .mapToObj(
            part ->
                all.stream()
                    .filter(one -> one[0] * PARTS / end == part)
                    .mapToLong(one -> one[1])
                    .min()
                    .stream()
                    .mapToObj(bytes -> String.format(Locale.ROOT, "%,d", bytes >> 20))
                    .findFirst()
                    .orElse("-"))
        .collect(Collectors.joining(", ", "left after collections in each quarter: ", " MB"));
  }
}
