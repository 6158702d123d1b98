package dev.assay.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.Evidence;
import dev.assay.core.Evidence.Side;
import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.core.Status;
import dev.assay.evaluators.similarity.Groundedness;
import dev.assay.testing.FakeEmbedder;
import dev.assay.testing.FakeModels;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScoringTest {

  private static final Models MODELS = FakeModels.with(FakeEmbedder.hashing(8));

  private static final Example GOOD = Example.of("q", "e", List.of("c"), "good");
  private static final Example BAD = Example.of("q", "e", List.of("c"), "bad");
  private static final Example SILENT = Example.of("q", "e", List.of("c"), null);

  @AfterEach
  void clearInterrupt() {
    Thread.interrupted();
  }

  @Test
  void everyExampleHasAnOutcomeOfEveryEvaluatorInOrder() {
    List<Map<String, Outcome>> scored =
        new Scoring(List.of(fixed("b", 1), fixed("a", 0.5))).score(List.of(GOOD, BAD), MODELS);
    assertThat(scored).hasSize(2);
    assertThat(scored.get(1).keySet()).containsExactly("b", "a");
    assertThat(scored.get(1).get("a").measures()).containsEntry("share", Measure.of(0.5));
  }

  @Test
  void aMissingFieldIsNoInputAndNeverReachesTheEvaluator() {
    Probe probe = fixed("e", 1);
    List<Map<String, Outcome>> scored =
        new Scoring(List.of(probe)).score(List.of(SILENT, GOOD), MODELS);
    assertThat(scored.get(0).get("e").measures())
        .containsEntry(
            "share", new Measure.Absent(Status.NO_INPUT, "the answer is missing or blank"));
    assertThat(scored.get(1).get("e").measures()).containsEntry("share", Measure.of(1));
    assertThat(probe.seen).hasValue(1);
  }

  @Test
  void aBatchWithNothingToScoreIsNotScored() {
    Probe probe = fixed("e", 1);
    new Scoring(List.of(probe)).score(List.of(SILENT), MODELS);
    assertThat(new Scoring(List.of(probe)).score(List.of(), MODELS)).isEmpty();
    assertThat(probe.calls).hasValue(0);
  }

  @Test
  void anEmptySlotIsNotApplicable() {
    Models none = new FakeModels(FakeEmbedder.hashing(8), EnumSet.noneOf(Slot.class));
    assertThat(measure(fixed("e", 1), none))
        .isEqualTo(Measure.notApplicable("no model in slot embedder: none is configured"));
  }

  @Test
  void aFailingExampleCostsItsOwnRowOnly() {
    Probe probe =
        new Probe(
            "e",
            example -> {
              if (example.equals(BAD)) {
                throw new IllegalStateException("cannot read this");
              }
              return share(1);
            });
    List<Map<String, Outcome>> scored =
        new Scoring(List.of(probe)).score(List.of(GOOD, BAD, GOOD), MODELS);
    assertThat(scored.get(0).get("e").measures()).containsEntry("share", Measure.of(1));
    assertThat(scored.get(1).get("e").measures())
        .containsEntry(
            "share",
            new Measure.Absent(Status.MODEL_ERROR, "IllegalStateException: cannot read this"));
    assertThat(scored.get(2).get("e").measures()).containsEntry("share", Measure.of(1));
    assertThat(probe.calls).hasValue(4); // the batch, then one by one
  }

  @Test
  void aFailureOfOneEvaluatorLeavesTheOthersAlone() {
    Probe failing =
        new Probe(
            "failing",
            example -> {
              throw new StackOverflowError();
            });
    Map<String, Outcome> scored =
        new Scoring(List.of(failing, fixed("e", 1))).score(List.of(GOOD), MODELS).get(0);
    assertThat(scored.get("failing").measures())
        .containsEntry("share", new Measure.Absent(Status.MODEL_ERROR, "StackOverflowError"));
    assertThat(scored.get("e").measures()).containsEntry("share", Measure.of(1));
  }

  @Test
  void whatNetworksSayIsRoundedToWhatFloatsBear() {
    Outcome told =
        Outcome.of(
            Map.of("share", Measure.of(1 - 2.3e-8)),
            List.of(Evidence.of("share", Side.ANSWER, 0, "text", .123_456_7)));
    Outcome scored =
        new Scoring(List.of(new Probe("e", example -> told)))
            .score(List.of(GOOD), MODELS)
            .get(0)
            .get("e");
    assertThat(scored.measures()).containsEntry("share", Measure.of(1));
    assertThat(scored.evidence().get(0).score()).isEqualTo(.123_457);
    Spec counts =
        Spec.of("e", "Counts").metric(Metric.share("share", .5, "A ratio of counts")).build();
    assertThat(Scoring.checked(counts, Outcome.of(Map.of("share", Measure.of(1 / 3.0)))).measures())
        .containsEntry("share", Measure.of(1 / 3.0));
  }

  @Test
  void everyExactCopyHasTheSameScore() {
    List<Example> copies =
        IntStream.range(0, 200)
            .mapToObj(i -> "The fee of account " + i + " is due within " + 7 * i + " days.")
            .map(text -> Example.of("q", "e", List.of(text), text))
            .toList();
    List<Measure> scores =
        new Scoring(List.of(new Groundedness()))
            .score(copies, FakeModels.with(FakeEmbedder.hashing(384))).stream()
                .map(one -> one.get("groundedness").measures().get("groundedness"))
                .distinct()
                .toList();
    assertThat(scores).containsExactly(Measure.of(1));
  }

  @Test
  void whatBreaksTheSpecIsAModelError() {
    assertThat(broken(example -> share(1.5)))
        .isEqualTo("the evaluator broke its spec: share = 1.5 is outside [0.0, 1.0]");
    assertThat(broken(example -> Outcome.of(Map.of("other", Measure.of(1)))))
        .isEqualTo("the evaluator broke its spec: share is missing; other is not declared");
    assertThat(
            broken(
                example ->
                    Outcome.of(
                        share(1).measures(),
                        List.of(Evidence.of("other", Side.ANSWER, 0, "text", 1)))))
        .isEqualTo("the evaluator broke its spec: other is not declared");
    assertThat(
            broken(
                example ->
                    Outcome.of(
                        share(1).measures(),
                        List.of(Evidence.of("share", Side.ANSWER, 0, "text", Double.NaN)))))
        .isEqualTo("the evaluator broke its spec: a sentence row of share scores NaN");
    assertThat(broken(example -> new Outcome(share(1).measures(), List.of(), Set.of("other"))))
        .isEqualTo("the evaluator broke its spec: other is not declared");
    assertThat(broken(example -> null)).startsWith("NullPointerException");
  }

  @Test
  void anOutcomeTooFewIsAModelErrorAndNotAShift() {
    RowEvaluator lazy =
        new RowEvaluator() {
          @Override
          public Spec spec() {
            return Probe.spec("e");
          }

          @Override
          public List<Outcome> score(List<Example> batch, Models models) {
            return List.of();
          }
        };
    assertThat(measure(lazy, MODELS))
        .isEqualTo(
            new Measure.Absent(
                Status.MODEL_ERROR, "IllegalStateException: 0 outcomes for 1 examples"));
  }

  @Test
  void aCancelledTaskIsNotAnEvaluatorsFailure() {
    Probe cancelled =
        new Probe(
            "e",
            example -> {
              Thread.currentThread().interrupt();
              throw new IllegalStateException("cancelled");
            });
    Scoring scoring = new Scoring(List.of(cancelled));
    assertThatThrownBy(() -> scoring.score(List.of(GOOD), MODELS)).hasMessage("cancelled");
  }

  @Test
  void anEvaluatorThatHangsOnAnAnswerCostsThatRow() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    Probe hanging =
        new Probe(
            "e",
            example -> {
              while (example.equals(BAD) && never.getCount() > 0) {
                Thread.onSpinWait(); // deaf to interruption, as a regular expression is
              }
              return share(1);
            });
    RowLimit limit = new RowLimit(Duration.ofMillis(200));
    List<Map<String, Outcome>> scored =
        new Scoring(List.of(hanging, fixed("f", 0.5)), limit)
            .score(List.of(GOOD, BAD, GOOD), MODELS);
    never.countDown();
    assertThat(scored).extracting(outcomes -> outcomes.get("f")).containsOnly(share(0.5));
    assertThat(scored.get(0).get("e")).isEqualTo(share(1));
    assertThat(scored.get(2).get("e")).isEqualTo(share(1));
    assertThat(scored.get(1).get("e").measures().get("share"))
        .isEqualTo(
            new Measure.Absent(
                Status.TIMEOUT,
                "the evaluator took more than 0.2 s for this response"
                    + " (evaluate.row-timeout-seconds)"));
  }

  @Test
  void anEvaluatorThatIsSlowAndDoesNotHangComputesOneBatchTwiceAndNoMore() {
    AtomicInteger computed = new AtomicInteger();
    Probe slow =
        new Probe(
            "slow",
            example -> {
              computed.incrementAndGet();
              pause(40);
              return share(1);
            });
    // A batch of 16 may take 2 * 200 ms, and takes 16 * 40.
    List<Example> batch = Collections.nCopies(16, GOOD);
    Scoring scoring = new Scoring(List.of(slow), new RowLimit(Duration.ofMillis(200)));
    assertThat(scoring.score(batch, MODELS)).allMatch(row -> row.get("slow").equals(share(1)));
    pause(100); // What was left is interrupted, and has returned.
    int first = computed.getAndSet(0);
    assertThat(first).isBetween(16 + 1, 2 * 16);
    assertThat(scoring.score(batch, MODELS)).allMatch(row -> row.get("slow").equals(share(1)));
    assertThat(computed).hasValue(16);
  }

  @Test
  void anEvaluatorThatIsSlowOnManyThreadsAndDeafToInterruptionLosesNoScore() throws Exception {
    Probe slow =
        new Probe(
            "slow and deaf",
            example -> {
              long end = System.nanoTime() + Duration.ofMillis(30).toNanos();
              for (long left = 1; left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
                Thread.interrupted();
              }
              return share(1);
            });
    // A batch of 16 may take 2 * 150 ms, and takes 16 * 30.
    Scoring scoring = new Scoring(List.of(slow), new RowLimit(Duration.ofMillis(150)));
    Callable<List<Map<String, Outcome>>> task =
        () -> scoring.score(Collections.nCopies(16, GOOD), MODELS);
    ExecutorService threads = Executors.newFixedThreadPool(2 * RowLimit.MOST_LEFT);
    try {
      for (Future<List<Map<String, Outcome>>> scored :
          threads.invokeAll(Collections.nCopies(2 * RowLimit.MOST_LEFT, task))) {
        assertThat(scored.get()).allMatch(row -> row.get("slow and deaf").equals(share(1)));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void anEvaluatorThatHangsOnManyAnswersIsNotRunUntilOneReturns() {
    CountDownLatch released = new CountDownLatch(1);
    AtomicInteger begun = new AtomicInteger();
    Probe hanging =
        new Probe(
            "deaf",
            example -> {
              begun.incrementAndGet();
              while (released.getCount() > 0) {
                Thread.onSpinWait();
              }
              return share(1);
            });
    Scoring scoring = new Scoring(List.of(hanging), new RowLimit(Duration.ofMillis(20)));
    for (int i = 0; i < RowLimit.MOST_LEFT; i++) {
      assertThat(status(scoring)).isEqualTo(Status.TIMEOUT);
    }
    assertThat(status(scoring)).isEqualTo(Status.TIMEOUT);
    assertThat(begun).hasValue(RowLimit.MOST_LEFT);
    released.countDown();
    for (int i = 0; i < 200 && !scores(scoring).equals(share(1)); i++) {
      pause(10);
    }
    assertThat(scores(scoring)).isEqualTo(share(1));
  }

  private static Status status(Scoring scoring) {
    return ((Measure.Absent) scores(scoring).measures().get("share")).status();
  }

  private static Outcome scores(Scoring scoring) {
    return scoring.score(List.of(GOOD), MODELS).get(0).values().iterator().next();
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException("left", e);
    }
  }

  private static String broken(Function<Example, Outcome> answer) {
    Measure measure = measure(new Probe("e", answer), MODELS);
    assertThat(((Measure.Absent) measure).status()).isEqualTo(Status.MODEL_ERROR);
    return ((Measure.Absent) measure).reason();
  }

  private static Measure measure(RowEvaluator evaluator, Models models) {
    return new Scoring(List.of(evaluator))
        .score(List.of(GOOD), models)
        .get(0)
        .get("e")
        .measures()
        .get("share");
  }

  private static Probe fixed(String id, double value) {
    return new Probe(id, example -> share(value));
  }

  private static Outcome share(double value) {
    return Outcome.of(Map.of("share", Measure.of(value)));
  }

  /** An evaluator that does as told and counts. */
  private static final class Probe implements RowEvaluator {
    private final String id;
    private final transient Function<Example, Outcome> answer;
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger seen = new AtomicInteger();

    Probe(String id, Function<Example, Outcome> answer) {
      this.id = id;
      this.answer = answer;
    }

    static Spec spec(String id) {
      return Spec.of(id, "Probe")
          .needs(Field.ANSWER)
          .slots(Slot.EMBEDDER)
          .metric(Metric.share("share", 0.5, "Whatever it is told"))
          .build();
    }

    @Override
    public Spec spec() {
      return spec(id);
    }

    @Override
    public List<Outcome> score(List<Example> batch, Models models) {
      calls.incrementAndGet();
      seen.addAndGet(batch.size());
      return new java.util.ArrayList<>(batch.stream().map(answer).toList());
    }
  }
}
