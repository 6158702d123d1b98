package dev.assay.evaluators.similarity;

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
import dev.assay.evaluators.shared.ByText;
import dev.assay.evaluators.shared.Silence;
import dev.assay.model.EncodedText;
import dev.assay.model.TokenMatches;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How well the tokens of answer and expected answer find each other: precision is the mean, over
 * the answer's tokens, of the highest cosine with a token of the expected answer, recall the
 * reverse, F1 their harmonic mean; in [−1, 1]. Greedy matching without idf weights and without
 * baseline, on the contextual vectors of {@code models.token-embedder}: the values of another model
 * differ. A text longer than the model reads is cut and flagged. An empty answer has −1.
 *
 * <p>Source: 002 BERTScore; Zhang et al. 2020.
 */
public record BertScore() implements RowEvaluator {

  /** Texts whose token vectors are held at once. */
  private static final int CHUNK = 32;

  private static final Spec SPEC =
      Spec.of("bertscore", "BERTScore")
          .meaning("Greedy matching of the tokens of answer and expected answer.")
          .source("002 BERTScore; Zhang et al. 2020")
          .dimension(ValidationDimension.QA)
          .needs(Field.EXPECTED)
          .uses(Field.ANSWER)
          .slots(Slot.TOKEN_EMBEDDER)
          .metric(Metric.cosine("bertscore_f1", 0.75, "Harmonic mean of precision and recall"))
          .metric(Metric.cosine("bertscore_precision", 0.75, "Answer tokens that are expected"))
          .metric(Metric.cosine("bertscore_recall", 0.75, "Expected tokens that are answered"))
          .build();

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    List<Outcome> outcomes = new ArrayList<>();
    for (int from = 0; from < batch.size(); from += CHUNK) {
      outcomes.addAll(some(batch.subList(from, Math.min(from + CHUNK, batch.size())), models));
    }
    return outcomes;
  }

  private static List<Outcome> some(List<Example> batch, Models models) {
    Set<String> texts = new LinkedHashSet<>();
    List<Optional<Outcome>> settled = new ArrayList<>();
    for (Example example : batch) {
      Optional<Outcome> known = Silence.judge(SPEC, example);
      settled.add(known);
      if (known.isEmpty()) {
        texts.add(example.answer().orElseThrow());
        texts.add(example.expected().orElseThrow());
      }
    }
    Map<String, EncodedText> byText = ByText.of(texts, models.tokenEmbedder()::encode);
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      Example example = batch.get(i);
      outcomes.add(settled.get(i).orElseGet(() -> outcome(example, byText)));
    }
    return outcomes;
  }

  private static Outcome outcome(Example example, Map<String, EncodedText> byText) {
    EncodedText answer = byText.get(example.answer().orElseThrow());
    EncodedText expected = byText.get(example.expected().orElseThrow());
    Optional<TokenMatches> found = TokenMatches.of(answer.tokens(), expected.tokens());
    Measure none = Measure.noInput("one of the texts has no token");
    return SPEC.outcome(
        answer.embedding().truncated() || expected.embedding().truncated(),
        List.of(),
        found.map(m -> Measure.of(m.f1())).orElse(none),
        found.map(m -> Measure.of(m.precision())).orElse(none),
        found.map(m -> Measure.of(m.recall())).orElse(none));
  }
}
