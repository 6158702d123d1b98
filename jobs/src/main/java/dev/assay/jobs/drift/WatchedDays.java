package dev.assay.jobs.drift;

import dev.assay.stats.Intervals;
import dev.assay.stats.Observation;
import dev.assay.stats.Range;
import dev.assay.stats.drift.EProcess;
import dev.assay.tables.NamedRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * The days of a system and metric, one after another: of each its mean is a bet, and the first one
 * says what days should be in the mean. One day is held at a time.
 */
final class WatchedDays {
  /** {@code groups}: of the first day; {@code days}: those after it. */
  static final StructType SCHEMA =
      StructType.fromDDL(
          "system STRING, metric STRING, evidence DOUBLE, p DOUBLE, groups BIGINT, days BIGINT");

  private final int least;
  private final double level;
  private final List<Observation> groups = new ArrayList<>();
  private String day = "";
  private Optional<EProcess> process = Optional.empty();
  private int first;
  private int later;

  /**
   * @param least groups of a day that counts
   * @param level of the first day's interval
   */
  WatchedDays(int least, double level) {
    this.least = least;
    this.level = level;
  }

  /** Takes a group's value, in [0, 1]; days come in order. */
  void add(String of, Observation value) {
    if (!of.equals(day)) {
      close();
      day = of;
    }
    groups.add(value);
  }

  private void close() {
    if (groups.size() >= least) {
      process.ifPresentOrElse(this::bet, this::begin);
    }
    groups.clear();
  }

  private void begin() {
    double low = Intervals.linearised(groups, Range.SHARE, level).orElseThrow().low().orElse(0);
    process = Optional.of(new EProcess(Math.max(1e-3, Math.min(1 - 1e-3, low))));
    first = groups.size();
  }

  private void bet(EProcess all) {
    all.add(Math.min(1, Intervals.estimate(groups).orElseThrow()));
    later++;
  }

  /** A row of {@link #SCHEMA} for {@code cell}, after the last value; nothing of a single day. */
  Optional<Row> row(Row cell) {
    close();
    return process
        .filter(all -> later > 0)
        .map(
            all ->
                NamedRow.of(SCHEMA)
                    .copy(cell, "system", "metric")
                    .set("evidence", all.value())
                    .set("p", all.p())
                    .set("groups", (long) first)
                    .set("days", (long) later)
                    .build());
  }
}
