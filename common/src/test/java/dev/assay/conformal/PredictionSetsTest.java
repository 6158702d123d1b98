package dev.assay.conformal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.calibration.LabelledParts;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LevelScale;
import dev.assay.calibration.StatedMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PredictionSetsTest {

  @Test
  void adaptiveScoresAddUpFromTheLikeliest() {
    // Order: label 1 (.5), 2 (.3), 0 (.2); with u = ½: .5 − .25, .8 − .15, 1 − .1.
    assertThat(Adaptive.aps().of(new double[] {.2, .5, .3}, .5))
        .containsExactly(new double[] {.9, .25, .65}, within(1e-12));
    // Ranks beyond 1 cost .1 each: label 2 has rank 2, label 0 rank 3.
    assertThat(new Adaptive(.1, 1).of(new double[] {.2, .5, .3}, 0))
        .containsExactly(new double[] {1.2, .5, .9}, within(1e-12));
    assertThat(new Adaptive(.1, 1).id()).isEqualTo("raps(0.1,1)");
    for (Nonconformity one :
        List.of(
            new LeastAmbiguous(), Adaptive.aps(), new Adaptive(1e-5, 3), new OrdinalAdaptive())) {
      assertThat(Nonconformity.of(one.id())).isEqualTo(one);
    }
    assertThatThrownBy(() -> new Adaptive(-1, 0)).hasMessageContaining("at least 0");
  }

  @Test
  void ordinalScoresGrowOutwards() {
    // Mode 1; neighbours 0 (.1) and 2 (.3): 2 first, then 0 (.1 ≥ .05), then 3.
    assertThat(new OrdinalAdaptive().of(new double[] {.1, .55, .3, .05}, 0))
        .containsExactly(new double[] {.95, .55, .85, 1}, within(1e-12));
  }

  @Test
  void ordinalSetsHaveNoGaps() {
    SplittableRandom random = new SplittableRandom(3);
    for (int round = 0; round < 2000; round++) {
      double[] p = random.doubles(6).toArray();
      double total = java.util.Arrays.stream(p).sum();
      double[] probabilities = java.util.Arrays.stream(p).map(v -> v / total).toArray();
      double[] scores = new OrdinalAdaptive().of(probabilities, random.nextDouble());
      List<Integer> set = new Quantile(.1, random.nextDouble(), 9).set(scores).labels();
      if (!set.isEmpty()) {
        assertThat(set.get(set.size() - 1) - set.get(0)).isEqualTo(set.size() - 1);
      }
    }
  }

  @Test
  void tooFewGroupsGiveTheFullSetAndSayWhatHelps() {
    Quantile quantile = Quantile.of(ladder(5), .1);
    assertThat(quantile.isFinite()).isFalse();
    assertThat(quantile.set(new double[] {0, .5, 99}).labels()).containsExactly(0, 1, 2);
    // ⌈(1 − .1)/.1⌉ = 9 groups are needed.
    assertThat(quantile.shortfall())
        .isEqualTo(
            "5 labelled groups are too few for a finite quantile at alpha 0.1, so every set is"
                + " full; 4 more would help");
    assertThat(Quantile.of(ladder(9), .1).shortfall()).isEmpty();
    assertThat(Quantile.of(ladder(9), .1).value()).isEqualTo(9);
  }

  @Test
  void refusesAnAlphaThatPromisesNothing() {
    assertThatThrownBy(() -> Quantile.of(ladder(5), 0)).hasMessageContaining("(0, 0.5]");
    assertThatThrownBy(() -> Quantile.of(ladder(5), .51)).hasMessageContaining("0.51");
    assertThatThrownBy(() -> WeightedQuantile.of(ladder(5), Double.NaN))
        .hasMessageContaining("NaN");
  }

  @Test
  void aRareCategorySaysSo() {
    List<LabelledResponse> rows = new ArrayList<>(category("often", 20));
    rows.addAll(category("rare", 2));
    Map<String, Guarantee> guarantees = new HashMap<>();
    new SetGuarantees(.1, false, false)
        .of(
            new StatedMap("stated", Map.of()),
            new LeastAmbiguous(),
            new LabelledParts(List.of(), rows, List.of()))
        .forEach(one -> guarantees.put(one.slice(), one));
    // ⌈21 × .9⌉ = 19.
    assertThat(guarantees.get("often").quantile()).contains(.19);
    assertThat(guarantees.get("rare").quantile()).isEmpty();
    assertThat(guarantees).as("never seen").doesNotContainKey("never seen");
    assertThat(guarantees.get("rare").reason())
        .isEqualTo(
            "2 labelled groups are too few for a finite quantile at alpha 0.1, so every set is"
                + " full; 7 more would help");
    CaseSets sets =
        new CaseSets.Quantiles(
            LevelScale.BINARY, new LeastAmbiguous(), Map.of("often", .19), false);
    for (String category : List.of("rare", "never seen")) {
      assertThat(sets.set(category, new double[] {1, 0}, 0).labels()).containsExactly(0, 1);
    }
  }

  /** Groups with nonconformities .01, .02, …, as the probability of label 1 that nobody gave. */
  private static List<LabelledResponse> category(String name, int groups) {
    List<LabelledResponse> rows = new ArrayList<>();
    for (int i = 1; i <= groups; i++) {
      rows.add(new LabelledResponse(name + i, List.of(i / 100.0), 0, 1, name, Map.of()));
    }
    return rows;
  }

  @Test
  void statesMergeToTheWhole() {
    List<Scored> rows = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(4);
    for (int i = 0; i < 300; i++) {
      rows.add(new Scored("g" + i % 100, random.nextInt(50), 1 + random.nextInt(3)));
    }
    Masses left = new Masses();
    for (int part = 0; part < 4; part++) {
      int p = part;
      left.merge(
          Masses.of(
              rows.stream()
                  .filter(row -> Integer.parseInt(row.groupId().substring(1)) % 4 == p)
                  .toList()));
    }
    Collections.shuffle(rows, new Random(1));
    assertThat(Quantile.of(left, .2)).isEqualTo(Quantile.of(rows, .2));
  }

  @Test
  void weightedQuantileSharesMassByOneOverPi() {
    // Weights 1, 1, 2, 4 (sum 8) at 1, 2, 3, 4 and α = .4: a new case of weight 2 wants
    // .6 × 10 = 6 of mass, reached at 4; of weight 1/3 it wants 5, reached at 4; a new case of
    // weight 6 wants 8.4 > 8: nothing is ruled out.
    WeightedQuantile quantile =
        WeightedQuantile.of(
            List.of(
                new Scored("a", 1, 1),
                new Scored("b", 2, 1),
                new Scored("c", 3, 2),
                new Scored("d", 4, 4)),
            .4);
    assertThat(quantile.at(2)).isEqualTo(4);
    assertThat(quantile.at(6)).isInfinite();
    // Equal weights are the plain quantile.
    WeightedQuantile even = WeightedQuantile.of(ladder(20), .1);
    assertThat(even.at(1)).isEqualTo(Quantile.of(ladder(20), .1).value());
    assertThat(WeightedQuantile.of(List.of(), .1).at(1)).isInfinite();
  }

  @Test
  void crossConformalSaysWhatItPromises() {
    CrossConformal conformal =
        CrossConformal.fit(SetLearner.logistic(), rows(40), 10, .1, 7).orElseThrow();
    // min(2 (1 − .1)/(40/10 + 1), (1 − .25)/11) = min(.36, .0682)
    assertThat(conformal.promise()).isCloseTo(.8 - .75 / 11, within(1e-12));
    CrossConformal all =
        CrossConformal.fit(SetLearner.logistic(), rows(40), 40, .1, 7).orElseThrow();
    assertThat(all.promise()).isCloseTo(.8, within(1e-12));
    assertThatThrownBy(() -> CrossConformal.fit(SetLearner.logistic(), rows(4), 5, .1, 7))
        .hasMessageContaining("5 folds need as many groups, got 4");
  }

  @Test
  void crossConformalHasNoFitOnOneClass() {
    List<LabelledResponse> passed =
        rows(20).stream().map(row -> LabelledResponse.of(row.groupId(), row.score(), 1)).toList();
    assertThat(CrossConformal.fit(SetLearner.logistic(), passed, 5, .1, 7)).isEmpty();
    // A 0 among twenty 1s would be the strangest of 21 rows: p = 1/21 < α.
    assertThat(FullConformal.of(SetLearner.logistic(), passed, .1, 7).set(0).labels())
        .containsExactly(1);
  }

  @Test
  void theOrderOfRowsChangesNothing() {
    List<LabelledResponse> rows = new ArrayList<>(rows(50));
    rows.addAll(
        rows(50).stream().map(r -> LabelledResponse.of(r.groupId(), -r.score(), 0)).toList());
    FullConformal full = FullConformal.of(SetLearner.logistic(), rows, .1, 7);
    CrossConformal cross = CrossConformal.fit(SetLearner.logistic(), rows, 5, .1, 7).orElseThrow();
    Collections.shuffle(rows, new Random(1));
    assertThat(FullConformal.of(SetLearner.logistic(), rows, .1, 7)).isEqualTo(full);
    CrossConformal again = CrossConformal.fit(SetLearner.logistic(), rows, 5, .1, 7).orElseThrow();
    for (double score = -3; score < 3; score += .05) {
      assertThat(again.set(score)).isEqualTo(cross.set(score));
    }
  }

  private static List<LabelledResponse> rows(int n) {
    SplittableRandom random = new SplittableRandom(n);
    List<LabelledResponse> rows = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      double x = random.nextGaussian();
      rows.add(
          LabelledResponse.of("g" + i, x, random.nextDouble() < 1 / (1 + Math.exp(-x)) ? 1 : 0));
    }
    return rows;
  }

  private static List<Scored> ladder(int n) {
    List<Scored> rows = new ArrayList<>();
    for (int i = 1; i <= n; i++) {
      rows.add(Scored.of("g" + i, i));
    }
    return rows;
  }
}
