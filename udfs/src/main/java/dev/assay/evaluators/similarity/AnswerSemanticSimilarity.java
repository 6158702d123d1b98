package dev.assay.evaluators.similarity;

import dev.assay.core.Evidence;
import dev.assay.core.Evidence.Match;
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
import dev.assay.evaluators.shared.Comparison;
import dev.assay.evaluators.shared.Lines;
import dev.assay.evaluators.shared.Silence;
import dev.assay.model.CrossEncoder;
import dev.assay.model.CrossEncoder.Likeness;
import dev.assay.model.CrossEncoder.Pair;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Cosine of the whole answer with the whole expected answer, in [−1, 1]. An empty answer has −1. A
 * text longer than the model reads is compared by its beginning and the value marked as truncated.
 * Where there is a cross-encoder, it reads both texts together and its value, in [0, 1], stands in
 * the place of the cosine.
 *
 * <p>Source: 002 Answer semantic similarity.
 */
public record AnswerSemanticSimilarity() implements RowEvaluator {

  private static final String METRIC = "answer_similarity";

  private static final Spec SPEC =
      Spec.of("answer_semantic_similarity", "Answer semantic similarity")
          .meaning(
              "Cosine of the whole answer with the whole expected answer; with a cross-encoder what"
                  + " that says of the two, in [0, 1].")
          .source("002 Answer semantic similarity")
          .dimension(ValidationDimension.QA)
          .needs(Field.EXPECTED)
          .uses(Field.ANSWER)
          .slots(Slot.EMBEDDER)
          .helpers(Slot.CROSS_ENCODER)
          .metric(Metric.cosine(METRIC, 0.75, "Cosine of the two whole texts"))
          .build();

  private static final Comparison SIDES =
      Comparison.of(Lines::answer, Lines::expected).unless(example -> Silence.judge(SPEC, example));

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    return models.missing(Slot.CROSS_ENCODER).isEmpty()
        ? byPairs(batch, models.crossEncoder())
        : SIDES.score(
            SPEC,
            batch,
            models,
            (example, matches) ->
                matches.outcome(
                    SPEC, List.of(matches.evidence(METRIC, 0)), Measure.of(matches.score(0))));
  }

  private static List<Outcome> byPairs(List<Example> batch, CrossEncoder model) {
    List<Optional<Outcome>> settled =
        batch.stream().map(example -> Silence.judge(SPEC, example)).toList();
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      if (settled.get(i).isEmpty()) {
        Example example = batch.get(i);
        pairs.add(new Pair(example.expected().orElseThrow(), example.answer().orElseThrow()));
      }
    }
    Iterator<Likeness> found = model.compare(pairs).iterator();
    Iterator<Pair> asked = pairs.iterator();
    return settled.stream()
        .map(known -> known.orElseGet(() -> outcome(asked.next(), found.next())))
        .toList();
  }

  private static Outcome outcome(Pair pair, Likeness likeness) {
    Match match = new Match(Side.EXPECTED, 0, pair.first());
    return SPEC.outcome(
        likeness.truncated(),
        List.of(Evidence.of(METRIC, Side.ANSWER, 0, pair.second(), likeness.value(), match)),
        Measure.of(likeness.value()));
  }
}
