package dev.assay.evaluators.judged;

import dev.assay.core.AskingEvaluator;
import dev.assay.core.Evidence;
import dev.assay.core.Evidence.Side;
import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Judge;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.core.ValidationDimension;
import dev.assay.text.Sentences;
import java.util.List;
import java.util.Map;

/**
 * Whether the answer declines exactly where it should, as {@link
 * dev.assay.evaluators.rules.Abstention} has it, with the judge in the place of the rules. An empty
 * answer to an answerable question is a false refusal; to an unanswerable one it is {@code
 * no_input}. A sentence row has the judge's reason.
 *
 * <p>Source: 000 §6.1; 004 step 2.
 */
public record AbstentionJudge() implements AskingEvaluator {
  private static final String PROMPT = "refusal";
  private static final String CORRECT = "correct_abstention";
  private static final String FALSE = "false_refusal";
  private static final String MISSED = "missed_abstention";

  private static final Spec SPEC =
      Spec.of("abstention_judge", "Abstention (judge)")
          .meaning(
              "Whether the answer declines unanswerable questions, and only those, by a judge.")
          .source("000 §6.1; 004 step 2")
          .dimension(ValidationDimension.HALLUCINATION)
          .needs(Field.QUESTION, Field.ANSWERABLE)
          .uses(Field.ANSWER)
          .slots(Slot.CHAT)
          .asks(PROMPT)
          .metric(Metric.share(CORRECT, 0.5, "1 when an unanswerable question was declined"))
          .metric(Metric.fault(FALSE, "1 when an answerable question was declined"))
          .metric(Metric.fault(MISSED, "1 when an unanswerable question was answered"))
          .build();

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public Outcome score(Example example, Judge judge, Models models) {
    String given = example.attributes().get("answerable").strip();
    boolean answerable = given.equalsIgnoreCase("true");
    if (!answerable && !given.equalsIgnoreCase("false")) {
      return SPEC.notApplicable("answerable = \"%s\" is neither true nor false".formatted(given));
    }
    if (example.answer().isEmpty()) {
      return SPEC.noInput("no answer was recorded");
    }
    String answer = example.answer().get();
    if (Sentences.blank(answer)) {
      return answerable
          ? outcome(true, true, List.of())
          : SPEC.noInput("the answer is empty: neither a refusal nor an answer");
    }
    Verdicts.Verdict verdict =
        Verdicts.Verdict.of(
            judge.ask(PROMPT, Map.of(Texts.QUESTION, example.question(), Texts.ANSWER, answer)),
            "verdict");
    return outcome(
        answerable,
        verdict.holds(),
        List.of(
            Evidence.of(
                    answerable ? FALSE : CORRECT,
                    Side.ANSWER,
                    0,
                    verdict.reason(),
                    verdict.holds() ? 1 : 0)
                .flagged("reason")
                .with(Map.of("confidence", verdict.confidence()))));
  }

  private static Outcome outcome(boolean answerable, boolean declined, List<Evidence> rows) {
    Measure other =
        Measure.notApplicable("the question is %sanswerable".formatted(answerable ? "" : "un"));
    Measure yes = Measure.of(declined ? 1 : 0);
    return SPEC.outcome(
        rows,
        answerable ? other : yes,
        answerable ? yes : other,
        answerable ? other : Measure.of(declined ? 0 : 1));
  }
}
