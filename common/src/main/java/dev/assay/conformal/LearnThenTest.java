package dev.assay.conformal;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.commons.math3.distribution.BinomialDistribution;

/**
 * Which cases may be decided by machine such that, with probability at least 1 − δ, at most a share
 * α of the decided ones is wrong (Angelopoulos, Bates, Candès, Jordan and Lei 2021, Learn then
 * Test, fixed-sequence testing).
 *
 * <p>A cut says how sure the machine must be. For every cut the hypothesis "more than α of what it
 * decides is wrong" is tested by the binomial tail of the errors among the decided groups, one row
 * a group. Cuts are tested from the strictest on, each at δ, until one is not rejected; the last
 * rejected one is used. The cuts come from other groups than those tested on. What is accepted and
 * what is rejected are sequences of their own, so that neither makes up for the other.
 *
 * <p>What is decided needs a prediction set that leaves nothing else, and the sets may have been
 * made from the groups that are tested on. An error therefore counts wherever the machine is sure
 * enough, though its set refers the case; only what would be decided counts as decided.
 */
public final class LearnThenTest {
  private static final int LEVELS = 20;
  private static final double SLACK = 1e-12;

  private LearnThenTest() {}

  /**
   * How sure the machine must be.
   *
   * @param share of cases that it decides, as expected
   * @param at the least confidence that is decided
   */
  public record Cut(double share, double at) implements Serializable {}

  /**
   * One tested cut.
   *
   * @param cut what was tested
   * @param decided groups decided at it
   * @param errors wrong ones among those that are as sure
   * @param groups groups tested on
   * @param pValue of "more than α of the decided are wrong"
   */
  public record Step(Cut cut, int decided, int errors, int groups, double pValue)
      implements Serializable {}

  /** The fewest decided groups, all right, that show an error rate of at most α at level δ. */
  public static int groupsNeeded(double alpha, double delta) {
    return (int) Math.ceil(Math.log(delta) / Math.log1p(-alpha) - SLACK);
  }

  /**
   * The cuts of one sequence.
   *
   * @param alpha the share of errors that is allowed
   * @param steps strictest first
   */
  public record Sequence(double alpha, List<Step> steps) implements Serializable {

    /** Share of cases that the loosest cut decides, as expected. */
    double share() {
      return steps.isEmpty() ? 0 : steps.get(steps.size() - 1).cut().share();
    }

    /** Groups that it decides, as expected. */
    double expected() {
      return steps.isEmpty() ? 0 : share() * steps.get(0).groups();
    }
  }

  /**
   * The cuts to test, strictest first: twenty shares of what {@code side} would be said of, from
   * groups that are not tested on. None below {@code least}, none at even odds.
   */
  static List<Cut> cuts(List<Verdict> elsewhere, Decision side, double least, long seed) {
    List<Verdict> drawn = one(elsewhere, seed);
    double[] confidences =
        drawn.stream()
            .filter(verdict -> verdict.said().says(side))
            .mapToDouble(verdict -> -verdict.confidence())
            .sorted()
            .map(c -> -c)
            .toArray();
    List<Cut> cuts = new ArrayList<>();
    for (int level = 1; level <= LEVELS && confidences.length > 0; level++) {
      int place = (int) Math.ceil(level / (double) LEVELS * confidences.length - SLACK);
      double at = confidences[place - 1];
      if (at < least) {
        break;
      }
      if (!cuts.isEmpty() && cuts.get(cuts.size() - 1).at() == at) {
        cuts.remove(cuts.size() - 1);
      }
      cuts.add(new Cut(place / (double) drawn.size(), at));
    }
    return cuts;
  }

  /**
   * The steps from the first on at which a tenth of the groups that are decided at all, and so many
   * that one error among them is forgiven, can be expected; where there are too few groups for
   * that, so many that none is. What this looks at is the number of groups, never an outcome.
   */
  public static List<Step> started(Sequence sequence, double delta) {
    double alpha = sequence.alpha();
    check(alpha, delta);
    double expected = sequence.expected();
    int forgiving = withOneError(alpha, delta);
    double least =
        expected >= forgiving ? Math.max(forgiving, expected / 10) : groupsNeeded(alpha, delta);
    return sequence.steps().stream()
        .filter(step -> step.cut().share() * step.groups() >= least - SLACK)
        .toList();
  }

  private static int withOneError(double alpha, double delta) {
    int n = groupsNeeded(alpha, delta);
    while (tail(n, 1, alpha) > delta) {
      n++;
    }
    return n;
  }

  /** Tests every cut of {@code side} on the groups of {@code rows}, one row a group. */
  static Sequence sequence(
      List<Verdict> rows, List<Cut> cuts, Decision side, double alpha, long seed) {
    List<Verdict> drawn = one(rows, seed);
    List<Step> steps = new ArrayList<>();
    for (Cut cut : cuts) {
      int decided = 0;
      int errors = 0;
      for (Verdict row : drawn) {
        boolean sure = row.said().says(side) && row.confidence() >= cut.at();
        decided += sure && row.said().decides(cut.at()) ? 1 : 0;
        errors += sure && row.wrong() ? 1 : 0;
      }
      steps.add(new Step(cut, decided, errors, drawn.size(), tail(decided, errors, alpha)));
    }
    return new Sequence(alpha, steps);
  }

  /** One row a group, such that groups count equally. */
  static List<Verdict> one(List<Verdict> rows, long seed) {
    return OneRow.of(
        rows, Verdict::groupId, Verdict::weight, Verdict::groupRows, Verdict.ORDER, seed);
  }

  private static double tail(int n, int errors, double alpha) {
    return errors >= n ? 1 : new BinomialDistribution(null, n, alpha).cumulativeProbability(errors);
  }

  /** The loosest certified cut; empty when not even the strictest is. */
  public static Optional<Step> certified(List<Step> steps, double delta) {
    Step last = null;
    for (Step step : steps) {
      if (step.pValue() > delta) {
        break;
      }
      last = step;
    }
    return Optional.ofNullable(last);
  }

  /**
   * The certified cut of each of several sequences, such that with probability at least 1 − δ all
   * of them hold at once, whatever depends: each sequence begins with an equal share of δ, and a
   * sequence that is certified to its end gives its share to the others; one without cuts has none
   * (Bretz, Maurer, Brannath and Posch 2009, graphical procedures).
   */
  public static Map<String, Optional<Step>> family(Map<String, Sequence> sequences, double delta) {
    Map<String, Optional<Step>> result = new TreeMap<>();
    sequences.keySet().forEach(name -> result.put(name, Optional.empty()));
    long testable = sequences.values().stream().filter(one -> !one.steps().isEmpty()).count();
    Map<String, List<Step>> open = new TreeMap<>();
    sequences.forEach(
        (name, one) -> {
          List<Step> started = started(one, delta / Math.max(1, testable));
          if (!started.isEmpty()) {
            open.put(name, started);
          }
        });
    Map<String, List<Step>> tested = new TreeMap<>(open);
    boolean freed = true;
    while (freed && !open.isEmpty()) {
      double share = delta / open.size();
      freed =
          open.values().removeIf(steps -> steps.stream().allMatch(step -> step.pValue() <= share));
    }
    tested.forEach(
        (name, steps) ->
            result.put(
                name,
                open.containsKey(name)
                    ? certified(steps, delta / open.size())
                    : Optional.of(steps.get(steps.size() - 1))));
    return result;
  }

  static void check(double alpha, double delta) {
    if (!(alpha > 0 && alpha <= .5)) {
      throw new IllegalArgumentException("alpha lies in (0, 0.5], got " + alpha);
    }
    if (!(delta > 0 && delta <= .5)) {
      throw new IllegalArgumentException("delta lies in (0, 0.5], got " + delta);
    }
  }
}
