package dev.assay.evaluators.judged;

import dev.assay.core.AskingEvaluator;
import dev.assay.core.Direction;
import dev.assay.core.Evidence;
import dev.assay.core.Evidence.Side;
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
import dev.assay.model.Embedding;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Agreement with the expected answer: {@code factuality} times the F1 of claims plus {@code
 * similarity} times the cosine of the whole texts. Each side's claims are listed, and each side's
 * are checked against the other text: claims of the answer that the expected answer supports are
 * true positives, the others false positives, claims of the expected answer that the answer does
 * not support false negatives; F1 = TP / (TP + (FP + FN) / 2). Both texts stand on either side of
 * the comparison once, so their order has no say. The F1 of two texts without claims is absent.
 *
 * <p>An empty answer has the worst value. Sentence rows: every claim of both sides.
 *
 * <p>Source: 002 Answer correctness.
 *
 * @param factuality weight of the F1
 * @param similarity weight of the cosine
 */
public record AnswerCorrectness(double factuality, double similarity) implements AskingEvaluator {
  private static final String METRIC = "answer_correctness";

  /** Default weights, as in 002. */
  public AnswerCorrectness() {
    this(0.75, 0.25);
  }

  public AnswerCorrectness {
    if (!(factuality >= 0 && similarity >= 0 && Math.abs(factuality + similarity - 1) < 1e-9)) {
      throw new IllegalArgumentException(
          "factuality and similarity are not negative and add up to 1, got %s and %s"
              .formatted(factuality, similarity));
    }
  }

  @Override
  public Spec spec() {
    return Spec.of("answer_correctness", "Answer correctness (judge)")
        .meaning("Claims in common with the expected answer, by a judge, and similarity to it.")
        .source("002 Answer correctness")
        .dimension(ValidationDimension.QA)
        .needs(Field.QUESTION, Field.EXPECTED)
        .uses(Field.ANSWER)
        .slots(Slot.EMBEDDER, Slot.CHAT)
        .asks(Steps.CLAIMS, Steps.SUPPORTED)
        .metric(
            new Metric(
                METRIC,
                Direction.UP,
                -similarity,
                1,
                OptionalDouble.of(0.75),
                "Weighted mean of the claims' F1 and the cosine"))
        .metric(Metric.share("statement_f1", 0.75, "F1 of the claims"))
        .build();
  }

  @Override
  public int calls(int contexts) {
    return 4;
  }

  @Override
  public Outcome score(Example example, Judge judge, Models models) {
    Optional<Outcome> silent = Silence.judge(spec(), example);
    if (silent.isPresent()) {
      return silent.get();
    }
    String answer = example.answer().orElseThrow();
    String expected = example.expected().orElseThrow();
    List<Supplier<Verdicts>> sides =
        List.of(
            () -> side(judge, example.question(), answer, expected),
            () -> side(judge, example.question(), expected, answer));
    List<Verdicts> verdicts = judge.apart(sides);
    long tp = verdicts.get(0).holding();
    long fp = verdicts.get(0).size() - tp;
    long fn = verdicts.get(1).size() - verdicts.get(1).holding();
    if (verdicts.get(0).size() + verdicts.get(1).size() == 0) {
      return spec().noInput("neither text makes a claim");
    }
    double f1 = tp == 0 ? 0 : tp / (tp + 0.5 * (fp + fn));
    List<Embedding> vectors = models.embedder().embed(List.of(answer, expected));
    double cosine = Math.max(-1, Math.min(1, vectors.get(0).cosine(vectors.get(1))));
    Map<String, Measure> measures = new LinkedHashMap<>();
    measures.put(METRIC, Measure.of(factuality * f1 + similarity * cosine));
    measures.put("statement_f1", Measure.of(f1));
    List<Evidence> rows = new ArrayList<>(verdicts.get(0).rows("statement_f1", Side.ANSWER, 0));
    rows.addAll(verdicts.get(1).rows("statement_f1", Side.EXPECTED, 0));
    boolean cut = vectors.stream().anyMatch(Embedding::truncated);
    return new Outcome(measures, rows, cut ? Set.of(METRIC) : Set.of());
  }

  /** The claims of one text, and whether the other supports them. */
  private static Verdicts side(Judge judge, String question, String text, String other) {
    return Steps.supported(judge, Steps.claims(judge, question, text), other);
  }
}
