package dev.assay.report;

import dev.assay.core.Direction;
import dev.assay.report.Findings.Cell;
import dev.assay.report.Findings.Decided;
import dev.assay.report.Findings.Mean;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Whether a system holds up in one topic or in all. It holds where the bad end of the interval
 * reaches the bar, fails where the good end does not, and is undecided between. The bar is 1 − α of
 * answers passing on a calibrated scale, the metric's threshold on its own.
 */
final class Trust {

  enum Level {
    HOLDS("holds"),
    UNDECIDED("undecided"),
    FAILS("fails"),
    UNKNOWN("too little data");

    private final String words;

    Level(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  /** One judgment; {@code n} counts groups. */
  record Judgment(
      Level level, OptionalDouble estimate, OptionalDouble low, OptionalDouble high, long n) {
    static final Judgment NONE =
        new Judgment(
            Level.UNKNOWN,
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            0);
  }

  private final Findings findings;
  private final Headline headline;
  private final int minGroups;

  Trust(Findings findings, Headline headline, int minGroups) {
    this.findings = findings;
    this.headline = headline;
    this.minGroups = minGroups;
  }

  /** What must be reached. */
  OptionalDouble bar() {
    return calibrated()
        ? OptionalDouble.of(1 - headline.calibration().orElseThrow().alpha())
        : headline.metric().threshold();
  }

  Judgment overall(String system) {
    return judge(system, Slice.ALL, "");
  }

  Judgment topic(String system, Findings.Topic topic) {
    return judge(system, "stratum_id=" + topic.id(), topic.label());
  }

  private boolean calibrated() {
    return headline.basis() == Headline.Basis.CALIBRATED;
  }

  private Judgment judge(String system, String slice, String topic) {
    if (!calibrated()) {
      return cell(system, slice, "")
          .map(
              c ->
                  judgment(
                      c.estimate(), c.low(), c.high(), c.groups(), headline.metric().direction()))
          .orElse(Judgment.NONE);
    }
    CalibrationSummary calibration = headline.calibration().orElseThrow();
    Optional<Cell> human = cell(system, slice, calibration.dimension());
    if (human.isPresent() && human.get().humanEstimate().isPresent()) {
      Cell c = human.get();
      return judgment(c.humanEstimate(), c.humanLow(), c.humanHigh(), c.groups(), Direction.UP);
    }
    return findings.decided().stream()
        .filter(
            d ->
                d.system().equals(system)
                    && d.topic().equals(topic)
                    && d.metric().equals(calibration.metric())
                    && d.dimension().equals(calibration.dimension()))
        .map(Decided::probability)
        .map((Mean m) -> judgment(m.estimate(), m.low(), m.high(), m.groups(), Direction.UP))
        .findFirst()
        .orElse(Judgment.NONE);
  }

  private Optional<Cell> cell(String system, String slice, String dimension) {
    return findings.cells().stream()
        .filter(
            c ->
                c.system().equals(system)
                    && c.slice().equals(slice)
                    && c.metric().equals(headline.metric().name())
                    && c.dimension().equals(dimension))
        .findFirst();
  }

  private Judgment judgment(
      OptionalDouble estimate,
      OptionalDouble low,
      OptionalDouble high,
      long groups,
      Direction direction) {
    return new Judgment(
        level(low, high, groups, direction, bar(), minGroups), estimate, low, high, groups);
  }

  static Level level(
      OptionalDouble low,
      OptionalDouble high,
      long groups,
      Direction direction,
      OptionalDouble bar,
      int minGroups) {
    if (low.isEmpty()
        || high.isEmpty()
        || bar.isEmpty()
        || groups < minGroups
        || direction == Direction.NONE) {
      return Level.UNKNOWN;
    }
    boolean down = direction == Direction.DOWN;
    double bad = down ? high.getAsDouble() : low.getAsDouble();
    double good = down ? low.getAsDouble() : high.getAsDouble();
    if (direction.passes(bad, bar.getAsDouble())) {
      return Level.HOLDS;
    }
    return direction.passes(good, bar.getAsDouble()) ? Level.UNDECIDED : Level.FAILS;
  }
}
