package dev.assay.jobs.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.typesafe.config.ConfigFactory;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.core.Slot;
import dev.assay.evaluators.Evaluators;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CostModelTest {
  /** Round unit costs, so that sums can be done by hand. */
  private static final CostModel MODEL =
      new CostModel(
          UnitCosts.of(
              ConfigFactory.parseString(
                  """
                  machine = made up, cores = 2, measured = nowhere, spread = 2, spread-why = so
                  units {
                    "a recorded answer" { core-seconds = .001, to = 10 }
                    "a scored answer" { core-seconds = .004, to = 10 }
                    "a check" { core-seconds = .002, to = 10 }
                    "an evaluator" { core-seconds = .2, to = 10 }
                    "an embedded token" { core-seconds = .01, to = 10 }
                    "a read token" { core-seconds = .00001, to = 10 }
                    "a call" { core-seconds = .005, to = 10 }
                    "report: a score" { core-seconds = .001, to = 10, first = 10000, first-core-seconds = .004 }
                  }
                  fixed-seconds { answer = 10, evaluate = 20, embed = 5, report = 3 }
                  commit-seconds = 2
                  row-bytes { responses = 100, test_cases = 50, run_cases = 10, scores = 20, sentence_scores = 30 }
                  limits = []
                  """)));

  private static final Cluster TWO_CORES = new Cluster(1, 2);

  private static Workload workload(double answers, boolean asked, String... evaluators) {
    return new Workload(
        answers,
        2,
        asked,
        List.of(evaluators).stream().map(Evaluators::of).toList(),
        Set.of(),
        new Workload.Texts(50, 3, 100, 200, 1),
        0,
        1000);
  }

  private static StageEstimate stage(
      Workload workload, String stage, Cluster cluster, EndpointTerms endpoint) {
    StageWork work =
        workload.stages().stream().filter(one -> one.stage().equals(stage)).findFirst().get();
    return MODEL.of(work, cluster, endpoint);
  }

  /** 10 s fixed + 100,000 x .001 s / 2 cores = 60 s; from a half to twice of that. */
  @Test
  void recordedAnswersAreBoundByProcessors() {
    StageEstimate answer =
        stage(workload(100_000, false, "bleu"), "answer", TWO_CORES, EndpointTerms.UNKNOWN);
    assertThat(answer.likely().getAsDouble()).isCloseTo(60, within(1e-9));
    assertThat(answer.seconds().low().getAsDouble()).isCloseTo(30, within(1e-9));
    assertThat(answer.seconds().high().getAsDouble()).isCloseTo(120, within(1e-9));
    assertThat(answer.bound()).isEqualTo("processors");
    assertThat(answer.money()).isEmpty();
    // 100,000 x (100 + 10) + 50,000 questions x 50 = 13.5 MB, and texts: 100,000 x
    // (2 x 50 + 3 x 100) tokens x 4 characters = 160 MB.
    assertThat(answer.bytes().low().getAsDouble()).isCloseTo(13.5e6, within(1e-3));
    assertThat(answer.bytes().high().getAsDouble()).isCloseTo(173.5e6, within(1e-3));
  }

  /** 3 s fixed + 10,000 x .004 / 2 cores = 23 s; 90,000 more of .001 are 45 s besides. */
  @Test
  void theFirstOfAnAmountMayCostMore() {
    assertThat(report(10_000)).isCloseTo(23, within(1e-9));
    assertThat(report(5_000)).isCloseTo(13, within(1e-9));
    assertThat(report(100_000)).isCloseTo(68, within(1e-9));
  }

  private static double report(double scores) {
    StageWork work = new StageWork("report", Map.of("report: a score", scores), 0, 0, Map.of(), 0);
    return MODEL.of(work, TWO_CORES, EndpointTerms.UNKNOWN).likely().getAsDouble();
  }

  /** Four times the cores: 10 + 100,000 x .001 / 8 = 22.5 s. The fixed part stays. */
  @Test
  void moreExecutorsShareTheWorkAndNotTheFixedPart() {
    Workload workload = workload(100_000, false, "bleu");
    Cluster eight = new Cluster(4, 2);
    assertThat(stage(workload, "answer", eight, EndpointTerms.UNKNOWN).likely().getAsDouble())
        .isCloseTo(22.5, within(1e-9));
    StageEstimate many =
        stage(workload, "answer", new Cluster(1_000_000, 2), EndpointTerms.UNKNOWN);
    assertThat(many.likely().getAsDouble()).isBetween(10.0, 10.1);
    assertThat(many.bound()).isEqualTo("fixed");
  }

  /**
   * 8 a second are fewer than 16 under way of half a second each, which make 32: 10 + 4,000 / 8 =
   * 510 s. 4,000 x .005 s / 2 cores = 10 s of work go beside it. Each call costs (1,000 x 2 + 100 x
   * 10) / 1,000,000 = .003.
   */
  @Test
  void askedAnswersAreBoundByTheQuota() {
    EndpointTerms endpoint =
        new EndpointTerms(
            OptionalDouble.of(8),
            OptionalDouble.of(.5),
            16,
            OptionalDouble.of(1000),
            OptionalDouble.of(100),
            OptionalDouble.of(2),
            OptionalDouble.of(10));
    StageEstimate answer =
        stage(workload(4000, true, "bleu"), "answer", new Cluster(64, 2), endpoint);
    assertThat(answer.likely().getAsDouble()).isCloseTo(510, within(1e-9));
    assertThat(answer.bound()).isEqualTo("the endpoint's quota");
    assertThat(answer.money().get().low().getAsDouble()).isCloseTo(12, within(1e-9));
  }

  /** 16 under way of 4 s each make 4 a second: 10 + 4,000 / 4 = 1,010 s. */
  @Test
  void askedAnswersAreBoundByLatencyWhereTheQuotaAllowsMore() {
    EndpointTerms endpoint = EndpointTerms.of(OptionalDouble.of(8), OptionalDouble.of(4), 16);
    StageEstimate answer = stage(workload(4000, true, "bleu"), "answer", TWO_CORES, endpoint);
    assertThat(answer.likely().getAsDouble()).isCloseTo(1010, within(1e-9));
    assertThat(answer.bound()).isEqualTo("the endpoint's latency");
    assertThat(answer.money().get().isWhole()).isFalse();
    assertThat(answer.money().get().low()).isEmpty();
  }

  /**
   * 100,000 answers are 100 batches, 99 of 2 s besides the fixed seconds; 100,000 x .006 s / 1,000
   * cores are .6 s.
   */
  @Test
  void onManyCoresTheDriversCommitsDecide() {
    StageEstimate evaluate =
        stage(
            workload(100_000, false, "bleu"),
            "evaluate",
            new Cluster(500, 2),
            EndpointTerms.UNKNOWN);
    assertThat(evaluate.likely().getAsDouble()).isCloseTo(218, within(1e-9));
    assertThat(evaluate.bound()).isEqualTo("the driver's commits");
  }

  /**
   * 100 answers x .004 s, x 2 evaluators x .002 s, 2 evaluators x .2 s; 100 x (4 x 50 + 3 x 100)
   * tokens x .01 s, answers and expected ones as wholes and by sentences, for all that embed once;
   * 100 x (2 x 50 + 3 x 100) x .00001 s for what is done with them: 20 + (.4 + .4 + .4 + 500 + .4)
   * / 2 = 270.8 s.
   */
  @Test
  void eachTextIsEmbeddedOnceForAllEvaluators() {
    StageEstimate evaluate =
        stage(
            workload(100, false, "groundedness", "answer_relevancy"),
            "evaluate",
            TWO_CORES,
            EndpointTerms.UNKNOWN);
    assertThat(evaluate.likely().getAsDouble()).isCloseTo(270.8, within(1e-9));
  }

  /**
   * A tenth of the passages' came for the first time: 20 + (.4 + .4 + .4 + 230 + .4) / 2 = 135.8.
   */
  @Test
  void passagesThatCameBeforeAreComparedAndNotEmbedded() {
    Workload all = workload(100, false, "groundedness", "answer_relevancy");
    Workload known =
        new Workload(
            all.answers(),
            all.systems(),
            all.asked(),
            all.evaluators(),
            all.empty(),
            new Workload.Texts(50, 3, 100, 200, .1),
            all.chunks(),
            all.commitRows());
    assertThat(stage(known, "evaluate", TWO_CORES, EndpointTerms.UNKNOWN).likely().getAsDouble())
        .isCloseTo(135.8, within(1e-9));
  }

  @Test
  void whatIsNotMeasuredIsNamedAndIsNoNumber() {
    Workload workload = workload(100, false, "groundedness_nli");
    StageEstimate evaluate = stage(workload, "evaluate", TWO_CORES, EndpointTerms.UNKNOWN);
    assertThat(evaluate.likely()).isEmpty();
    assertThat(evaluate.seconds().high()).isEmpty();
    assertThat(evaluate.seconds().missing())
        .containsExactly("no unit cost is measured for a token for entailment");
    // 20 s fixed, in which the one batch is, and .6 s of processors are known: half at least.
    assertThat(evaluate.seconds().low().getAsDouble()).isCloseTo(10.3, within(1e-9));

    StageEstimate analyze = stage(workload, "analyze", TWO_CORES, EndpointTerms.UNKNOWN);
    assertThat(analyze.seconds().low()).isEmpty();
    assertThat(analyze.seconds().missing()).hasSize(2);

    StageEstimate answer =
        stage(workload(100, true, "bleu"), "answer", TWO_CORES, EndpointTerms.UNKNOWN);
    assertThat(answer.likely()).isEmpty();
    assertThat(answer.seconds().missing()).singleElement().asString().contains("latency");
    assertThat(answer.bytes().missing()).singleElement().asString().contains("llm_calls");
  }

  /** What nobody has to configure has a time, and known passages cost little of it. */
  @Test
  void theDefaultEvaluatorsHaveATime() {
    CostModel carried = new CostModel(UnitCosts.measured());
    List<String> ids = ConfigLoader.defaults().load().config().evaluators();
    double[] seconds = new double[2];
    for (int known = 0; known < 2; known++) {
      Workload workload =
          new Workload(
              100_000,
              1,
              false,
              ids.stream().map(Evaluators::of).toList(),
              Set.of(Slot.CROSS_ENCODER),
              new Workload.Texts(60, 5, 200, 200, known == 0 ? 1 : .1),
              0,
              20_000);
      StageWork work =
          workload.stages().stream()
              .filter(one -> one.stage().equals("evaluate"))
              .findFirst()
              .get();
      StageEstimate evaluate = carried.of(work, TWO_CORES, EndpointTerms.UNKNOWN);
      assertThat(evaluate.seconds().missing()).isEmpty();
      seconds[known] = evaluate.likely().getAsDouble();
    }
    assertThat(seconds[1]).isBetween(.2 * seconds[0], .4 * seconds[0]);
  }

  @Test
  void theCarriedUnitCostsGrowWithRowsAndAreNeverNothing() {
    CostModel carried = new CostModel(UnitCosts.measured());
    EndpointTerms endpoint = EndpointTerms.of(OptionalDouble.of(10), OptionalDouble.empty(), 16);
    Map<String, Double> before = new HashMap<>();
    for (double rows : new double[] {1, 1e3, 1e6, 1e9, 1e12}) {
      Workload workload =
          new Workload(
              rows,
              2,
              true,
              List.copyOf(Evaluators.all()),
              Set.of(),
              new Workload.Texts(60, 5, 200, 200, 1),
              rows,
              20_000);
      for (StageWork work : workload.stages()) {
        StageEstimate one = carried.of(work, new Cluster(64, 8), endpoint);
        one.seconds()
            .low()
            .ifPresent(
                low -> {
                  assertThat(low).as(work.stage()).isPositive().isFinite();
                  assertThat(low)
                      .as("%s at %s", work.stage(), rows)
                      .isGreaterThanOrEqualTo(before.getOrDefault(work.stage(), 0.0));
                  before.put(work.stage(), low);
                });
        if (!work.rows().isEmpty()) {
          one.bytes().low().ifPresent(low -> assertThat(low).isPositive().isFinite());
        }
      }
    }
    assertThat(before.values()).allSatisfy(longest -> assertThat(longest).isGreaterThan(1e4));
    assertThat(before).containsKeys("answer", "embed", "evaluate", "analyze", "report");
  }

  @Test
  void everyCarriedUnitSaysWhatItWasMeasuredBy() {
    UnitCosts costs = UnitCosts.measured();
    assertThat(costs.units())
        .allSatisfy(
            (name, unit) -> {
              assertThat(unit.coreSeconds()).as(name).isPositive().isFinite();
              assertThat(unit.first()).as(name).isBetween(0.0, unit.to());
              assertThat(unit.of(unit.to())).as(name).isPositive().isFinite();
              assertThat(unit.measured()).as(name).contains("scripts/bench").contains("2026-");
            });
    assertThat(costs.fixed()).allSatisfy((stage, seconds) -> assertThat(seconds).isPositive());
    assertThat(costs.bytes()).allSatisfy((table, bytes) -> assertThat(bytes).isPositive());
  }
}
