package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class IntervalsTest {
  private static final Resampling RESAMPLING = new Resampling(500, .95, 7);

  @Test
  void wilsonAgreesWithStatsmodels() {
    for (JsonNode example : Golden.read("statistics").get("wilson")) {
      double[] limits =
          Intervals.wilson(
              example.get("successes").asDouble(),
              example.get("n").asDouble(),
              example.get("level").asDouble());
      assertThat(limits).containsExactly(Golden.doubles(example.get("expected")), within(1e-9));
    }
  }

  @Test
  void wilsonRefusesMoreSuccessesThanTrials() {
    assertThatThrownBy(() -> Intervals.wilson(3, 2, .95)).hasMessageContaining("3.0 of 2.0");
    assertThatThrownBy(() -> Intervals.wilson(0, 0, .95)).hasMessageContaining("n > 0");
  }

  @Test
  void theEstimateIsTheDesignWeightedMean() {
    // (2 × 1 + 2 × 0 + 6 × .5) / (2 + 2 + 6) = 5 / 10
    List<Observation> observations =
        List.of(
            new Observation("a", "s", 1, 2),
            new Observation("b", "s", 0, 2),
            new Observation("c", "t", .5, 6));
    Interval interval = Intervals.mean(observations, Range.SHARE, RESAMPLING).orElseThrow();
    assertThat(interval.estimate()).isCloseTo(.5, within(1e-15));
    assertThat(interval.n()).isEqualTo(3);
    assertThat(interval.nGroups()).isEqualTo(3);
    assertThat(interval.method()).isEqualTo(Intervals.BOOTSTRAP);
  }

  @Test
  void nothingHasNoIntervalAndOneGroupNoLimits() {
    assertThat(Intervals.mean(List.of(), Range.SHARE, RESAMPLING)).isEmpty();
    List<Observation> one =
        List.of(Observation.unweighted("g", .2), Observation.unweighted("g", .4));
    Interval interval = Intervals.mean(one, Range.SHARE, RESAMPLING).orElseThrow();
    assertThat(interval.estimate()).isCloseTo(.3, within(1e-15));
    assertThat(interval.low()).isEmpty();
    assertThat(interval.method()).isEqualTo("none: fewer than 2 groups");
  }

  @Test
  void tenPerfectGroupsDoNotProveAPerfectSystem() {
    List<Observation> perfect = new ArrayList<>();
    for (int g = 0; g < 10; g++) {
      perfect.add(Observation.unweighted("g" + g, 1));
    }
    // 1 − (1 − .05^(1/10)) × (1 − 0) = .05^.1 = .7411344
    Interval interval = Intervals.mean(perfect, Range.SHARE, RESAMPLING).orElseThrow();
    assertThat(interval.low().orElseThrow()).isCloseTo(.7411344, within(1e-7));
    assertThat(interval.high()).hasValue(1);
    assertThat(interval.method()).isEqualTo(Intervals.NO_VARIATION);
    assertThat(Intervals.mean(perfect, Range.UNBOUNDED, RESAMPLING).orElseThrow().low()).isEmpty();
  }

  @Test
  void theOrderOfRowsChangesNoBit() {
    SplittableRandom random = new SplittableRandom(3);
    List<Observation> rows = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      rows.add(
          new Observation("g" + i % 50, "s" + i % 5, random.nextDouble(), random.nextDouble() + 1));
    }
    Interval before = Intervals.mean(rows, Range.SHARE, RESAMPLING).orElseThrow();
    Collections.shuffle(rows, new Random(1));
    assertThat(Intervals.mean(rows, Range.SHARE, RESAMPLING)).contains(before);
  }

  @Test
  void strataThatExplainEverythingLeaveLittleWidth() {
    List<Observation> rows = new ArrayList<>();
    List<Observation> pooled = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      double value = i % 2 + .001 * (i / 2);
      rows.add(new Observation("g" + i, "s" + i % 2, value, 1));
      pooled.add(new Observation("g" + i, "", value, 1));
    }
    Interval stratified = Intervals.mean(rows, Range.UNBOUNDED, RESAMPLING).orElseThrow();
    Interval plain = Intervals.mean(pooled, Range.UNBOUNDED, RESAMPLING).orElseThrow();
    assertThat(stratified.estimate()).isEqualTo(plain.estimate());
    assertThat(width(stratified)).isLessThan(width(plain) / 20);
  }

  @Test
  void refusesValuesThatAreNotNumbers() {
    assertThatThrownBy(() -> Observation.unweighted("g", Double.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> new Observation("g", "s", 1, 0)).hasMessageContaining("positive");
  }

  private static double width(Interval interval) {
    return interval.high().orElseThrow() - interval.low().orElseThrow();
  }
}
