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
import dev.assay.evaluators.shared.Allowed;
import dev.assay.evaluators.shared.Comparison;
import dev.assay.evaluators.shared.Lines;
import dev.assay.evaluators.shared.Matches;
import dev.assay.evaluators.shared.Silence;
import java.util.List;
import java.util.Optional;

/**
 * How close the answer comes to the expected one: for every answer sentence the cosine with the
 * nearest expected sentence, and of these the lowest, in [−1, 1]. The sentence rows flag the {@code
 * least_accurate} sentence.
 *
 * <p>When either text, trimmed, has no more than {@code shortStringThreshold} characters,
 * embeddings mean little: then answer_accuracy is not applicable and answer_accuracy_short, in [0,
 * 1], compares the strings, unless {@code shortStringMetric} is embeddings. An empty answer has the
 * worst value of the scales that could apply: both, or the short one alone when the expected answer
 * is short.
 *
 * <p>Source: 002 Answer accuracy (semantic similarity).
 *
 * @param shortStringMetric how short texts are compared
 * @param shortStringThreshold characters up to which a text is short
 */
public record AnswerAccuracy(ShortStringMetric shortStringMetric, int shortStringThreshold)
    implements RowEvaluator {

  private static final String LONG = "answer_accuracy";
  private static final String SHORT = "answer_accuracy_short";

  /** Product of two lengths above which strings are not compared by edit distance. */
  private static final long MAX_CELLS = 10_000_000;

  private static final Spec SPEC =
      Spec.of("answer_accuracy", "Answer accuracy")
          .meaning("Lowest cosine of an answer sentence with the nearest expected sentence.")
          .source("002 Answer accuracy (semantic similarity)")
          .dimension(ValidationDimension.QA)
          .needs(Field.EXPECTED)
          .uses(Field.ANSWER)
          .slots(Slot.EMBEDDER)
          .metric(Metric.cosine(LONG, 0.75, "The least accurate answer sentence"))
          .metric(Metric.share(SHORT, 0.75, "Likeness of two texts too short for embeddings"))
          .build();

  public AnswerAccuracy {
    Allowed.atLeast(0, "short_string_threshold", shortStringThreshold);
  }

  /** Normalized edit distance up to 10 characters. */
  public AnswerAccuracy() {
    this(ShortStringMetric.NORMALIZED_EDIT_DISTANCE, 10);
  }

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    return Comparison.of(Lines::answerSentences, Lines::expectedSentences)
        .unless(this::withoutEmbeddings)
        .score(SPEC, batch, models, (example, matches) -> outcome(matches));
  }

  private Outcome outcome(Matches matches) {
    int weakest = matches.weakest();
    return matches.outcome(
        SPEC,
        matches.evidence(LONG, "least_accurate", weakest),
        Measure.of(matches.score(weakest)),
        Measure.notApplicable(
            shortStringMetric == ShortStringMetric.EMBEDDINGS
                ? "short texts are compared by their embeddings too"
                : "both texts have more than %d characters".formatted(shortStringThreshold)));
  }

  private Optional<Outcome> withoutEmbeddings(Example example) {
    String expected = example.expected().orElse("");
    String answer = example.answer().orElse("");
    Optional<Outcome> silence = Silence.judge(SPEC, example);
    if (silence.isPresent()) {
      Measure worst = silence.get().measures().get(SHORT);
      boolean shortScale = isShort(expected) && worst instanceof Measure.Value;
      return shortScale ? Optional.of(onShortScale(worst, List.of())) : silence;
    }
    if (!isShort(answer) && !isShort(expected)) {
      return Optional.empty();
    }
    if ((long) answer.length() * expected.length() > MAX_CELLS) {
      Measure tooLong =
          Measure.tooLong(
              "texts of %d and %d characters are not compared as strings"
                  .formatted(answer.length(), expected.length()));
      return Optional.of(onShortScale(tooLong, List.of()));
    }
    double similarity = shortStringMetric.similarity(expected, answer);
    Match match = new Match(Side.EXPECTED, 0, expected);
    Evidence row = Evidence.of(SHORT, Side.ANSWER, 0, answer, similarity, match);
    return Optional.of(onShortScale(Measure.of(similarity), List.of(row)));
  }

  private Outcome onShortScale(Measure measure, List<Evidence> evidence) {
    return SPEC.outcome(
        evidence,
        Measure.notApplicable(
            "a text of %d characters or fewer is scored by %s"
                .formatted(shortStringThreshold, SHORT)),
        measure);
  }

  private boolean isShort(String text) {
    String trimmed = text.strip();
    return shortStringMetric != ShortStringMetric.EMBEDDINGS
        && trimmed.codePointCount(0, trimmed.length()) <= shortStringThreshold;
  }
}
