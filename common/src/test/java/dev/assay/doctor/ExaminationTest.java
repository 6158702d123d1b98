package dev.assay.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.core.Direction;
import dev.assay.stats.Interval;
import dev.assay.stats.ppi.HumanEquivalent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What is said of scores, on tables drawn from a known truth. */
class ExaminationTest {

  /** A judge that sees merit with noise, generous to all and to long answers; a second of noise. */
  private static Sheet sheet(int seed, int questions, int labelled, double lengths) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Answer> answers = new ArrayList<>();
    for (int q = 0; q < questions; q++) {
      double ease = random.nextGaussian();
      for (String system : List.of("a", "b")) {
        double merit = ease + random.nextGaussian() + (system.equals("a") ? 1 : 0);
        int length = random.nextInt(100, 500);
        double judge =
            1
                / (1
                    + Math.exp(
                        -merit - 1 - lengths * (length - 300) / 100.0 - random.nextGaussian() / 2));
        answers.add(
            new Answer(
                "q" + q,
                system,
                q < labelled ? Optional.of(merit > 0) : Optional.empty(),
                OptionalInt.of(length),
                new double[] {judge, random.nextDouble(), -judge * 7}));
      }
    }
    return new Sheet(List.of("judge", "noise", "fault"), answers, Map.of(), List.of());
  }

  @Test
  void aGenerousJudgeIsCorrectedAndItsDirectionIsFound() {
    List<ScoreWorth> scores = Examination.of(sheet(1, 1500, 200, .6));
    // Merit of a is N(1, 2), of b N(0, 2): Φ(1/√2) = 0.760 and 0.5 pass.
    ScoreWorth judge = scores.stream().filter(s -> s.name().equals("judge")).findFirst().get();
    assertThat(judge.own().orElseThrow().low().getAsDouble()).isGreaterThan(.66);
    Interval human = judge.human().orElseThrow().estimate();
    assertThat(human.covers((.760 + .5) / 2)).isTrue();
    assertThat(judge.systems().get(0).system()).as("the better one first").isEqualTo("a");
    assertThat(judge.gaps().get(0).human().orElseThrow().estimate().covers(.26)).isTrue();
    assertThat(judge.gaps().get(0).shared()).isEqualTo(1500);

    ScoreWorth fault = scores.stream().filter(s -> s.name().equals("fault")).findFirst().get();
    assertThat(fault.direction()).isEqualTo(Direction.DOWN);
    assertThat(fault.agreement().orElseThrow().estimate())
        .as("the same order, turned: the same area")
        .isCloseTo(judge.agreement().orElseThrow().estimate(), within(1e-9));
    assertThat(judge.biases().get(0).what()).isEqualTo("length");
    assertThat(judge.biases().get(0).shown()).isTrue();
    assertThat(judge.biases().get(0).excess().estimate().estimate()).isPositive();

    ScoreWorth noise = scores.stream().filter(s -> s.name().equals("noise")).findFirst().get();
    assertThat(noise.directionBy()).isEqualTo("assumed");
    assertThat(Claims.missing(sheet(1, 1500, 200, .6), scores, .05))
        .anyMatch(claim -> claim.startsWith("That 'noise' tells good answers from bad"));
  }

  @Test
  void theTruthIsCoveredAsOftenAsPromised() {
    int covered = 0;
    int times = 40;
    for (int seed = 0; seed < times; seed++) {
      ScoreWorth judge =
          Examination.of(sheet(100 + seed, 200, 60, 0)).stream()
              .filter(score -> score.name().equals("judge"))
              .findFirst()
              .orElseThrow();
      covered += judge.human().orElseThrow().estimate().covers((.7602 + .5) / 2) ? 1 : 0;
    }
    // At 95 %, fewer than 34 of 40 have a chance of 1 in 300.
    assertThat(covered).isGreaterThanOrEqualTo(34);
  }

  @Test
  void plannedLabelsGiveTheIntervalThatWasPlanned() {
    HumanEquivalent few = judged(sheet(5, 4000, 100, 0)).human().orElseThrow();
    double error = judged(sheet(5, 4000, 100, 0)).predictionError();
    int planned = (int) LabelsNeeded.forRate(few, error, .03).orElseThrow();
    Interval then = judged(sheet(5, 4000, planned, 0)).human().orElseThrow().estimate();
    assertThat((then.high().getAsDouble() - then.low().getAsDouble()) / 2)
        .isCloseTo(.03, within(.006));
    // z² / 4 / .05² = 384.1
    assertThat(LabelsNeeded.blind(.05)).isEqualTo(385);
  }

  @Test
  void chosenLabelsAreTold() {
    Sheet drawn = sheet(9, 400, 80, 0);
    List<Answer> chosen =
        drawn.answers().stream()
            .map(
                one ->
                    new Answer(
                        one.group(),
                        one.system(),
                        one.scores()[0] > .8 ? Optional.of(true) : Optional.empty(),
                        one.length(),
                        one.scores()))
            .toList();
    Sheet sheet = new Sheet(drawn.scores(), chosen, Map.of(), List.of());
    assertThat(Claims.missing(sheet, Examination.of(sheet), .05))
        .anyMatch(claim -> claim.contains("their 'judge' is higher"))
        .anyMatch(claim -> claim.contains("labels say the same"));
    assertThat(Claims.missing(drawn, Examination.of(drawn), .05))
        .noneMatch(claim -> claim.contains("drawn at random") || claim.contains("bias every rate"));
  }

  @Test
  void withoutLabelsItSaysHowManyWouldDo() {
    Sheet sheet = sheet(3, 50, 0, 0);
    List<ScoreWorth> scores = Examination.of(sheet);
    assertThat(scores.get(0).agreement()).isEmpty();
    assertThat(scores.get(0).human()).isEmpty();
    assertThat(Claims.missing(sheet, scores, .05)).anyMatch(claim -> claim.contains("385 labels"));
  }

  @Test
  void scalesAreTheUsualOnes() {
    assertThat(ScoreScale.of(new double[] {0, 1}).middle()).isEqualTo(.5);
    assertThat(ScoreScale.of(new double[] {2, 5}).middle()).as("1 to 5: 4 and 5 pass").isEqualTo(4);
    assertThat(ScoreScale.of(new double[] {1, 10}).middle()).isEqualTo(6);
    assertThat(ScoreScale.of(new double[] {3.5, 88}).middle()).isEqualTo(50);
    assertThat(ScoreScale.of(new double[] {-2, 2, Double.NaN}).middle()).isEqualTo(1);
  }

  private static ScoreWorth judged(Sheet sheet) {
    return Examination.of(new Sheet(List.of("judge"), sheet.answers(), Map.of(), List.of())).get(0);
  }
}
