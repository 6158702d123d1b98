package dev.assay.stats;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * Prediction-powered inference, power-tuned (Angelopoulos, Duchi and Zrnic 2023, PPI++): the mean
 * label, estimated as λ · (mean prediction of the population) + mean of (label − λ · prediction)
 * over the labelled. Right whatever the predictions are worth; λ follows from how well they go with
 * the labels, and is 0 where they are worth nothing. Or the difference between two such means, of
 * two systems on the same questions, with one λ.
 *
 * <p>All means are weighted (Hájek): rows by their sampling weight, labelled rows also by 1/π, π
 * their chance to be labelled. Variances are linearised and summed by group within strata, strata
 * with one group taken together, so any mixture of labelled and unlabelled rows in a group is
 * right; the small-sample factor and Student's quantile go by the labelled groups. Only sums by
 * stratum are kept: states of disjoint groups merge.
 *
 * <p>A prediction of a labelled row must come from a fit that has not seen its group.
 */
public final class PredictionPowered implements Serializable {
  private static final long serialVersionUID = 1;

  /** With fewer labelled groups the labels speak alone. */
  public static final int LEAST_GROUPS = 30;

  /** With fewer labelled groups that are not all 0, or not all 1, the labels speak alone. */
  static final int LEAST_EACH = 5;

  private final Range range;
  private final Part[] parts;
  private final SortedMap<String, Moments> strata = new TreeMap<>();

  private PredictionPowered(Range range, Part... parts) {
    this.range = range;
    this.parts = parts;
  }

  /** Of one mean of values on {@code range}. */
  public static PredictionPowered mean(Range range) {
    return new PredictionPowered(range, new Part(range));
  }

  /** Of the first mean less the second, both of values on {@code range}. */
  public static PredictionPowered difference(Range range) {
    return new PredictionPowered(range.ofDifferences(), new Part(range), new Part(range));
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
  public PredictionPowered add(String stratum, Sums... sides) {
    if (sides.length != parts.length) {
      throw new IllegalArgumentException(
          "%d sides of a group for %d means".formatted(sides.length, parts.length));
    }
    double[] vector = new double[parts.length * Part.SIZE];
    for (int p = 0; p < parts.length; p++) {
      parts[p].add(sides[p], vector, p * Part.SIZE);
    }
    moments(stratum).add(vector);
    return this;
  }

  /** Takes in the groups of another state. */
  public PredictionPowered merge(PredictionPowered other) {
    other.strata.forEach((name, moments) -> moments(name).merge(moments));
    for (int p = 0; p < parts.length; p++) {
      parts[p].merge(other.parts[p]);
    }
    return this;
  }

  private Moments moments(String stratum) {
    return strata.computeIfAbsent(stratum, name -> new Moments(parts.length * Part.SIZE));
  }

  /** Labelled groups so far, of the side that has fewer. */
  public long labelledGroups() {
    long least = Long.MAX_VALUE;
    for (Part part : parts) {
      least = Math.min(least, part.labelledGroups());
    }
    return least;
  }

  /** At the tuned λ; empty where a side has no label. */
  public Optional<HumanEquivalent> estimate(double level) {
    return estimate(level, -1);
  }

  /** At a given λ in [0, 1]; a negative one is tuned. */
  Optional<HumanEquivalent> estimate(double level, double given) {
    if (labelledGroups() == 0) {
      return Optional.empty();
    }
    List<Moments> collapsed = collapsed();
    Linear labels = labels();
    double error = Math.sqrt(scale(covariance(collapsed, labels.form(), labels.form())));
    Interval classical = interval(labels.value(), error, level, "labels alone");
    String why = error == 0 ? "the labels do not differ" : reasonAgainst();
    if (!why.isEmpty()) {
      Interval alone = interval(labels.value(), error, level, "labels alone (" + why + ")");
      return Optional.of(new HumanEquivalent(alone, classical, 0, error, error, labelledGroups()));
    }
    Linear change = predictions();
    double spread = covariance(collapsed, change.form(), change.form());
    double tuned = spread > 0 ? -covariance(collapsed, labels.form(), change.form()) / spread : 0;
    double power = given >= 0 ? given : Math.max(0, Math.min(1, tuned));
    double[] form = new double[labels.form().length];
    for (int i = 0; i < form.length; i++) {
      form[i] = labels.form()[i] + power * change.form()[i];
    }
    double powered = Math.sqrt(scale(covariance(collapsed, form, form)));
    double value = labels.value() + power * change.value();
    return Optional.of(
        new HumanEquivalent(
            interval(clip(value), powered, level, "prediction-powered (PPI++) by group"),
            classical,
            power,
            powered,
            error,
            powered > 0
                ? labelledGroups() * (error / powered) * (error / powered)
                : labelledGroups()));
  }

  /** Why predictions are not used; empty where they are. */
  private String reasonAgainst() {
    if (labelledGroups() < LEAST_GROUPS) {
      return "%d labelled groups of the %d that predictions need"
          .formatted(labelledGroups(), LEAST_GROUPS);
    }
    for (Part part : parts) {
      if (range.isBounded() && part.leastEach() < LEAST_EACH) {
        return "fewer than %d labelled groups differ from the rest".formatted(LEAST_EACH);
      }
    }
    for (int p = 0; p < parts.length; p++) {
      if (!(total(p * Part.SIZE) > 0)) {
        return "no case stands for the population";
      }
    }
    return "";
  }

  private double total(int component) {
    double total = 0;
    for (Moments stratum : strata.values()) {
      total += stratum.sum(component);
    }
    return total;
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
  private Linear labels() {
    double[] form = new double[parts.length * Part.SIZE];
    double value = 0;
    for (int p = 0; p < parts.length; p++) {
      int at = p * Part.SIZE;
      double sign = p == 0 ? 1 : -1;
      double weight = total(at + 2);
      double mean = total(at + 3) / weight;
      value += sign * mean;
      form[at + 2] = -sign * mean / weight;
      form[at + 3] = sign / weight;
    }
    return new Linear(value, form);
  }

  /** The population's mean prediction less that of the labelled. */
  private Linear predictions() {
    double[] form = new double[parts.length * Part.SIZE];
    double value = 0;
    for (int p = 0; p < parts.length; p++) {
      int at = p * Part.SIZE;
      double sign = p == 0 ? 1 : -1;
      double weight = total(at);
      double mean = total(at + 1) / weight;
      double labelWeight = total(at + 2);
      double labelMean = total(at + 4) / labelWeight;
      value += sign * (mean - labelMean);
      form[at] = -sign * mean / weight;
      form[at + 1] = sign / weight;
      form[at + 2] = sign * labelMean / labelWeight;
      form[at + 4] = -sign / labelWeight;
    }
    return new Linear(value, form);
  }

  private double clip(double estimate) {
    return Math.max(range.low(), Math.min(range.high(), estimate));
  }

  private double scale(double variance) {
    double groups = labelledGroups();
    return groups < 2 ? 0 : Math.max(0, variance) * groups / (groups - 1);
  }

  /** Wilson's score interval at the effective number of groups; Student's where unbounded. */
  private Interval interval(double estimate, double error, double level, String method) {
    long rows = 0;
    for (Part part : parts) {
      rows += part.rows();
    }
    int n = (int) Math.min(Integer.MAX_VALUE, rows);
    int groups = (int) Math.min(Integer.MAX_VALUE, labelledGroups());
    if (groups < 2) {
      return Interval.without(estimate, "fewer than 2 labelled groups", n, groups);
    }
    double t = new TDistribution(groups - 1.0).inverseCumulativeProbability((1 + level) / 2);
    if (!range.isBounded()) {
      return error == 0
          ? Interval.without(estimate, "all labels are the same", n, groups)
          : Interval.of(estimate, estimate - t * error, estimate + t * error, method, n, groups);
    }
    double z = new NormalDistribution().inverseCumulativeProbability((1 + level) / 2);
    double width = range.high() - range.low();
    double share = Math.max(0, Math.min(1, (estimate - range.low()) / width));
    double spread = share * (1 - share) * width * width;
    double effective = error > 0 && spread > 0 ? spread / (error * error) : groups;
    effective *= z * z / (t * t);
    double[] limits = Intervals.wilson(share * effective, effective, level);
    return Interval.of(
        estimate,
        Math.min(estimate, range.low() + width * limits[0]),
        Math.max(estimate, range.low() + width * limits[1]),
        method + ", Wilson",
        n,
        groups);
  }

  /** Strata with one group taken together; a lone one joins the first of the others. */
  private List<Moments> collapsed() {
    List<Moments> whole = new ArrayList<>();
    Moments alone = new Moments(parts.length * Part.SIZE);
    for (Map.Entry<String, Moments> stratum : strata.entrySet()) {
      if (stratum.getValue().n() > 1) {
        whole.add(stratum.getValue());
      } else {
        alone.merge(stratum.getValue());
      }
    }
    if (alone.n() == 1 && !whole.isEmpty()) {
      whole.set(0, new Moments(parts.length * Part.SIZE).merge(whole.get(0)).merge(alone));
    } else if (alone.n() > 0) {
      whole.add(alone);
    }
    return whole;
  }

  private static double covariance(List<Moments> strata, double[] f, double[] g) {
    double sum = 0;
    for (Moments stratum : strata) {
      sum += stratum.n() < 2 ? 0 : stratum.covariance(f, g);
    }
    return sum;
  }

  /** Counts of one of the means. */
  private static final class Part implements Serializable {
    private static final long serialVersionUID = 1;
    static final int SIZE = 5;

    private final Range range;
    private long rows;
    private long labelled;
    private long below;
    private long above;

    Part(Range range) {
      this.range = range;
    }

    void add(Sums sums, double[] vector, int at) {
      vector[at] = sums.weight();
      vector[at + 1] = sums.predicted();
      vector[at + 2] = sums.labelWeight();
      vector[at + 3] = sums.label();
      vector[at + 4] = sums.labelPredicted();
      rows += sums.rows();
      if (sums.labelWeight() > 0) {
        labelled++;
        double mean = sums.label() / sums.labelWeight();
        below += mean < range.high() - 1e-12 ? 1 : 0;
        above += mean > range.low() + 1e-12 ? 1 : 0;
      }
    }

    void merge(Part other) {
      rows += other.rows;
      labelled += other.labelled;
      below += other.below;
      above += other.above;
    }

    long rows() {
      return rows;
    }

    long labelledGroups() {
      return labelled;
    }

    long leastEach() {
      return Math.min(below, above);
    }
  }
}
