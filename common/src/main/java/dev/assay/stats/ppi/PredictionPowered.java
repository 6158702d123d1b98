package dev.assay.stats.ppi;

import dev.assay.stats.Interval;
import dev.assay.stats.Range;
import java.io.Serializable;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Prediction-powered inference, power-tuned (Angelopoulos, Duchi and Zrnic 2023, PPI++): the mean
 * label, estimated as λ · (mean prediction of the population) + mean of (label − λ · prediction)
 * over the labelled. Right whatever the predictions are worth; λ follows from how well they go with
 * the labels, and is 0 where they are worth nothing. A stratum with {@value #LEAST_GROUPS} labelled
 * groups has a λ of its own: a metric may be worth much in one and nothing in another. Or the
 * difference between two such means, of two systems on the same questions, with the same λ.
 *
 * <p>All means are weighted (Hájek): rows by their sampling weight, labelled rows also by 1/π, π
 * their chance to be labelled. Variances are linearised and summed by group within strata, strata
 * with one group taken together, so any mixture of labelled and unlabelled rows in a group is
 * right; the small-sample factor and Student's quantile go by the labelled groups, less one for
 * each λ, and where their weights differ by Kish's effective number of them. Only sums by stratum
 * are kept: states of disjoint groups merge.
 *
 * <p>A prediction of a labelled row must come from a fit that has not seen its group.
 */
public final class PredictionPowered implements Serializable {
  private static final long serialVersionUID = 1;

  /**
   * With fewer labelled groups of equal weight, or what is worth as many, the labels speak alone; a
   * stratum with fewer shares its λ.
   */
  public static final int LEAST_GROUPS = 30;

  /** The same for labelled groups that are not all 0, or not all 1. */
  static final int LEAST_EACH = 5;

  private static final double SLACK = 1e-9;

  /** Number of sums of a group, for each mean. */
  static final int SIZE = 5;

  private static final String POWERED = "prediction-powered (PPI++) by group";

  private final Range range;
  private final Range ofSides;
  private final int sides;
  private final SortedMap<String, StratumSums> strata = new TreeMap<>();

  private PredictionPowered(Range range, Range ofSides, int sides) {
    this.range = range;
    this.ofSides = ofSides;
    this.sides = sides;
  }

  /** Of one mean of values on {@code range}. */
  public static PredictionPowered mean(Range range) {
    return new PredictionPowered(range, range, 1);
  }

  /** Of the first mean less the second, both of values on {@code range}. */
  public static PredictionPowered difference(Range range) {
    return new PredictionPowered(range.ofDifferences(), range, 2);
  }

  /**
   * The sums of one group.
   *
   * @param weight Σ w of the rows that stand for the population: all rows, or, where labelled rows
   *     were drawn uniformly, the unlabelled ones
   * @param predicted Σ w f over them
   * @param labelWeight of the labelled rows, Σ w/π
   * @param label Σ w y/π over them
   * @param labelPredicted Σ w f/π over them
   * @param rows number of labelled rows
   */
  public record Sums(
      double weight,
      double predicted,
      double labelWeight,
      double label,
      double labelPredicted,
      long rows) {

    /** Of a system that has no row in the group. */
    public static final Sums NONE = new Sums(0, 0, 0, 0, 0, 0);
  }

  /** Takes in one group: its sums for the mean, or for both sides of a difference. */
  public PredictionPowered add(String stratum, Sums... groups) {
    if (groups.length != sides) {
      throw new IllegalArgumentException(
          "%d sides of a group for %d means".formatted(groups.length, sides));
    }
    double[] vector = new double[sides * SIZE];
    for (int side = 0; side < sides; side++) {
      vector[side * SIZE] = groups[side].weight();
      vector[side * SIZE + 1] = groups[side].predicted();
      vector[side * SIZE + 2] = groups[side].labelWeight();
      vector[side * SIZE + 3] = groups[side].label();
      vector[side * SIZE + 4] = groups[side].labelPredicted();
    }
    stratum(stratum).add(vector, ofSides, groups);
    return this;
  }

  /** Takes in the groups of another state. */
  public PredictionPowered merge(PredictionPowered other) {
    other.strata.forEach((name, sums) -> stratum(name).merge(sums));
    return this;
  }

  private StratumSums stratum(String name) {
    return strata.computeIfAbsent(name, any -> new StratumSums(sides, SIZE));
  }

  /** Labelled groups so far, of the side that has fewer. */
  public long labelledGroups() {
    return whole().labelledGroups();
  }

  private StratumSums whole() {
    StratumSums whole = new StratumSums(sides, SIZE);
    strata.values().forEach(whole::merge);
    return whole;
  }

  /** At the tuned λ; empty where a side has no label. */
  public Optional<HumanEquivalent> estimate(double level) {
    return estimate(level, -1, true);
  }

  /** At a given λ in [0, 1]; a negative one is tuned, one for all strata. */
  Optional<HumanEquivalent> estimate(double level, double given) {
    return estimate(level, given, false);
  }

  private Optional<HumanEquivalent> estimate(double level, double given, boolean apart) {
    StratumSums whole = whole();
    long groups = whole.labelledGroups();
    if (groups == 0) {
      return Optional.empty();
    }
    boolean[] predicted = predicted(whole);
    SortedMap<String, StratumSums> known = new TreeMap<>();
    strata.forEach((name, sums) -> known.put(name, sums.only(predicted)));
    PowerTuning tuning = new PowerTuning(known, range.isBounded(), apart && given < 0, predicted);
    Linear labels = labels(whole.moments());
    double equal = whole.equalGroups();
    double error = Math.sqrt(scale(tuning.variance(labels.form()), equal, 1));
    HumanInterval intervals = new HumanInterval(range, whole.rows(), groups, equal, level);
    Interval classical = intervals.of(labels.value(), error, 1, "labels alone");
    String why =
        error == 0
            ? "the labels do not differ"
            : number(predicted) == 0 ? reasonAgainst(whole) : "";
    if (!why.isEmpty()) {
      Interval alone = intervals.of(labels.value(), error, 1, "labels alone (" + why + ")");
      return Optional.of(new HumanEquivalent(alone, classical, 0, error, error, groups, equal, 1));
    }
    double[] powers = given >= 0 ? new double[] {given} : tuning.powers(labels.form());
    int tuned = tuning.tuned();
    double powered = Math.sqrt(scale(tuning.variance(labels.form(), powers), equal, tuned));
    double value = range.clip(labels.value() + tuning.moved(powers));
    return Optional.of(
        new HumanEquivalent(
            intervals.of(
                value,
                powered,
                tuned,
                POWERED
                    + (number(predicted) < sides ? " for the system with labels enough" : "")
                    + (tuned > 1 ? ", λ by stratum" : "")),
            classical,
            tuning.mean(powers),
            powered,
            error,
            powered > 0 ? groups * (error / powered) * (error / powered) : groups,
            equal,
            tuned));
  }

  /**
   * Which means have predictions. Where labels of one system alone suffice, as when the other
   * hardly ever fails, the other's labels speak alone; where none do, all are left to {@link
   * #reasonAgainst}.
   */
  private boolean[] predicted(StratumSums whole) {
    boolean[] predicted = new boolean[sides];
    for (int side = 0; side < sides; side++) {
      predicted[side] =
          whole.enough(side, range.isBounded()) && whole.moments().sum(side * SIZE) > 0;
    }
    return predicted;
  }

  private static int number(boolean[] predicted) {
    int number = 0;
    for (boolean one : predicted) {
      number += one ? 1 : 0;
    }
    return number;
  }

  /** Whether what labelled groups are worth is enough for predictions. */
  static boolean suffice(double equalGroups) {
    return equalGroups >= LEAST_GROUPS - SLACK;
  }

  /** Why predictions are not used; empty where they are. */
  private String reasonAgainst(StratumSums whole) {
    long labelled = whole.labelledGroups();
    if (labelled < LEAST_GROUPS) {
      return "%d labelled groups of the %d that predictions need".formatted(labelled, LEAST_GROUPS);
    }
    if (!suffice(whole.equalGroups())) {
      return "%d labelled groups are worth %d of equal weight, of the %d that predictions need"
          .formatted(labelled, (long) whole.equalGroups(), LEAST_GROUPS);
    }
    if (range.isBounded() && whole.leastEach() < LEAST_EACH) {
      return "fewer than %d labelled groups differ from the rest".formatted(LEAST_EACH);
    }
    for (int side = 0; side < sides; side++) {
      if (!(whole.moments().sum(side * SIZE) > 0)) {
        return "no case stands for the population";
      }
    }
    return "";
  }

  /**
   * A statistic and its linear form in a group's sums.
   *
   * @param value of the statistic
   * @param form its derivative
   */
  @SuppressWarnings("ArrayRecordComponent") // a vector, never compared
  private record Linear(double value, double[] form) {}

  /** The labels' mean, or the difference of both sides' means. */
  private Linear labels(Moments whole) {
    double[] form = new double[sides * SIZE];
    double value = 0;
    for (int side = 0; side < sides; side++) {
      int at = side * SIZE;
      double sign = side == 0 ? 1 : -1;
      double weight = whole.sum(at + 2);
      double mean = whole.sum(at + 3) / weight;
      value += sign * mean;
      form[at + 2] = -sign * mean / weight;
      form[at + 3] = sign / weight;
    }
    return new Linear(value, form);
  }

  private static double scale(double variance, double groups, int tuned) {
    return groups <= tuned ? 0 : Math.max(0, variance) * groups / (groups - tuned);
  }
}
