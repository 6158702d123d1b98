package dev.assay.conformal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LogisticCalibrator;
import dev.assay.stats.Range;
import dev.assay.stats.ppi.HumanEquivalent;
import dev.assay.stats.ppi.PredictionPowered;
import dev.assay.stats.ppi.PredictionPowered.Sums;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Coverage of 95 % intervals with a metric that is biased: the truth is the mean label, known by
 * construction. Predictions are cross-fitted by group. Monte Carlo error of a share near .95 over
 * 1,000 rounds: 3.3 √(.0475/1000) = .023 (99.9 %); an interval is allowed .015 of its own.
 */
class HumanEquivalentSimulationTest {
  private static final double LEAST = .95 - .023 - .015;

  @ParameterizedTest(name = "{0} labelled of {1} groups, labels drawn by {2}")
  @CsvSource({
    "12, 400, chance",
    "30, 600, chance",
    "60, 600, chance",
    "150, 600, chance",
    "60, 600, score",
    "150, 600, score"
  })
  void theTruthIsCoveredAndPredictionsHelp(int labelled, int groups, String drawn) {
    SplittableRandom random = new SplittableRandom(labelled * 31L + drawn.length());
    int covered = 0;
    int classical = 0;
    double effective = 0;
    int rounds = 1000;
    for (int round = 0; round < rounds; round++) {
      Sample sample = Sample.of(random, labelled, groups, drawn.equals("score"));
      HumanEquivalent human = sample.estimate();
      covered += human.estimate().covers(Sample.TRUTH) ? 1 : 0;
      classical += human.classical().covers(Sample.TRUTH) ? 1 : 0;
      effective += human.effectiveGroups() / human.estimate().nGroups() / rounds;
    }
    assertThat(covered / (double) rounds).isGreaterThan(LEAST);
    assertThat(classical / (double) rounds).isGreaterThan(LEAST);
    if (labelled >= 60) {
      assertThat(effective).isGreaterThan(1.2);
    }
  }

  /** Groups of one to three rows; a label follows the score's logit, which the metric hides. */
  private record Sample(List<Row> rows) {
    /** E sigmoid(2 x), x symmetric around 0. */
    static final double TRUTH = .5;

    record Row(String group, String stratum, double score, int label, double pi, boolean seen) {}

    static Sample of(SplittableRandom random, int labelled, int groups, boolean byScore) {
      List<Row> rows = new ArrayList<>();
      for (int g = 0; g < groups; g++) {
        // Strata halve the groups by their effect.
        double effect = random.nextGaussian();
        String stratum = effect > 0 ? "high" : "low";
        double rate = (double) labelled / groups;
        double pi = byScore ? Math.min(1, rate * (effect > 0 ? 1.6 : .4)) : rate;
        boolean seen = random.nextDouble() < pi;
        int size = random.nextInt(1, 4);
        for (int r = 0; r < size; r++) {
          double x = effect + random.nextGaussian() / 2;
          int label = random.nextDouble() < 1 / (1 + Math.exp(-2 * x)) ? 1 : 0;
          // The metric is shifted and squeezed: taken as a probability it would be far off.
          rows.add(new Row("g" + g, stratum, .7 + x / 20, label, pi, seen));
        }
      }
      return new Sample(rows);
    }

    HumanEquivalent estimate() {
      List<LabelledResponse> labelled =
          rows.stream()
              .filter(Row::seen)
              .map(row -> LabelledResponse.of(row.group(), row.score(), row.label(), 1 / row.pi()))
              .toList();
      Optional<CrossFit> fit =
          labelled.stream().map(LabelledResponse::groupId).distinct().count() < 2
              ? Optional.empty()
              : CrossFit.fit(new LogisticCalibrator(), labelled, 5, 1);
      PredictionPowered state = PredictionPowered.mean(Range.SHARE);
      rows.stream()
          .collect(
              java.util.stream.Collectors.groupingBy(
                  Row::group, java.util.TreeMap::new, java.util.stream.Collectors.toList()))
          .forEach((group, members) -> state.add(members.get(0).stratum(), sums(members, fit)));
      return state.estimate(.95).orElseThrow();
    }

    private static Sums sums(List<Row> members, Optional<CrossFit> fit) {
      double[] sums = new double[6];
      for (Row row : members) {
        double p =
            fit.map(f -> row.seen() ? f.apart(row.group(), row.score()) : f.mean(row.score()))
                .orElse(.5);
        if (row.seen()) {
          sums[2] += 1 / row.pi();
          sums[3] += row.label() / row.pi();
          sums[4] += p / row.pi();
          sums[5]++;
        }
        sums[0]++;
        sums[1] += p;
      }
      return new Sums(sums[0], sums[1], sums[2], sums[3], sums[4], (long) sums[5]);
    }
  }
}
