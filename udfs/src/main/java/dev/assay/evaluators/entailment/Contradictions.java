package dev.assay.evaluators.entailment;

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
import dev.assay.core.ValidationDimension;
import dev.assay.evaluators.shared.Lines;
import dev.assay.model.EntailmentModel;
import dev.assay.model.EntailmentModel.Claim;
import dev.assay.model.Support;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether the answer contradicts itself: the highest probability of contradiction over all ordered
 * pairs of its sentences, in [0, 1], and 1 where it is above {@code threshold}. An answer of one
 * sentence has 0. Needs a model that knows contradiction; {@code support-v1} does not. The sentence
 * rows give each sentence's worst pair.
 *
 * <p>Source: 003 D.3.
 *
 * @param threshold in [0, 1)
 */
public record Contradictions(double threshold) implements RowEvaluator {

  /** Sentences of an answer above which it is not judged. */
  static final int MAX_SENTENCES = 60;

  private static final Spec SPEC =
      Spec.of("contradictions", "Contradictions")
          .meaning("Highest probability that two sentences of the answer contradict each other.")
          .source("003 D.3")
          .dimension(ValidationDimension.HALLUCINATION)
          .needs(Field.ANSWER)
          .slots(Slot.ENTAILMENT)
          .metric(
              Metric.distance(
                  "contradiction_score",
                  1,
                  0.5,
                  "Highest probability of contradiction over ordered pairs of sentences"))
          .metric(
              Metric.distance("has_contradictions", 1, 0.5, "1 where that is above the threshold"))
          .build();

  public Contradictions {
    Thresholds.check(threshold);
  }

  public Contradictions() {
    this(0.5);
  }

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    EntailmentModel model = models.entailment();
    if (!model.knowsContradiction()) {
      String reason =
          "slot entailment: %s knows no contradiction; configure an NLI model as models.entailment"
              .formatted(model.id());
      return batch.stream().map(example -> SPEC.notApplicable(reason)).toList();
    }
    List<Claim> claims = new ArrayList<>();
    List<Lines> answers = batch.stream().map(Lines::answerSentences).toList();
    for (Lines lines : answers) {
      if (lines.size() <= MAX_SENTENCES) {
        for (String premise : lines.texts()) {
          lines.texts().forEach(line -> claims.add(new Claim(List.of(premise), line)));
        }
      }
    }
    List<Support> supports = claims.isEmpty() ? List.of() : model.judge(claims);
    List<Outcome> outcomes = new ArrayList<>();
    int next = 0;
    for (Lines lines : answers) {
      int pairs = lines.size() <= MAX_SENTENCES ? lines.size() * lines.size() : 0;
      outcomes.add(outcome(lines, supports.subList(next, next + pairs)));
      next += pairs;
    }
    return outcomes;
  }

  private Outcome outcome(Lines lines, List<Support> pairs) {
    int n = lines.size();
    if (n == 0) {
      return SPEC.noInput("the answer has no sentence");
    }
    if (n > MAX_SENTENCES) {
      String reason =
          "the answer has %d sentences: more than %d are not compared".formatted(n, MAX_SENTENCES);
      return SPEC.tooLong(reason);
    }
    double highest = 0;
    List<Evidence> rows = new ArrayList<>();
    for (int h = 0; h < n && n > 1; h++) {
      int worst = h == 0 ? 1 : 0;
      for (int p = 0; p < n; p++) {
        boolean higher = p != h && of(pairs, n, p, h) > of(pairs, n, worst, h) + 1e-9;
        worst = higher ? p : worst;
      }
      double score = of(pairs, n, worst, h);
      highest = Math.max(highest, score);
      Evidence.Match match = new Evidence.Match(Side.ANSWER, worst, lines.texts().get(worst));
      String sentence = lines.texts().get(h);
      rows.add(Evidence.of("contradiction_score", Side.ANSWER, h, sentence, score, match));
    }
    return SPEC.outcome(rows, Measure.of(highest), Measure.of(highest > threshold + 1e-9 ? 1 : 0));
  }

  private static double of(List<Support> pairs, int n, int premise, int hypothesis) {
    return pairs.get(premise * n + hypothesis).contradiction().orElseThrow();
  }
}
