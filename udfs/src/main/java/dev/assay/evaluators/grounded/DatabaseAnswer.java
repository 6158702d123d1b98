package dev.assay.evaluators.grounded;

import dev.assay.core.Evidence;
import dev.assay.core.Evidence.Side;
import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.Passage;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Spec;
import dev.assay.core.ValidationDimension;
import dev.assay.evaluators.shared.Allowed;
import dev.assay.evaluators.shared.References;
import dev.assay.grammar.AnswerType;
import dev.assay.grammar.CaseAttributes;
import dev.assay.grammar.matching.AnswerMatch;
import dev.assay.grammar.matching.Presence;
import dev.assay.grammar.matching.Truth;
import dev.assay.grammar.matching.Verdict;
import dev.assay.grammar.matching.Way;
import dev.assay.rules.RuleSuite;
import dev.assay.text.Sentences;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Whether a free-form answer says what the database says: dates, numbers (units, thousands
 * separators, percent, rounding to the digits given), names, booleans and sets by rules. The type
 * is the case's attribute {@code answer_type}, that of a set's elements {@code value_type}; without
 * them the form of the expected answer tells. An unanswerable question is answered rightly by
 * saying so. A list of values with the right one among them is wrong. Where no rule decides, {@code
 * correct} is not applicable: that is for a judge.
 *
 * <p>{@code in_context} is whether the passages contain the true answer (of a set, the share of its
 * elements); it is not applicable where the answer is so short that finding it says nothing.
 *
 * <p>An empty answer is wrong where there is something to say, and {@code no_input} elsewhere.
 *
 * <p>Sentence rows: why an answer is wrong, or why no rule decides.
 *
 * <p>Source: GRAMMAR, sections 3.2 and 3.3.
 *
 * @param rules what refusals look like
 * @param tolerance how far a rounded number may be from the truth, as a share of it
 */
public record DatabaseAnswer(RuleSuite rules, double tolerance) implements RowEvaluator {
  private static final int LONGEST = 20_000;

  private static final Spec SPEC =
      Spec.of("database_answer", "Database answer")
          .meaning("Whether the answer says what the database says, by rules for its type.")
          .source("GRAMMAR, sections 3.2 and 3.3")
          .dimension(ValidationDimension.QA)
          .uses(
              Field.QUESTION,
              Field.EXPECTED,
              Field.ANSWER,
              Field.CONTEXTS,
              Field.FACTS,
              Field.ANSWERABLE)
          .attributes(CaseAttributes.ANSWER_TYPE, CaseAttributes.VALUE_TYPE)
          .metric(Metric.share("correct", 0.5, "1 when the answer is the true one, else 0"))
          .metric(
              Metric.share("set_precision", 0.75, "Share of what the answer names that is true"))
          .metric(Metric.share("set_recall", 0.75, "Share of what is true that the answer names"))
          .metric(
              Metric.share("in_context", 1, "Share of the true values that the passages contain"))
          .metric(
              Metric.descriptive(
                  "way",
                  0,
                  7,
                  "What decided: 0 no rule, 1 same words, 2 number, 3 date, 4 words, 5 yes or no,"
                      + " 6 set, 7 abstention"))
          .build();

  public DatabaseAnswer {
    Allowed.within(0, 1, "tolerance", tolerance);
  }

  /** Assay's own rules; 1 %. */
  public DatabaseAnswer() {
    this(RuleSuite.of("bundled:abstention"), 0.01);
  }

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    AnswerMatch match = new AnswerMatch(text -> !rules.find(text).isEmpty(), tolerance);
    return batch.stream().map(example -> outcome(example, match)).toList();
  }

  private static Outcome outcome(Example example, AnswerMatch match) {
    Optional<Truth> truth = Truth.of(References.of(example), example.facts(), example.attributes());
    if (truth.isEmpty()) {
      return SPEC.noInput(
          "the case has no expected answer and does not say that there is none (answerable ="
              + " false)");
    }
    if (example.answer().isEmpty()) {
      return SPEC.noInput("no answer was recorded");
    }
    String answer = example.answer().get();
    boolean known = truth.get().type() != AnswerType.NONE;
    boolean set = truth.get().type() == AnswerType.SET;
    if (Sentences.blank(answer)) {
      return known
          ? SPEC.outcome(
              Measure.of(0),
              share(set, OptionalDouble.of(0)),
              share(set, OptionalDouble.of(0)),
              context(example, truth.get(), match),
              Measure.of(Way.ABSTENTION.code()))
          : SPEC.noInput("the answer is empty: neither a refusal nor an answer");
    }
    if (answer.length() > LONGEST) {
      return SPEC.tooLong(
          "the answer has %d characters, over %d".formatted(answer.length(), LONGEST));
    }
    Verdict verdict = match.judge(example.question(), answer, truth.get());
    Measure correct =
        verdict
            .correct()
            .map(right -> Measure.of(right ? 1 : 0))
            .orElse(Measure.notApplicable("no rule decides: " + verdict.reason()));
    return SPEC.outcome(
        verdict.correct().orElse(false)
            ? List.of()
            : List.of(
                Evidence.of("way", Side.ANSWER, 0, verdict.reason(), 0)
                    .flagged(verdict.way().id())),
        correct,
        share(set, verdict.precision()),
        share(set, verdict.recall()),
        context(example, truth.get(), match),
        Measure.of(verdict.way().code()));
  }

  private static Measure share(boolean set, OptionalDouble value) {
    return value.isPresent()
        ? Measure.of(value.getAsDouble())
        : Measure.notApplicable(set ? "no rule decides" : "the answer is no set");
  }

  private static Measure context(Example example, Truth truth, AnswerMatch match) {
    if (!example.has(Field.CONTEXTS)) {
      return Measure.noInput("no retrieved context has text");
    }
    OptionalDouble found =
        Presence.share(
            example.contexts().stream().map(Passage::text).toList(),
            truth,
            example.question(),
            match.tolerance());
    return found.isPresent()
        ? Measure.of(found.getAsDouble())
        : Measure.notApplicable("the true answer is too short to be looked for, or there is none");
  }
}
