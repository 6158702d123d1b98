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
import dev.assay.evaluators.shared.References;
import dev.assay.evaluators.shared.Silence;
import dev.assay.text.Overlap;
import dev.assay.text.SquadTokens;
import java.util.List;

/**
 * Overlap of the two texts' words after SQuAD's normalisation (lower case, no punctuation, no
 * articles), words counted as often as they stand in both, in [0, 1]. An empty answer has 0; texts
 * of articles and punctuation only agree with each other and with nothing else. Of several accepted
 * answers the one with the highest F1 counts, as in SQuAD; token_f1_mean is the mean over all.
 *
 * <p>Source: 003 A.5; SQuAD 2.0's evaluation script.
 */
public record TokenF1() implements RowEvaluator {

  private static final Spec SPEC =
      Spec.of("token_f1", "Token F1")
          .version(2)
          .meaning("Overlap of the answer's words with the expected answer's, order aside.")
          .source("003 A.5; SQuAD 2.0")
          .dimension(ValidationDimension.QA)
          .needs(Field.EXPECTED)
          .uses(Field.ANSWER)
          .metric(Metric.share("token_f1", 0.75, "Harmonic mean of precision and recall"))
          .metric(Metric.share("token_precision", 0.75, "Share of the answer's words expected"))
          .metric(Metric.share("token_recall", 0.75, "Share of the expected words answered"))
          .metric(Metric.share("token_f1_mean", 0.75, "Mean token_f1 over the accepted answers"))
          .build();

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    return batch.stream()
        .map(example -> Silence.judge(SPEC, example).orElseGet(() -> outcome(example)))
        .toList();
  }

  private static Outcome outcome(Example example) {
    List<Overlap> overlaps =
        References.of(example).stream()
            .map(accepted -> SquadTokens.overlap(accepted, example.answer().orElseThrow()))
            .toList();
    Overlap best = Overlap.best(overlaps);
    return SPEC.outcome(
        Measure.of(best.f1()),
        Measure.of(best.precision()),
        Measure.of(best.recall()),
        Measure.of(Overlap.meanF1(overlaps)));
  }
}
