package dev.assay.evaluators.judged;

import dev.assay.core.AskingEvaluator;
import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Judge;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.core.ValidationDimension;
import dev.assay.evaluators.shared.Silence;
import dev.assay.llm.NoReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Harmonic mean of faithfulness, answer relevancy, context precision and context recall; 0 where
 * one of them is 0 or less, absent where one is absent. It asks in the words of these four, so that
 * nothing is asked twice where they run too. An empty answer has the worst values.
 *
 * <p>Source: 002 RAGAS.
 */
public record Ragas() implements AskingEvaluator {
  private static final List<AskingEvaluator> PARTS =
      List.of(
          new Faithfulness(),
          new AnswerRelevancyJudge(),
          new ContextPrecision(),
          new ContextRecall());

  private static final Spec SPEC =
      Spec.of("ragas", "RAGAS (judge)")
          .meaning(
              "Harmonic mean of faithfulness, answer relevancy, context precision and context"
                  + " recall.")
          .source("002 RAGAS")
          .dimension(ValidationDimension.QA)
          .needs(Field.QUESTION, Field.EXPECTED, Field.CONTEXTS)
          .uses(Field.ANSWER)
          .slots(Slot.EMBEDDER, Slot.CHAT)
          .asks(
              PARTS.stream()
                  .flatMap(part -> part.spec().prompts().stream())
                  .distinct()
                  .toArray(String[]::new))
          .metric(Metric.share("ragas", 0.75, "Harmonic mean of the four"))
          .metric(Metric.share("faithfulness", 0.75, "As evaluator faithfulness"))
          .metric(Metric.cosine("answer_relevancy", 0.75, "As evaluator answer_relevancy_judge"))
          .metric(Metric.share("context_precision", 0.75, "As evaluator context_precision"))
          .metric(Metric.share("context_recall", 0.75, "As evaluator context_recall"))
          .build();

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public int calls(int contexts) {
    return PARTS.stream().mapToInt(part -> part.calls(contexts)).sum();
  }

  @Override
  public Outcome score(Example example, Judge judge, Models models) {
    Optional<Outcome> silent = Silence.judge(SPEC, example);
    if (silent.isPresent()) {
      return silent.get();
    }
    List<Supplier<Measure>> parts = new ArrayList<>();
    PARTS.forEach(part -> parts.add(() -> measure(part, example, judge, models)));
    List<Measure> measures = judge.apart(parts);
    return SPEC.outcome(
        Stream.concat(Stream.of(harmonic(measures)), measures.stream()).toArray(Measure[]::new));
  }

  private static Measure measure(
      AskingEvaluator part, Example example, Judge judge, Models models) {
    try {
      String primary = part.spec().primary().name();
      return part.score(example, judge, models).measures().get(primary);
    } catch (NoReply none) {
      return new Measure.Absent(none.status(), none.getMessage());
    }
  }

  /** n / Σ 1/x; 0 where an x is 0 or less; absent as the first that is. */
  static Measure harmonic(List<Measure> parts) {
    Optional<Measure> absent = parts.stream().filter(Measure.Absent.class::isInstance).findFirst();
    if (absent.isPresent()) {
      return absent.get();
    }
    double inverse = 0;
    for (double part : values(parts)) {
      if (part <= 0) {
        return Measure.of(0);
      }
      inverse += 1 / part;
    }
    return Measure.of(Math.min(1, parts.size() / inverse));
  }

  private static double[] values(List<Measure> parts) {
    return parts.stream()
        .flatMap(part -> part instanceof Measure.Value v ? Stream.of(v) : Stream.empty())
        .mapToDouble(Measure.Value::value)
        .toArray();
  }
}
