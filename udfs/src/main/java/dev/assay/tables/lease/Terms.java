package dev.assay.tables.lease;

import java.time.Duration;

/**
 * The times of a lease.
 *
 * @param beat how often a holder says that he lives
 * @param stale how long he may be silent
 * @param look how often who waits looks again
 * @param settle what two that try at once give each other
 */
record Terms(Duration beat, Duration stale, Duration look, Duration settle) {
  static final Terms USUAL =
      new Terms(
          Duration.ofSeconds(15),
          Duration.ofSeconds(120),
          Duration.ofSeconds(2),
          Duration.ofMillis(100));
}
