package dev.assay.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.Direction;
import dev.assay.stats.Golden;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CalibratorsTest {
  private static final Scale UNIT = new Scale(Direction.UP, 0, 1);

  static Stream<JsonNode> isotonic() {
    return golden("isotonic");
  }

  static Stream<JsonNode> beta() {
    return golden("beta");
  }

  static Stream<JsonNode> vennAbers() {
    return golden("venn_abers");
  }

  static Stream<JsonNode> boosted() {
    return golden("boosted");
  }

  static Stream<JsonNode> levels() {
    return golden("levels");
  }

  static Stream<Calibrator> calibrators() {
    return Stream.of(
        new LogisticCalibrator(),
        new IsotonicCalibrator(),
        new BetaCalibrator(),
        new VennAbersCalibrator(),
        BoostedCalibrator.of(Direction.NONE),
        new BestCalibrator(
            List.of(new LogisticCalibrator(), new IsotonicCalibrator(), new BetaCalibrator()),
            5,
            3));
  }

  @ParameterizedTest
  @MethodSource("isotonic")
  void isotonicAgreesWithScikitLearn(JsonNode example) {
    Direction direction = example.get("falls").asBoolean() ? Direction.DOWN : Direction.UP;
    ProbabilityMap map = map(new IsotonicCalibrator(direction), rows(example));
    agrees(map, example);
    assertThat(map(new IsotonicCalibrator(), rows(example)))
        .as("without a direction the better one is found")
        .isEqualTo(map);
  }

  @ParameterizedTest
  @MethodSource("beta")
  void betaAgreesWithBetacal(JsonNode example) {
    BetaMap map = (BetaMap) map(new BetaCalibrator(), rows(example));
    assertThat(map.a()).isCloseTo(example.get("a").asDouble(), within(1e-6));
    assertThat(map.b()).isCloseTo(example.get("b").asDouble(), within(1e-6));
    agrees(map, example);
  }

  @ParameterizedTest
  @MethodSource("vennAbers")
  void vennAbersAgreesWithItsPackage(JsonNode example) {
    VennAbersMap map = (VennAbersMap) map(new VennAbersCalibrator(Direction.UP), rows(example));
    agrees(map, example);
    double[] at = Golden.doubles(example.get("at"));
    for (int i = 0; i < at.length; i++) {
      assertThat(map.bounds(at[i]))
          .containsExactly(
              new double[] {
                example.get("low").get(i).asDouble(), example.get("high").get(i).asDouble()
              },
              within(1e-9));
    }
  }

  @ParameterizedTest
  @MethodSource("levels")
  void levelsAgreeWithScikitLearnAndStatsmodels(JsonNode example) {
    double[] scores = Golden.doubles(example.get("scores"));
    double[] ones = new double[scores.length];
    Arrays.fill(ones, 1);
    ScoreTable table =
        ScoreTable.of(
            scores, Golden.ints(example.get("labels")), ones, example.get("levels").asInt());
    LevelScale scale = scale(table.levels());
    ProbabilityMap multinomial = ((Fit.Fitted) MultinomialCalibrator.fit(table, scale)).map();
    OrdinalMap ordinal = (OrdinalMap) ((Fit.Fitted) OrdinalCalibrator.fit(table, scale)).map();
    double[] at = Golden.doubles(example.get("at"));
    for (int i = 0; i < at.length; i++) {
      assertThat(multinomial.probabilities(at[i]))
          .containsExactly(Golden.doubles(example.get("multinomial").get(i)), within(1e-6));
      assertThat(ordinal.probabilities(at[i]))
          .containsExactly(Golden.doubles(example.get("ordinal").get(i)), within(1e-6));
    }
    assertThat(ordinal.slope()).isCloseTo(example.get("slope").asDouble(), within(1e-6));
    assertThat(OrdinalMap.of(ordinal.parameters(), scale)).isEqualTo(ordinal);
    assertThat(MultinomialMap.of(multinomial.parameters(), scale)).isEqualTo(multinomial);
  }

  @ParameterizedTest
  @MethodSource("boosted")
  void boostedAgreesWithXgboost(JsonNode example) {
    List<Direction> directions =
        StreamSupport.stream(example.get("directions").spliterator(), false)
            .map(one -> Direction.valueOf(one.asText()))
            .toList();
    double[] ones = new double[example.get("labels").size()];
    Arrays.fill(ones, 1);
    BoostedMap map =
        new BoostedCalibrator(directions, 100, 2, .1)
            .boost(
                List.of(Golden.matrix(example.get("scores"))),
                Arrays.stream(Golden.ints(example.get("labels"))).boxed().toList(),
                Arrays.stream(ones).boxed().toList());
    double[] found =
        Arrays.stream(Golden.matrix(example.get("at"))).mapToDouble(map::probability).toArray();
    assertThat(found).containsExactly(Golden.doubles(example.get("expected")), within(1e-6));
    assertThat(BoostedMap.of(map.parameters())).isEqualTo(map);
  }

  @Test
  void boostingIsMonotoneInEachOfSeveralMetrics() {
    SplittableRandom random = new SplittableRandom(12);
    List<double[]> scores = new ArrayList<>();
    List<Integer> labels = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      double[] row = {random.nextDouble(), random.nextDouble()};
      scores.add(row);
      labels.add(random.nextDouble() < (row[0] + 1 - row[1]) / 2 ? 1 : 0);
    }
    BoostedMap map =
        BoostedCalibrator.of(Direction.UP, Direction.DOWN)
            .boost(scores, labels, Collections.nCopies(400, 1.0));
    for (double fixed = 0; fixed <= 1; fixed += .1) {
      for (double moved = 0; moved < 1; moved += .02) {
        double next = moved + .02;
        assertThat(map.probability(new double[] {next, fixed}))
            .isGreaterThanOrEqualTo(map.probability(new double[] {moved, fixed}) - 1e-12);
        assertThat(map.probability(new double[] {fixed, next}))
            .isLessThanOrEqualTo(map.probability(new double[] {fixed, moved}) + 1e-12);
      }
    }
    assertThat(map.probability(new double[] {.9, .1})).isGreaterThan(.7);
  }

  @Test
  void pooledByHand() {
    // Scores 1 2 3 4, labels 0 1 0 1: 2 and 3 violate and share 1/2.
    IsotonicMap map =
        (IsotonicMap)
            map(
                new IsotonicCalibrator(Direction.UP),
                List.of(
                    LabelledResponse.of("a", 1, 0),
                    LabelledResponse.of("b", 2, 1),
                    LabelledResponse.of("c", 3, 0),
                    LabelledResponse.of("d", 4, 1)));
    assertThat(map.scores()).containsExactly(1.0, 2.0, 3.0, 4.0);
    assertThat(map.probabilities()).containsExactly(0.0, .5, .5, 1.0);
    // Half way from 1 to 2.
    assertThat(map.probability(1.5)).isEqualTo(.25);
    assertThat(map.probability(-9)).isZero();
    assertThat(map.probability(9)).isEqualTo(1);
  }

  @Test
  void vennAbersOfOneRowByHand() {
    // One row (score .5, label 1), a new score above it: with label 0 the two pool to 1/2, with
    // label 1 both are 1. p = 1 / (1 − 1/2 + 1) = 2/3.
    // Below it: with label 0 it stays 0, with label 1 it is 1: p = 1 / (1 − 0 + 1) = 1/2.
    List<LabelledResponse> rows =
        List.of(LabelledResponse.of("a", .5, 1), LabelledResponse.of("b", -9, 0));
    ProbabilityMap map = map(new VennAbersCalibrator(Direction.UP), rows);
    assertThat(map.probability(.7)).isCloseTo(2.0 / 3, within(1e-12));
    assertThat(map.probability(0)).isCloseTo(1.0 / 2, within(1e-12));
  }

  @ParameterizedTest
  @MethodSource("calibrators")
  void mapsAreMonotoneWithinTheUnitInterval(Calibrator calibrator) {
    for (int seed = 0; seed < 40; seed++) {
      for (Direction direction : List.of(Direction.UP, Direction.DOWN)) {
        List<LabelledResponse> rows = random(seed, 3 + 2 * seed, seed % 3 == 0);
        if (!(calibrator.on(new Scale(direction, 0, 1)).fit(rows) instanceof Fit.Fitted fit)) {
          continue;
        }
        boolean free = fit.map() instanceof LogisticMap;
        double sign = direction == Direction.UP ? 1 : -1;
        double before = fit.map().probability(-.2);
        for (double score = -.2; score <= 1.2; score += .01) {
          double p = fit.map().probability(score);
          assertThat(p).isBetween(0.0, 1.0);
          assertThat(free || sign * (p - before) >= -1e-12).isTrue();
          before = p;
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("calibrators")
  void theOrderOfRowsChangesNoBit(Calibrator calibrator) {
    List<LabelledResponse> rows = new ArrayList<>(random(5, 120, true));
    Fit before = calibrator.on(UNIT).fit(rows);
    Collections.shuffle(rows, new Random(8));
    assertThat(calibrator.on(UNIT).fit(rows)).isEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("calibrators")
  void storedParametersRebuildTheMap(Calibrator calibrator) {
    ProbabilityMap map = map(calibrator.on(UNIT), random(6, 90, false));
    assertThat(ProbabilityMaps.of(map.method(), map.parameters())).isEqualTo(map);
  }

  @ParameterizedTest
  @MethodSource("calibrators")
  void degenerateRowsSayWhy(Calibrator calibrator) {
    Calibrator ready = calibrator.on(UNIT);
    assertThat(ready.fit(List.of())).isEqualTo(new Fit.Degenerate("no labelled row"));
    assertThat(ready.fit(List.of(LabelledResponse.of("a", .5, 1))))
        .isEqualTo(new Fit.Degenerate("every label is 1"));
    assertThat(ready.fit(List.of(LabelledResponse.of("a", .5, 1), LabelledResponse.of("b", .5, 0))))
        .isEqualTo(new Fit.Degenerate("every score is 0.5"));
  }

  @Test
  void separableLabelsHaveAMapOnlyWhereItIsFinite() {
    List<LabelledResponse> rows = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      rows.add(LabelledResponse.of("g" + i, i / 20.0, i < 10 ? 0 : 1));
    }
    assertThat(new BetaCalibrator().fit(rows))
        .isEqualTo(new Fit.Degenerate("beta calibration did not converge: separable labels"));
    assertThat(new LogisticCalibrator().fit(rows)).isInstanceOf(Fit.Fitted.class);
    assertThat(map(new VennAbersCalibrator(), rows).probability(0)).isGreaterThan(0);
    double[] scores = rows.stream().mapToDouble(LabelledResponse::score).toArray();
    int[] labels = rows.stream().mapToInt(LabelledResponse::level).toArray();
    double[] ones = new double[20];
    Arrays.fill(ones, 1);
    ScoreTable table = ScoreTable.of(scores, labels, ones, 2);
    assertThat(OrdinalCalibrator.fit(table, scale(2))).isInstanceOf(Fit.Degenerate.class);
    assertThat(MultinomialCalibrator.fit(table, scale(2))).isInstanceOf(Fit.Degenerate.class);
  }

  /**
   * Labels of nine scores that pass at both ends only: a falling slope on ln u would separate them,
   * so the best curve of any slopes lies at infinity, that of slopes from 0 on does not. The loss is
   * convex, so the conditions of Karush, Kuhn and Tucker show that it is the best.
   */
  @Test
  void betaFindsTheBestThatNeverFallsWhereOnlyAFallingCurveWouldSeparate() {
    int[] labels = {1, 1, 0, 0, 0, 0, 0, 1, 1};
    List<LabelledResponse> rows = new ArrayList<>();
    for (int i = 0; i < labels.length; i++) {
      rows.add(LabelledResponse.of("g" + i, (i + 1) / 10.0, labels[i]));
    }
    BetaMap map = (BetaMap) map(new BetaCalibrator(), rows);
    double[] gradient = new double[3];
    for (LabelledResponse row : rows) {
      double miss = map.probability(row.score()) - row.level();
      gradient[0] += miss * Math.log(row.score());
      gradient[1] -= miss * Math.log1p(-row.score());
      gradient[2] += miss;
    }
    assertThat(map.a()).isZero();
    assertThat(gradient[0]).isPositive();
    assertThat(map.b()).isPositive();
    assertThat(gradient[1]).isCloseTo(0, within(1e-6));
    assertThat(gradient[2]).isCloseTo(0, within(1e-6));
    // scipy 1.17.1, minimize by L-BFGS-B with these bounds: 0, 0.7250906, −0.86668783.
    assertThat(map.b()).isCloseTo(.7250906, within(1e-6));
    assertThat(map.c()).isCloseTo(-.86668783, within(1e-6));
  }

  @Test
  void betaNeedsTwoEnds() {
    assertThat(new BetaCalibrator(Scale.of(Direction.UP)).fit(random(1, 50, false)))
        .isEqualTo(new Fit.Degenerate("beta calibration needs a metric with two finite ends"));
  }

  @Test
  void tablesMerge() {
    List<LabelledResponse> rows = random(4, 101, true);
    ScoreTable whole = ScoreTable.of(rows);
    ScoreTable merged =
        ScoreTable.of(rows.subList(0, 37)).merge(ScoreTable.of(rows.subList(37, 101)));
    assertThat(merged.size()).isEqualTo(whole.size());
    for (int i = 0; i < whole.size(); i++) {
      assertThat(merged.score(i)).isEqualTo(whole.score(i));
      assertThat(merged.weight(0, i)).isEqualTo(whole.weight(0, i));
      assertThat(merged.weight(1, i)).isEqualTo(whole.weight(1, i));
    }
  }

  @Test
  void theBestFollowsTheTruth() {
    // A step from .1 to .9 at .5 is no logistic curve of a score with a few far-out values.
    SplittableRandom random = new SplittableRandom(9);
    List<LabelledResponse> rows = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      double score = i % 50 == 0 ? 40 : random.nextDouble();
      double truth = score < .5 || score > 1 ? .1 : .9;
      rows.add(LabelledResponse.of("g" + i / 2, score, random.nextDouble() < truth ? 1 : 0));
    }
    List<Calibrator> candidates = List.of(new LogisticCalibrator(), new IsotonicCalibrator());
    assertThat(map(new BestCalibrator(candidates, 5, 1), rows).method())
        .as("the lowest step would say 0 of a few groups")
        .isEqualTo("logistic");
    for (int i = 0; i < 100; i++) {
      rows.add(LabelledResponse.of("low" + i, 0, 0));
    }
    assertThat(map(new BestCalibrator(candidates, 5, 1), rows).method()).isEqualTo("isotonic");
    List<LabelledResponse> smooth = random(3, 60, false);
    assertThat(map(new BestCalibrator(candidates, 5, 1), smooth).method())
        .as("60 rows are too few for steps")
        .isEqualTo("logistic");
  }

  @Test
  void autoTriesTheCandidatesThatItIsGiven() {
    List<LabelledResponse> rows = random(3, 300, false);
    for (String one : List.of("logistic", "isotonic", "beta", "venn_abers", "boosted")) {
      Calibrator only =
          Calibrators.of("auto", List.of(one), 5, 1).on(new Scale(Direction.UP, -10, 10));
      assertThat(map(only, rows).method()).isEqualTo(one);
    }
  }

  @Test
  void foldsHoldWholeGroupsAndDifferByOneAtMost() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 103; i++) {
      ids.add("g" + i);
      ids.add("g" + i);
    }
    Map<String, Integer> folds = GroupFolds.deal(ids, 5, 2, "any");
    assertThat(folds).hasSize(103);
    for (int fold = 0; fold < 5; fold++) {
      assertThat(Collections.frequency(folds.values(), fold)).isBetween(20, 21);
    }
    Collections.shuffle(ids, new Random(1));
    assertThat(GroupFolds.deal(ids, 5, 2, "any")).isEqualTo(folds);
    assertThat(GroupFolds.deal(List.of("a", "b"), 5, 2, "any").values()).containsOnly(0, 1);
  }

  private static Stream<JsonNode> golden(String name) {
    return StreamSupport.stream(Golden.read("calibrators").get(name).spliterator(), false);
  }

  private static LevelScale scale(int levels) {
    return new LevelScale(
        IntStream.range(0, levels).mapToObj(level -> "l" + level).toList(), true, Set.of());
  }

  private static List<LabelledResponse> rows(JsonNode example) {
    double[] scores = Golden.doubles(example.get("scores"));
    int[] labels = Golden.ints(example.get("labels"));
    double[] weights =
        example.has("weights") ? Golden.doubles(example.get("weights")) : new double[0];
    List<LabelledResponse> rows = new ArrayList<>();
    for (int i = 0; i < scores.length; i++) {
      rows.add(
          LabelledResponse.of("g" + i, scores[i], labels[i], weights.length == 0 ? 1 : weights[i]));
    }
    return rows;
  }

  private static void agrees(ProbabilityMap map, JsonNode example) {
    double[] at = Golden.doubles(example.get("at"));
    double[] found = Arrays.stream(at).map(map::probability).toArray();
    assertThat(found).containsExactly(Golden.doubles(example.get("expected")), within(1e-6));
  }

  private static List<LabelledResponse> random(int seed, int n, boolean ties) {
    SplittableRandom random = new SplittableRandom(seed);
    List<LabelledResponse> rows = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      double score = random.nextDouble();
      score = ties ? Math.rint(score * 8) / 8 : score;
      int label = random.nextDouble() < .2 + .6 * score ? 1 : 0;
      rows.add(LabelledResponse.of("g" + i / 3, score, label, 1 + i % 2));
    }
    return rows;
  }

  private static ProbabilityMap map(Calibrator calibrator, List<LabelledResponse> rows) {
    return ((Fit.Fitted) calibrator.fit(rows)).map();
  }
}
