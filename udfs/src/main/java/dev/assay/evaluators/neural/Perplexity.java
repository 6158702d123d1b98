package dev.assay.evaluators.neural;

import dev.assay.core.Direction;
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
import dev.assay.core.ValidationDimension;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How surprising the answer is to the language model in {@code models.language-model}: exp of the
 * mean negative log-probability of its tokens, from 1. What is usual depends on the model, so there
 * is no default threshold. Answers of more than {@value #MAX_CHARACTERS} characters are too long.
 *
 * <p>Source: 002 Perplexity.
 */
public record Perplexity() implements RowEvaluator {

  static final int MAX_CHARACTERS = 50_000;

  private static final String METRIC = "perplexity";

  private static final Spec SPEC =
      Spec.of(METRIC, "Perplexity")
          .meaning("How surprising the answer's tokens are to a language model.")
          .source(
              "002 Perplexity. Threshold: 002 has 0.5, but a perplexity is 1 or more; here none")
          .dimension(ValidationDimension.TONE)
          .needs(Field.ANSWER)
          .slots(Slot.LANGUAGE_MODEL)
          .metric(
              new Metric(
                  METRIC,
                  Direction.DOWN,
                  1,
                  Double.POSITIVE_INFINITY,
                  OptionalDouble.empty(),
                  "exp of the mean negative log-probability of a token"))
          .build();

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    return batch.stream()
        .map(example -> SPEC.outcome(measure(example.answer().orElseThrow(), models)))
        .toList();
  }

  private static Measure measure(String answer, Models models) {
    if (answer.length() > MAX_CHARACTERS) {
      return Measure.tooLong(
          "the answer has %d characters: more than %d are not read"
              .formatted(answer.length(), MAX_CHARACTERS));
    }
    if (!models.languageModel().readsAlone()) {
      return Measure.notApplicable(
          "the model in slot language_model (%s) scores texts after a prompt only"
              .formatted(models.languageModel().id()));
    }
    List<Double> tokens = models.languageModel().logProbabilities(List.of(answer)).get(0);
    OptionalDouble mean = tokens.stream().mapToDouble(Double::doubleValue).average();
    if (mean.isEmpty()) {
      return Measure.noInput("the answer has no token");
    }
    double perplexity = Math.exp(-mean.getAsDouble());
    return Double.isFinite(perplexity)
        ? Measure.of(perplexity)
        : new Measure.Absent(Status.MODEL_ERROR, "the model gives a token no probability");
  }
}
