package dev.assay.stats.agreement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.stats.Golden;
import dev.assay.stats.Interval;
import dev.assay.stats.Resampling;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class AgreementTest {
  private static final Resampling RESAMPLING = new Resampling(200, .95, 3);

  static Stream<JsonNode> golden() {
    return StreamSupport.stream(Golden.read("agreement").get("examples").spliterator(), false);
  }

  @ParameterizedTest
  @MethodSource("golden")
  void agreesWithTheReferencePackages(JsonNode example) {
    List<Rating> ratings = ratings(example);
    int levels = example.get("levels").asInt();
    for (Coefficient coefficient : Coefficient.values()) {
      if (example.has(coefficient.id())) {
        Interval found = Agreement.of(coefficient, ratings, levels, RESAMPLING).orElseThrow();
        assertThat(found.estimate())
            .as(coefficient.id())
            .isCloseTo(example.get(coefficient.id()).asDouble(), within(1e-9));
        assertThat(found.covers(found.estimate())).as(found.toString()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("golden")
  void dawidSkeneReachesTheSameFixedPoint(JsonNode example) {
    if (!example.has("dawid_skene")) {
      return;
    }
    Map<String, double[]> found =
        DawidSkene.posteriors(ratings(example), example.get("levels").asInt());
    int i = 0;
    for (double[] posterior : found.values()) {
      assertThat(posterior)
          .containsExactly(Golden.doubles(example.get("dawid_skene").get(i++)), within(1e-6));
    }
  }

  @Test
  void cohenByHand() {
    // Both 0: 20, both 1: 15, first 1 and second 0: 10, first 0 and second 1: 5.
    // Observed 35/50; first says 0 in 25, second in 30: chance (25·30 + 25·20)/2500 = .5; κ = .4.
    List<Rating> ratings = new ArrayList<>();
    int[][] cells = {{0, 0, 20}, {1, 1, 15}, {1, 0, 10}, {0, 1, 5}};
    int item = 0;
    for (int[] cell : cells) {
      for (int k = 0; k < cell[2]; k++, item++) {
        ratings.add(new Rating("i" + item, "g" + item, "a", cell[0]));
        ratings.add(new Rating("i" + item, "g" + item, "b", cell[1]));
      }
    }
    assertThat(Agreement.of(Coefficient.COHEN_KAPPA, ratings, 2, RESAMPLING).orElseThrow())
        .satisfies(found -> assertThat(found.estimate()).isCloseTo(.4, within(1e-12)));
  }

  @ParameterizedTest
  @EnumSource(Coefficient.class)
  void theOrderOfRatingsChangesNothing(Coefficient coefficient) {
    List<Rating> ratings = ratings(golden().findFirst().orElseThrow());
    Interval before = Agreement.of(coefficient, ratings, 4, RESAMPLING).orElseThrow();
    Collections.shuffle(ratings, new Random(1));
    assertThat(Agreement.of(coefficient, ratings, 4, RESAMPLING)).contains(before);
  }

  @ParameterizedTest
  @EnumSource(Coefficient.class)
  void isAbsentWithoutAnItemRatedTwice(Coefficient coefficient) {
    List<Rating> ratings = List.of(new Rating("i", "g", "a", 0), new Rating("j", "g", "b", 1));
    assertThat(Agreement.of(coefficient, ratings, 2, RESAMPLING)).isEmpty();
    assertThat(Agreement.of(coefficient, List.of(), 2, RESAMPLING)).isEmpty();
  }

  @Test
  void oneLevelLeavesNothingBeyondChance() {
    List<Rating> ratings = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      ratings.add(new Rating("i" + i, "g" + i, "a", 1));
      ratings.add(new Rating("i" + i, "g" + i, "b", 1));
    }
    for (Coefficient coefficient :
        List.of(
            Coefficient.COHEN_KAPPA,
            Coefficient.FLEISS_KAPPA,
            Coefficient.KRIPPENDORFF_ALPHA_NOMINAL)) {
      assertThat(Agreement.of(coefficient, ratings, 2, RESAMPLING)).isEmpty();
    }
    Interval percent =
        Agreement.of(Coefficient.PERCENT_AGREEMENT, ratings, 2, RESAMPLING).orElseThrow();
    assertThat(percent.estimate()).isEqualTo(1);
    assertThat(percent.method()).isEqualTo("none: no resample differs");
  }

  @Test
  void wholeGroupsAreResampled() {
    // Ten copies of every item in its group: the interval stays as wide as without them.
    List<Rating> once = ratings(golden().findFirst().orElseThrow());
    List<Rating> copied = new ArrayList<>();
    for (int copy = 0; copy < 10; copy++) {
      for (Rating rating : once) {
        copied.add(
            new Rating(
                rating.item() + "/" + copy, rating.groupId(), rating.annotator(), rating.level()));
      }
    }
    Interval few = Agreement.of(Coefficient.FLEISS_KAPPA, once, 4, RESAMPLING).orElseThrow();
    Interval many = Agreement.of(Coefficient.FLEISS_KAPPA, copied, 4, RESAMPLING).orElseThrow();
    assertThat(many.low().orElseThrow()).isCloseTo(few.low().orElseThrow(), within(1e-9));
    assertThat(many.high().orElseThrow()).isCloseTo(few.high().orElseThrow(), within(1e-9));
  }

  @Test
  void dawidSkeneTrustsTheReliable() {
    // Three careful annotators (95 %) against two careless ones (55 %).
    SplittableRandom random = new SplittableRandom(6);
    double[] skill = {.95, .95, .95, .55, .55};
    List<Rating> ratings = new ArrayList<>();
    List<Integer> truth = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      truth.add(random.nextInt(2));
      for (int a = 0; a < skill.length; a++) {
        int level = random.nextDouble() < skill[a] ? truth.get(i) : 1 - truth.get(i);
        ratings.add(new Rating("i%03d".formatted(i), "g" + i, "a" + a, level));
      }
    }
    int right = 0;
    int majorityRight = 0;
    int i = 0;
    for (Map.Entry<String, double[]> item : DawidSkene.posteriors(ratings, 2).entrySet()) {
      int expected = truth.get(i++);
      right += (item.getValue()[1] > .5 ? 1 : 0) == expected ? 1 : 0;
      long ones =
          ratings.stream().filter(r -> r.item().equals(item.getKey()) && r.level() == 1).count();
      majorityRight += (ones >= 3 ? 1 : 0) == expected ? 1 : 0;
    }
    assertThat(right).isGreaterThan(majorityRight).isGreaterThan(390);
  }

  @Test
  void refusesAnAnnotatorTwice() {
    Rating rating = new Rating("i", "g", "a", 1);
    assertThatThrownBy(
            () -> Agreement.of(Coefficient.FLEISS_KAPPA, List.of(rating, rating), 2, RESAMPLING))
        .hasMessage("Annotator 'a' rated item 'i' twice");
  }

  private static List<Rating> ratings(JsonNode example) {
    List<Rating> ratings = new ArrayList<>();
    int item = 0;
    for (JsonNode row : example.get("ratings")) {
      for (int a = 0; a < row.size(); a++) {
        if (!row.get(a).isNull()) {
          ratings.add(new Rating("i%03d".formatted(item), "g" + item, "a" + a, row.get(a).asInt()));
        }
      }
      item++;
    }
    return ratings;
  }
}
