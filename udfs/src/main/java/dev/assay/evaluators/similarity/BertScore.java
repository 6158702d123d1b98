package dev.assay.evaluators.similarity;

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
import dev.assay.core.ValidationDimension;
import dev.assay.evaluators.shared.ByText;
import dev.assay.evaluators.shared.Silence;
import dev.assay.model.EncodedText;
import dev.assay.model.TokenEmbedder;
import dev.assay.model.TokenMatches;
import dev.assay.model.TokenWeights;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * How well the tokens of answer and expected answer find each other: precision is the mean, over
 * the answer's tokens, of the highest cosine with a token of the expected answer, recall the
 * reverse, F1 their harmonic mean; in [−1, 1]. Greedy matching on the contextual vectors of {@code
 * models.token-embedder}: the values of another model differ. A text longer than the model reads is
 * cut and flagged. An empty answer has the lowest value.
 *
 * <p>With idf, tokens count by how rare they are in reference texts; with a baseline, scores are
 * rescaled so that unrelated texts are about 0, and the range reaches further down. Both as in the
 * package bert-score 0.3.13; neither by default, since a baseline belongs to one model and
 * language.
 *
 * <p>Source: 002 BERTScore; Zhang et al. 2020.
 *
 * @param idf a file of the reference texts that idf weights are counted on, or none
 * @param baseline what unrelated texts have, three numbers or a file, or none
 */
public record BertScore(IdfReferences idf, Baseline baseline) implements RowEvaluator {

  /** Texts whose token vectors are held at once. */
  private static final int CHUNK = 32;

  private static final Spec PLAIN = spec(Baseline.NONE);

  /** Neither idf nor baseline. */
  public BertScore() {
    this(IdfReferences.NONE, Baseline.NONE);
  }

  private static Spec spec(Baseline baseline) {
    return Spec.of("bertscore", "BERTScore")
        .meaning(
            "Greedy matching of the tokens of answer and expected answer; not rescaled and without"
                + " idf unless parameters say so.")
        .source("002 BERTScore; Zhang et al. 2020; bert-score 0.3.13")
        .dimension(ValidationDimension.QA)
        .needs(Field.EXPECTED)
        .uses(Field.ANSWER)
        .slots(Slot.TOKEN_EMBEDDER)
        .metric(metric("bertscore_f1", baseline.f1(), "Harmonic mean of precision and recall"))
        .metric(
            metric("bertscore_precision", baseline.precision(), "Answer tokens that are expected"))
        .metric(metric("bertscore_recall", baseline.recall(), "Expected tokens that are answered"))
        .build();
  }

  private static Metric metric(String name, double baseline, String meaning) {
    return new Metric(
        name, Direction.UP, Baseline.rescaled(-1, baseline), 1, OptionalDouble.of(0.75), meaning);
  }

  @Override
  public Spec spec() {
    return baseline.equals(Baseline.NONE) ? PLAIN : spec(baseline);
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    List<Outcome> outcomes = new ArrayList<>();
    for (int from = 0; from < batch.size(); from += CHUNK) {
      outcomes.addAll(some(batch.subList(from, Math.min(from + CHUNK, batch.size())), models));
    }
    return outcomes;
  }

  private List<Outcome> some(List<Example> batch, Models models) {
    Spec spec = spec();
    Set<String> texts = new LinkedHashSet<>();
    List<Optional<Outcome>> settled = new ArrayList<>();
    for (Example example : batch) {
      Optional<Outcome> known = Silence.judge(spec, example);
      settled.add(known);
      if (known.isEmpty()) {
        texts.add(example.answer().orElseThrow());
        texts.add(example.expected().orElseThrow());
      }
    }
    TokenEmbedder encoder = models.tokenEmbedder();
    Map<String, EncodedText> byText = ByText.of(texts, encoder::encode);
    Map<String, double[]> weights =
        idf.weights(encoder).map(known -> weights(known, texts, encoder)).orElse(Map.of());
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      Example example = batch.get(i);
      outcomes.add(settled.get(i).orElseGet(() -> outcome(spec, example, byText, weights)));
    }
    return outcomes;
  }

  private Outcome outcome(
      Spec spec, Example example, Map<String, EncodedText> byText, Map<String, double[]> weights) {
    String said = example.answer().orElseThrow();
    String wanted = example.expected().orElseThrow();
    EncodedText answer = byText.get(said);
    EncodedText expected = byText.get(wanted);
    Optional<TokenMatches> found =
        weights.isEmpty()
            ? TokenMatches.of(answer.tokens(), expected.tokens())
            : TokenMatches.of(
                answer.tokens(), weights.get(said), expected.tokens(), weights.get(wanted));
    Measure none = Measure.noInput("one of the texts has no token that counts");
    return spec.outcome(
        answer.embedding().truncated() || expected.embedding().truncated(),
        List.of(),
        found.map(m -> measure(m.f1(), baseline.f1())).orElse(none),
        found.map(m -> measure(m.precision(), baseline.precision())).orElse(none),
        found.map(m -> measure(m.recall(), baseline.recall())).orElse(none));
  }

  private static Map<String, double[]> weights(
      TokenWeights known, Set<String> texts, TokenEmbedder encoder) {
    return ByText.of(texts, some -> encoder.ids(some).stream().map(known::of).toList());
  }

  private static Measure measure(double score, double baseline) {
    return Measure.of(Baseline.rescaled(score, baseline));
  }
}
