package dev.assay.evaluators.sets;

import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.SetEvaluator;
import dev.assay.core.SetOutcome;
import dev.assay.core.Spec;
import dev.assay.core.Status;
import dev.assay.core.ValidationDimension;
import dev.assay.text.RougeTokens;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How alike a system's answers to the same question are: ROUGE-L and ROUGE-1 F1 of every pair,
 * averaged over a question's pairs, then over questions. A lone answer is consistent with itself,
 * 1; the detail says how many questions had only one. An empty answer agrees with nothing. Of more
 * than {@code max_tc_group_size} answers to a question that many are compared, as many of each
 * tenth by length.
 *
 * <p>Source: 002 Self-Consistency.
 *
 * @param maxTcGroupSize answers to one question that are compared
 * @param stemmer whether words are stemmed
 * @param unicode whether words of any script count
 */
public record SelfConsistency(int maxTcGroupSize, boolean stemmer, boolean unicode)
    implements SetEvaluator<SelfConsistency.Said, Repeats> {

  private static final Spec SPEC =
      Spec.of("self_consistency", "Self-consistency")
          .meaning("How alike the answers to one question are, by ROUGE over all pairs.")
          .source("002 Self-Consistency")
          .dimension(ValidationDimension.QA)
          .needs(Field.QUESTION)
          .uses(Field.ANSWER)
          .metric(Metric.share("rouge_l", 0.75, "Mean ROUGE-L of pairs, by question"))
          .metric(Metric.share("rouge_1", 0.75, "Mean ROUGE-1 of pairs, by question"))
          .build();

  /** An answer to a question, and what the question counts for. */
  public record Said(String question, String answer, double weight) implements Serializable {}

  public SelfConsistency {
    if (maxTcGroupSize < 2 || maxTcGroupSize > 1_000) {
      throw new IllegalArgumentException(
          "max_tc_group_size must lie in [2, 1000], got " + maxTcGroupSize);
    }
  }

  /** At most 100 answers a question, stemmed. */
  public SelfConsistency() {
    this(100, true, true);
  }

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Optional<Said>> observe(List<Example> batch, Models models) {
    return batch.stream()
        .map(
            example ->
                example.has(Field.QUESTION)
                    ? example
                        .answer()
                        .map(
                            answer ->
                                new Said(
                                    example.question().strip(), answer, DesignWeight.of(example)))
                    : Optional.<Said>empty())
        .toList();
  }

  @Override
  public String shard(Example example) {
    return example.question().strip();
  }

  @Override
  public Repeats empty() {
    return new Repeats();
  }

  @Override
  public Repeats add(Repeats state, Said observation) {
    state.add(observation.question(), observation.answer(), observation.weight());
    return state;
  }

  @Override
  public Repeats merge(Repeats left, Repeats right) {
    left.addAll(right);
    return left;
  }

  @Override
  public Repeats compact(Repeats state) {
    state.close(maxTcGroupSize, new RougeTokens(stemmer, unicode));
    return state;
  }

  @Override
  public SetOutcome finish(Repeats state) {
    Repeats all = compact(state);
    if (all.questions == 0) {
      return SetOutcome.absent(
          SPEC,
          all.tooLong == 0 ? Status.NO_INPUT : Status.TOO_LONG,
          all.tooLong == 0
              ? "no question was answered"
              : "every question's answers are too long to compare",
          all.answers);
    }
    return SPEC.set(
        all.answers,
        Map.of(
            "questions", (double) all.questions,
            "lone_questions", (double) all.lone,
            "too_long_questions", (double) all.tooLong,
            "pairs", (double) all.pairs),
        all.rougeL(),
        all.rouge1());
  }
}
