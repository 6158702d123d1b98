package dev.assay.conformal;

import dev.assay.base.Rounding;
import dev.assay.calibration.LabelledParts;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LevelScale;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.calibration.Reliability;
import dev.assay.core.Direction;
import dev.assay.stats.Interval;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a metric must show before anything is automated on it.
 *
 * @param minAuroc the least lower bound of its AUROC on held-out groups, in [0, 1]
 * @param mustBeat names of baselines whose AUROC it must exceed: lower bound of the paired
 *     difference above 0
 */
public record Fitness(double minAuroc, Set<String> mustBeat) implements Serializable {

  /** AUROC surely at least 0.6, and better than the answer's length. */
  public static final Fitness DEFAULT = new Fitness(.6, Set.of(LabelledResponse.ANSWER_LENGTH));

  public Fitness {
    if (!(minAuroc >= 0 && minAuroc <= 1)) {
      throw new IllegalArgumentException("An AUROC lies in [0, 1], got " + minAuroc);
    }
    mustBeat = Set.copyOf(mustBeat);
  }

  /** Every way in which the metric falls short, as sentences without a full stop. */
  public List<String> shortfalls(
      Direction direction,
      ProbabilityMap map,
      List<LabelledResponse> held,
      Discrimination shown,
      Optional<Coverage> coverage) {
    List<String> shortfalls = new ArrayList<>();
    if (againstDirection(direction, map, held)) {
      shortfalls.add(
          "the probability falls from the metric's bad end to its good end (direction %s)"
              .formatted(direction.name().toLowerCase(Locale.ROOT)));
    }
    shown.auroc().flatMap(this::weak).ifPresent(shortfalls::add);
    for (String baseline : new TreeSet<>(mustBeat)) {
      notBetter(baseline, shown.gains().get(baseline)).ifPresent(shortfalls::add);
    }
    coverage
        .filter(measured -> !measured.holds())
        .map(
            measured ->
                text(
                    "coverage on %d unseen groups is %.3f, too low for chance (1 %% point: %.1f)",
                    measured.groups(), measured.share(), measured.least()))
        .ifPresent(shortfalls::add);
    return shortfalls;
  }

  /**
   * What the probabilities of held-out rows fall short of where they are worse, by log loss, than
   * saying of every row how often the train rows have each label; empty where they are not.
   */
  static Optional<String> againstBaseRate(
      LevelScale levels, LabelledParts parts, Reliability seen) {
    double base = Reliability.baseRateLogLoss(levels, parts.train(), parts.held());
    return Rounding.toNano(seen.logLoss()) <= Rounding.toNano(base)
        ? Optional.empty()
        : Optional.of(
            text(
                "log loss on unseen groups is %.3f, that of the base rate %.3f",
                seen.logLoss(), base));
  }

  private static boolean againstDirection(
      Direction direction, ProbabilityMap map, List<LabelledResponse> rows) {
    if (direction == Direction.NONE || rows.isEmpty()) {
      return false;
    }
    double least = rows.stream().mapToDouble(LabelledResponse::score).min().orElseThrow();
    double most = rows.stream().mapToDouble(LabelledResponse::score).max().orElseThrow();
    double rise = map.probability(most) - map.probability(least);
    return direction == Direction.UP ? rise < 0 : rise > 0;
  }

  private Optional<String> weak(Interval auroc) {
    if (auroc.low().isEmpty()) {
      return Optional.of(text("AUROC %.3f has no interval (%s)", auroc.estimate(), auroc.method()));
    }
    double low = auroc.low().getAsDouble();
    return low >= minAuroc
        ? Optional.empty()
        : Optional.of(
            text(
                "AUROC %.3f may be as low as %.3f, the least allowed is %.3f",
                auroc.estimate(), low, minAuroc));
  }

  private static Optional<String> notBetter(String baseline, Interval gain) {
    if (gain == null) {
      return Optional.of("it could not be compared with " + baseline);
    }
    if (gain.low().isPresent() && gain.low().getAsDouble() > 0) {
      return Optional.empty();
    }
    return Optional.of(
        text("it is not surely better than %s (AUROC gain %.3f)", baseline, gain.estimate()));
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
