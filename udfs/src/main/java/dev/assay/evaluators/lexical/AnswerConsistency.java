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
import dev.assay.evaluators.shared.Allowed;
import dev.assay.llm.Json;
import dev.assay.text.RougeScores;
import dev.assay.text.RougeTokens;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How alike an answer is to the system's other answers to the same case: the mean of ROUGE-L and of
 * ROUGE-1 F1 over them, in [0, 1]. It says which answer stands alone, where {@link
 * dev.assay.evaluators.sets.SelfConsistency} says it of the question. An empty answer, and one
 * without a word, agrees with nothing. Of more than {@code maxAnswers} others those nearest in
 * length are compared. A case that was answered once has {@code no_input}.
 *
 * <p>Source: 002 Self-Consistency.
 *
 * @param maxAnswers other answers that are compared
 * @param stemmer whether words are stemmed
 * @param unicode whether words of any script count
 */
public record AnswerConsistency(int maxAnswers, boolean stemmer, boolean unicode)
    implements RowEvaluator {
  private static final long MAX_CELLS = 40_000_000;

  private static final Spec SPEC =
      Spec.of("answer_consistency", "Answer consistency")
          .meaning("How alike the answer is to the system's other answers to the case, by ROUGE.")
          .source("002 Self-Consistency, by answer")
          .dimension(ValidationDimension.QA)
          .needs(Field.QUESTION, Field.REPEATS)
          .uses(Field.ANSWER)
          .metric(Metric.share("rouge_l", 0.75, "Mean ROUGE-L with the other answers"))
          .metric(Metric.share("rouge_1", 0.75, "Mean ROUGE-1 with the other answers"))
          .build();

  public AnswerConsistency {
    Allowed.atLeast(1, "max_answers", maxAnswers);
  }

  /** At most 100 others, stemmed, words of any script. */
  public AnswerConsistency() {
    this(100, true, true);
  }

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    return batch.stream().map(this::outcome).toList();
  }

  private Outcome outcome(Example example) {
    if (example.answer().isEmpty()) {
      return SPEC.noInput("no answer was recorded");
    }
    List<String> others = new ArrayList<>();
    Json.read(example.attributes().get("repeats")).forEach(text -> others.add(text.asText("")));
    if (others.isEmpty()) {
      return SPEC.noInput("the system answered the question once only");
    }
    String answer = example.answer().get();
    others.sort(
        Comparator.comparingInt((String other) -> Math.abs(other.length() - answer.length()))
            .thenComparing(Comparator.naturalOrder()));
    RougeTokens tokenizer = new RougeTokens(stemmer, unicode);
    List<String> own = tokenizer.of(answer);
    List<List<String>> compared = others.stream().limit(maxAnswers).map(tokenizer::of).toList();
    if (compared.stream().mapToLong(List::size).sum() * own.size() > MAX_CELLS) {
      return SPEC.tooLong(
          "%d words by those of %d answers are over the limit of %d pairs"
              .formatted(own.size(), compared.size(), MAX_CELLS));
    }
    double l = 0;
    double one = 0;
    for (List<String> other : compared) {
      if (!own.isEmpty() && !other.isEmpty()) {
        l += RougeScores.longestCommonSubsequence(other, own).f1();
        one += RougeScores.ngrams(other, own, 1).f1();
      }
    }
    return SPEC.outcome(Measure.of(l / compared.size()), Measure.of(one / compared.size()));
  }
}
