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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What is decided by single metrics and by models of them, under one promise and before one court:
 * of answers that are all labelled, divided into the parts of a calibration again and again, the
 * share of the last part's that is decided, and how much of that wrongly. The table of
 * docs/ranking-study.md.
 */
public final class CombinationBench {
  private static final int DRAWS = 40;
  private static final double DELTA = .1;
  private static final Resampling FEW = new Resampling(100, .95, 5);
  private static final List<Direction> DIRECTIONS =
      List.of(Direction.UP, Direction.UP, Direction.UP, Direction.NONE);

  private CombinationBench() {}

  /** Arguments: a directory with {@code begin}; one with what train-support wrote. */
  public static void main(String[] arguments) throws IOException {
    Path data = Path.of(arguments[0]);
    System.out.println(
        "| answers | promise | decided by | fit | decides | decided | wrong of these |");
    System.out.println("| --- |" + " --- |".repeat(6));
    for (String part : List.of("wow", "cmu", "tc")) {
      measure("BEGIN " + part, CombinationSets.begin(data, Path.of(arguments[1]), part));
    }
    CombinationSets.demonstration()
        .forEach((dimension, rows) -> measure("demonstration, " + dimension, rows));
  }

  private static void measure(String name, List<LabelledResponse> rows) {
    for (double alpha : new double[] {.1, .2}) {
      Map<String, Tally> tallies = new LinkedHashMap<>();
      for (int draw = 0; draw < DRAWS; draw++) {
        Splits splits = new Splits(.4, .4, .2, draw);
        for (int m = 0; m < CombinationSets.METRICS.size(); m++) {
          Scale scale = m == 3 ? Scale.of(Direction.NONE) : new Scale(Direction.UP, 0, 1);
          int own = m;
          List<LabelledResponse> single =
              rows.stream().map(row -> row.scored(row.scores().get(own))).toList();
          DoubleCalibration court =
              court(alpha, splits)
                  .by(
                      Calibrators.of("auto", Calibrators.SIMPLEST_FIRST, 5, draw),
                      new LeastAmbiguous());
          tally(tallies, CombinationSets.METRICS.get(m))
              .add(decide(court, single, scale, alpha, draw));
        }
        for (String method : List.of("logistic", "boosted")) {
          DoubleCalibration court =
              court(alpha, splits)
                  .by(new JointCalibrator(method, DIRECTIONS), new LeastAmbiguous());
          tally(tallies, "all four, " + method)
              .add(decide(court, rows, Scale.of(Direction.NONE), alpha, draw));
        }
      }
      tallies.forEach(
          (by, tally) -> System.out.printf("| %s | %.1f | %s | %s |%n", name, alpha, by, tally));
    }
  }

  private static Tally tally(Map<String, Tally> tallies, String name) {
    return tallies.computeIfAbsent(name, n -> new Tally());
  }

  private static DoubleCalibration court(double alpha, Splits splits) {
    return new DoubleCalibration(
        Calibrators.of("auto", Calibrators.SIMPLEST_FIRST, 5, 0),
        new LeastAmbiguous(),
        splits,
        alpha,
        15,
        10,
        new Fitness(.6, Set.of()),
        FEW);
  }

  /** Decisions on the last part: right ones, wrong ones, all; none without a fit. */
  private static int[] decide(
      DoubleCalibration court, List<LabelledResponse> rows, Scale scale, double alpha, int draw) {
    LabelledParts parts = LabelledParts.of(court.splits(), rows);
    int[] found = {0, 0, parts.test().size(), 0};
    Calibration fitted = court.calibrate(rows, scale);
    if (fitted.status() != CalibrationStatus.OK) {
      return found;
    }
    found[3] = 1;
    ProbabilityMap map = fitted.map().orElseThrow();
    LeastAmbiguous order = new LeastAmbiguous();
    CaseSets sets =
        CaseSets.Quantiles.of(
            LevelScale.BINARY,
            order,
            new SetGuarantees(alpha, false, false).of(map, order, parts),
            false);
    Automation automation = Automation.of(Automation.Terms.of(alpha), DELTA, draw);
    Automation.Tested tested = automation.test(map, sets, parts, row -> 0);
    List<Guarantee> promises =
        Family.of(Map.of("m", tested), automation, DELTA, 1, true).guarantees("m", tested);
    CaseRule rule =
        new CaseRule(
            CalibrationStatus.OK,
            "",
            map,
            sets,
            Automation.LEARN_THEN_TEST,
            limit(promises.get(0)),
            limit(promises.get(1)));
    for (LabelledResponse row : parts.test()) {
      Decision said = rule.decide("", row.vector()).decision();
      if (said != Decision.REFER) {
        found[(said == Decision.ACCEPT) == (row.level() == 1) ? 0 : 1]++;
      }
    }
    return found;
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
          draws.stream().mapToDouble(draw -> (double) (draw[0] + draw[1]) / draw[2]).toArray();
      double mean =
          IntStream.range(0, shares.length).mapToDouble(i -> shares[i]).average().orElse(0);
      return String.format(
          Locale.ROOT,
          "%d of %d | %d of %d | %.3f | %s",
          sum(3),
          draws.size(),
          some,
          draws.size(),
          mean,
          decided == 0 ? "–" : String.format(Locale.ROOT, "%.3f", sum(1) / (double) decided));
    }
  }
}
