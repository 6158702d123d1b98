package dev.assay.evaluators.entailment;

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
import dev.assay.core.ValidationDimension;
import dev.assay.evaluators.shared.Claims;
import dev.assay.evaluators.shared.Claims.Premise;
import dev.assay.evaluators.shared.Claims.Verdicts;
import dev.assay.evaluators.shared.Lines;
import dev.assay.model.Support;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How consistent the answer is with the passage that suits it best: for every retrieved passage on
 * its own the consistency of the whole answer with it, and of these the highest, in [0, 1]. The
 * consistency is the mean over answer sentences, or the model's word on the answer as a whole where
 * it reads whole texts (HHEM does). The sentence rows are those of the best passage.
 *
 * <p>Source: 002 Hallucination.
 */
public record Hallucination() implements RowEvaluator {

  private static final Spec SPEC =
      Spec.of("hallucination", "Hallucination")
          .meaning("Consistency of the answer with the retrieved passage that suits it best.")
          .source("002 Hallucination")
          .dimension(ValidationDimension.HALLUCINATION)
          .needs(Field.ANSWER, Field.CONTEXTS)
          .slots(Slot.ENTAILMENT)
          .metric(Metric.share("hallucination", 0.75, "Highest consistency with one passage"))
          .build();

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    boolean whole = models.entailment().readsWholeTexts();
    Claims claims =
        new Claims(
            whole ? Lines::answer : Lines::answerSentences,
            Hallucination::each,
            example -> Optional.empty());
    return claims.score(SPEC, batch, models, (example, verdicts) -> outcome(verdicts));
  }

  /** Every passage on its own. */
  private static List<Premise> each(Example example) {
    List<String> texts = example.contextTexts();
    return IntStream.range(0, texts.size())
        .mapToObj(p -> new Premise(p, List.of(texts.get(p))))
        .toList();
  }

  private static Outcome outcome(List<Verdicts> byPassage) {
    Verdicts best = byPassage.get(0);
    for (Verdicts verdicts : byPassage) {
      best = consistency(verdicts) > consistency(best) + 1e-9 ? verdicts : best;
    }
    return best.outcome(
        SPEC,
        best.evidence("hallucination", Side.CONTEXT, "least_supported"),
        Measure.of(consistency(best)));
  }

  private static double consistency(Verdicts verdicts) {
    return verdicts.mean(Support::probability);
  }
}
