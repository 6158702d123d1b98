package dev.assay.jobs.engine;

import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;

/**
 * The times of one run. The newest run of a stage is the one that ended last, so none begins before
 * what the store has seen, wherever this machine's clock stands, and none ends before it began.
 */
final class RunTimes {
  /** Two clocks of one machine differ by less. */
  private static final Duration DRIFT = Duration.ofSeconds(1);

  private final Instant started;
  private final Duration behind;
  private final long begun = System.nanoTime();

  private RunTimes(Instant started, Duration behind) {
    this.started = started;
    this.behind = behind;
  }

  /** Of a run that begins now. */
  static RunTimes of(Store store, Clock clock) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    return last(store)
        .filter(last -> !last.isBefore(now))
        .map(last -> new RunTimes(last.plus(1, ChronoUnit.MICROS), Duration.between(now, last)))
        .orElseGet(() -> new RunTimes(now, Duration.ZERO));
  }

  /** A line for people, where this machine's clock was set back. */
  Optional<String> told() {
    return behind.compareTo(DRIFT) < 0
        ? Optional.empty()
        : Optional.of(
            "the clock of this machine is %d s behind the last run in this store, or was set back;"
                    .formatted(behind.toSeconds())
                + " times of runs count on from that one");
  }

  private static Optional<Instant> last(Store store) {
    if (store.isBlank(Tables.RUNS)) {
      return Optional.empty();
    }
    return store.read(Tables.RUNS).select("started_at", "ended_at").collectAsList().stream()
        .flatMap(RunTimes::times)
        .max(Instant::compareTo);
  }

  private static Stream<Instant> times(Row row) {
    return Stream.of(row.<Timestamp>getAs("started_at"), row.<Timestamp>getAs("ended_at"))
        .filter(Objects::nonNull)
        .map(Timestamp::toInstant);
  }

  Instant started() {
    return started;
  }

  /** When something that happens now happened. */
  Instant now() {
    return started.plusNanos(System.nanoTime() - begun);
  }

  double seconds() {
    return Duration.between(started, now()).toMillis() / 1e3;
  }
}
