package dev.assay.evaluators.lexical;

import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Spec;
import dev.assay.core.ValidationDimension;
import dev.assay.text.Words;
import java.util.List;

/**
 * How long the answer is, without a judgment: characters (Unicode code points) and words. A model
 * of several metrics may read it; alone it decides nothing, since neither end is good.
 */
public record AnswerLength() implements RowEvaluator {

  private static final double UNLIMITED = Double.POSITIVE_INFINITY;

  private static final Spec SPEC =
      Spec.of("answer_length", "Length of the answer")
          .meaning("Characters and words of the answer; descriptive, without a threshold.")
          .source("own")
          .dimension(ValidationDimension.QA)
          .needs(Field.ANSWER)
          .metric(Metric.descriptive("characters", 0, UNLIMITED, "Characters of the answer"))
          .metric(Metric.descriptive("words", 0, UNLIMITED, "Words of the answer"))
          .build();

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    return batch.stream().map(example -> outcome(example.answer().orElseThrow())).toList();
  }

  private static Outcome outcome(String answer) {
    return SPEC.outcome(
        Measure.of(answer.codePointCount(0, answer.length())), Measure.of(Words.of(answer).size()));
  }
}
