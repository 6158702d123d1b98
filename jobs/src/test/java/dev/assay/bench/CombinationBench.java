package dev.assay.bench;

import dev.assay.calibration.Calibrators;
import dev.assay.calibration.JointCalibrator;
import dev.assay.calibration.LabelledParts;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LevelScale;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.calibration.Scale;
import dev.assay.calibration.Splits;
import dev.assay.conformal.Automation;
import dev.assay.conformal.Calibration;
import dev.assay.conformal.CalibrationStatus;
import dev.assay.conformal.CaseRule;
import dev.assay.conformal.CaseSets;
import dev.assay.conformal.Decision;
import dev.assay.conformal.DoubleCalibration;
import dev.assay.conformal.Family;
import dev.assay.conformal.Fitness;
import dev.assay.conformal.Guarantee;
import dev.assay.conformal.LeastAmbiguous;
import dev.assay.conformal.SetGuarantees;
import dev.assay.core.Direction;
import dev.assay.stats.Resampling;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What is decided by single metrics and by models of them, under one promise and before one court:
 * of answers that are all labelled, divided into the parts of a calibration again and again, the
 * share of the last part's that is decided, and how much of that wrongly. The table of
 * docs/ranking-study.md.
 */
public final class CombinationBench {
  private static final int DRAWS = 40;
  private static final double DELTA = .1;
  private static final double LEAST_AUROC = .6;
  private static final String COMBINED = "all four, logistic";
  private static final Resampling FEW = new Resampling(100, .95, 5);
  private static final List<Direction> DIRECTIONS =
      List.of(Direction.UP, Direction.UP, Direction.UP, Direction.NONE);

  private CombinationBench() {}

  /**
   * Arguments: a directory with {@code begin}, and one with what train-support wrote; without them
   * the demonstration alone.
   */
  public static void main(String[] arguments) throws IOException {
    System.out.println(
        "| answers | promise | decided by | fit | decides | decided | wrong of these |");
    System.out.println("| --- |" + " --- |".repeat(6));
    for (String part : arguments.length == 0 ? List.<String>of() : List.of("wow", "cmu", "tc")) {
      Path data = Path.of(arguments[0]);
      measure("BEGIN " + part, CombinationSets.begin(data, Path.of(arguments[1]), part));
    }
    CombinationSets.demonstration()
        .forEach((dimension, rows) -> measure("demonstration, " + dimension, rows));
  }

  private static void measure(String name, List<LabelledResponse> rows) {
    for (double alpha : new double[] {.1, .2}) {
      Map<String, Tally> tallies = new LinkedHashMap<>();
      for (int draw = 0; draw < DRAWS; draw++) {
        Map<String, Candidate> candidates = candidates(rows, alpha, draw);
        candidates.forEach((by, one) -> tally(tallies, by + " alone", Map.of(by, one), alpha));
        Map<String, Candidate> singles = new TreeMap<>(candidates);
        singles.keySet().retainAll(CombinationSets.METRICS);
        Map<String, Candidate> both = new TreeMap<>(singles);
        both.put(COMBINED, candidates.get(COMBINED));
        tally(tallies, "the single metric that decides most", singles, alpha);
        tally(tallies, "that metric or the logistic model", both, alpha);
      }
      tallies.forEach(
          (by, tally) -> System.out.printf("| %s | %.1f | %s | %s |%n", name, alpha, by, tally));
    }
  }

  /** Every metric, and every model of all of them, by name. */
  private static Map<String, Candidate> candidates(
      List<LabelledResponse> rows, double alpha, int draw) {
    Map<String, Candidate> candidates = new LinkedHashMap<>();
    Splits splits = new Splits(.4, .4, .2, draw);
    for (int m = 0; m < CombinationSets.METRICS.size(); m++) {
      int own = m;
      candidates.put(
          CombinationSets.METRICS.get(m),
          Candidate.of(
              court(alpha, splits)
                  .by(
                      Calibrators.of("auto", Calibrators.SIMPLEST_FIRST, 5, draw),
                      new LeastAmbiguous()),
              rows.stream().map(row -> row.scored(row.scores().get(own))).toList(),
              m == 3 ? Scale.of(Direction.NONE) : new Scale(Direction.UP, 0, 1),
              Automation.of(Automation.Terms.of(alpha), DELTA, draw)));
    }
    for (String method : List.of("logistic", "boosted")) {
      candidates.put(
          "all four, " + method,
          Candidate.of(
              court(alpha, splits)
                  .by(new JointCalibrator(method, DIRECTIONS), new LeastAmbiguous()),
              rows,
              Scale.of(Direction.NONE),
              Automation.of(Automation.Terms.of(alpha), DELTA, draw)));
    }
    return candidates;
  }

  /** What the family's member that decides most of the last part decides, all promised at once. */
  private static void tally(
      Map<String, Tally> tallies, String name, Map<String, Candidate> family, double alpha) {
    Map<String, Automation.Tested> tested = new TreeMap<>();
    family.forEach(
        (by, one) -> {
          if (one.takesPart()) {
            tested.put(by, one.tested().orElseThrow());
          }
        });
    int[] most = {0, 0, 1, 0};
    Automation automation = Automation.of(Automation.Terms.of(alpha), DELTA, 0);
    Family certified = Family.of(tested, automation, DELTA, 1, true);
    for (Map.Entry<String, Candidate> one : family.entrySet()) {
      int[] found = {0, 0, one.getValue().unseen().size(), one.getValue().fit() ? 1 : 0};
      if (tested.containsKey(one.getKey()) && one.getValue().fit()) {
        one.getValue().decide(certified.guarantees(one.getKey(), tested.get(one.getKey())), found);
      }
      most = most[2] == 1 || found[0] + found[1] > most[0] + most[1] ? found : most;
    }
    most[3] = family.values().stream().anyMatch(Candidate::fit) ? 1 : 0;
    tallies.computeIfAbsent(name, n -> new Tally()).add(most);
  }

  private static DoubleCalibration court(double alpha, Splits splits) {
    return new DoubleCalibration(
        Calibrators.of("auto", Calibrators.SIMPLEST_FIRST, 5, 0),
        new LeastAmbiguous(),
        splits,
        alpha,
        15,
        10,
        new Fitness(LEAST_AUROC, Set.of()),
        FEW);
  }

  /**
   * A metric or model after its calibration.
   *
   * @param fit whether the court lets it decide
   * @param tested its cuts; empty without a map
   * @param unseen the rows that nothing was fitted on
   */
  private record Candidate(
      boolean fit,
      double trainAuroc,
      Optional<ProbabilityMap> map,
      Optional<CaseSets> sets,
      Optional<Automation.Tested> tested,
      List<LabelledResponse> unseen) {

    static Candidate of(
        DoubleCalibration court, List<LabelledResponse> rows, Scale scale, Automation automation) {
      LabelledParts parts = LabelledParts.of(court.splits(), rows);
      Calibration fitted = court.calibrate(rows, scale);
      if (fitted.map().isEmpty()) {
        return new Candidate(
            false, 0, Optional.empty(), Optional.empty(), Optional.empty(), parts.test());
      }
      ProbabilityMap map = fitted.map().get();
      LeastAmbiguous order = new LeastAmbiguous();
      CaseSets sets =
          CaseSets.Quantiles.of(
              LevelScale.BINARY,
              order,
              new SetGuarantees(court.alpha(), false, false).of(map, order, parts),
              false);
      return new Candidate(
          fitted.status() == CalibrationStatus.OK,
          Automation.trainAuroc(map, parts.train()).orElse(0),
          Optional.of(map),
          Optional.of(sets),
          Optional.of(automation.test(map, sets, parts, row -> 0)),
          parts.test());
    }

    boolean takesPart() {
      return tested.isPresent() && trainAuroc >= LEAST_AUROC;
    }

    /** Counts right and wrong decisions on the unseen rows into {@code found}. */
    void decide(List<Guarantee> promises, int[] found) {
      CaseRule rule =
          new CaseRule(
              CalibrationStatus.OK,
              "",
              map.orElseThrow(),
              sets.orElseThrow(),
              Automation.LEARN_THEN_TEST,
              limit(promises.get(0)),
              limit(promises.get(1)));
      for (LabelledResponse row : unseen) {
        Decision said = rule.decide("", row.vector()).decision();
        if (said != Decision.REFER) {
          found[(said == Decision.ACCEPT) == (row.level() == 1) ? 0 : 1]++;
        }
      }
    }
  }

  private static CaseRule.Limit limit(Guarantee promise) {
    return new CaseRule.Limit(promise.quantile().orElse(Double.POSITIVE_INFINITY), "");
  }

  /** Over draws. */
  private static final class Tally {
    private final List<int[]> draws = new ArrayList<>();

    void add(int[] draw) {
      draws.add(draw);
    }

    private int sum(int what) {
      return draws.stream().mapToInt(draw -> draw[what]).sum();
    }

    @Override
    public String toString() {
      int decided = sum(0) + sum(1);
      long some = draws.stream().filter(draw -> draw[0] + draw[1] > 0).count();
      double[] shares =
          draws.stream()
              .mapToDouble(draw -> (double) (draw[0] + draw[1]) / draw[2])
              .sorted()
              .toArray();
      double mean = Arrays.stream(shares).average().orElse(0);
      int tenth = shares.length / 10;
      return String.format(
          Locale.ROOT,
          "%d of %d | %d of %d | %.3f [%.2f, %.2f] | %s",
          sum(3),
          draws.size(),
          some,
          draws.size(),
          mean,
          shares[tenth],
          shares[shares.length - 1 - tenth],
          decided == 0 ? "–" : String.format(Locale.ROOT, "%.3f", sum(1) / (double) decided));
    }
  }
}
