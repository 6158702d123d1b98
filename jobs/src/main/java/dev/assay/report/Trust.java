package dev.assay.report;

import dev.assay.core.Direction;
import dev.assay.report.Findings.Cell;
import dev.assay.report.Findings.Decided;
import dev.assay.report.Findings.Mean;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * Whether a system holds up in one topic or in all: by the human estimate, and in a topic where
 * nobody labelled its answers by the mean probability of a fit calibration. It holds where the
 * interval lies at or above the bar, fails where it lies below, and is undecided between.
 *
 * @param bars share that people must pass, by dimension
 */
record Trust(Findings findings, Headline headline, ToDoubleFunction<String> bars, int minGroups) {

  enum Level {
    HOLDS("holds"),
    UNDECIDED("undecided"),
    FAILS("fails"),
    UNKNOWN("too few labels");

    private final String words;

    Level(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  /** One judgment; {@code n} counts labelled groups, or groups with a probability. */
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

  /** What must be reached. */
  double bar() {
    return bars.applyAsDouble(headline.dimension().orElse(headline.wanted()));
  }

  Judgment overall(String system) {
    return slice(system, Slice.ALL);
  }

  /** Whether missing answers keep a verdict back. */
  boolean withheld(String system) {
    return human(system, Slice.ALL)
        .filter(c -> JudgedShares.turned(c, bar(), minGroups))
        .isPresent();
  }

  /** In any slice, where people labelled enough. */
  Judgment slice(String system, String slice) {
    return human(system, slice).map(this::judgment).orElse(Judgment.NONE);
  }

  Judgment topic(String system, Findings.Topic topic) {
    return human(system, "stratum_id=" + topic.id())
        .map(this::judgment)
        .or(() -> expected(system, topic.label()))
        .orElse(Judgment.NONE);
  }

  private Optional<Cell> human(String system, String slice) {
    return headline
        .dimension()
        .flatMap(
            d -> new JudgedShares(List.of(), findings.cells(), List.of(), 0).of(system, slice, d));
  }

  private Judgment judgment(Cell c) {
    return new Judgment(
        JudgedShares.level(c, bar(), minGroups),
        c.humanEstimate(),
        c.humanLow(),
        c.humanHigh(),
        c.groups());
  }

  private Optional<Judgment> expected(String system, String topic) {
    return headline
        .calibration()
        .filter(c -> c.fit() && headline.dimension().isPresent())
        .flatMap(
            c ->
                findings.decided().stream()
                    .filter(
                        d ->
                            d.system().equals(system)
                                && d.topic().equals(topic)
                                && d.metric().equals(c.metric())
                                && d.dimension().equals(c.dimension()))
                    .map(Decided::probability)
                    .map(this::judgment)
                    .findFirst());
  }

  private Judgment judgment(Mean m) {
    return new Judgment(
        level(m.low(), m.high(), m.groups(), Direction.UP, OptionalDouble.of(bar()), minGroups),
        m.estimate(),
        m.low(),
        m.high(),
        m.groups());
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
