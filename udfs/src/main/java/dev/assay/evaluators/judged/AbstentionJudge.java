package dev.assay.evaluators.judged;

import dev.assay.core.AskingEvaluator;
import dev.assay.core.Direction;
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
import dev.assay.core.Status;
import dev.assay.core.ValidationDimension;
import dev.assay.text.Sentences;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

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
          .metric(Metric.share(CORRECT, 0.5, "1 when an unanswerable question was declined"))
          .metric(down(FALSE, "1 when an answerable question was declined"))
          .metric(down(MISSED, "1 when an unanswerable question was answered"))
          .build();

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<String> prompts() {
    return List.of(PROMPT);
  }

  @Override
  public int calls(int contexts) {
    return 1;
  }

  private static Metric down(String name, String meaning) {
    return new Metric(name, Direction.DOWN, 0, 1, OptionalDouble.of(0.5), meaning);
  }

  @Override
  public Outcome score(Example example, Judge judge, Models models) {
    String given = example.attributes().get("answerable").strip();
    boolean answerable = given.equalsIgnoreCase("true");
    if (!answerable && !given.equalsIgnoreCase("false")) {
      return Outcome.absent(
          SPEC,
          Status.NOT_APPLICABLE,
          "answerable = \"%s\" is neither true nor false".formatted(given));
    }
    if (example.answer().isEmpty()) {
      return Outcome.absent(SPEC, Status.NO_INPUT, "no answer was recorded");
    }
    String answer = example.answer().get();
    if (Sentences.blank(answer)) {
      return answerable
          ? Outcome.of(measures(true, true))
          : Outcome.absent(
              SPEC, Status.NO_INPUT, "the answer is empty: neither a refusal nor an answer");
    }
    Verdicts.Verdict verdict =
        Verdicts.Verdict.of(
            judge.ask(PROMPT, Map.of(Texts.QUESTION, example.question(), Texts.ANSWER, answer)),
            "verdict");
    return Outcome.of(
        measures(answerable, verdict.holds()),
        List.of(
            new Evidence(
                answerable ? FALSE : CORRECT,
                Side.ANSWER,
                0,
                verdict.reason(),
                verdict.holds() ? 1 : 0,
                Optional.empty(),
                List.of("reason"),
                Map.of("confidence", verdict.confidence()))));
  }

  private static Map<String, Measure> measures(boolean answerable, boolean declined) {
    Measure other =
        Measure.notApplicable("the question is %sanswerable".formatted(answerable ? "" : "un"));
    Map<String, Measure> measures = new LinkedHashMap<>();
    measures.put(CORRECT, answerable ? other : Measure.of(declined ? 1 : 0));
    measures.put(FALSE, answerable ? Measure.of(declined ? 1 : 0) : other);
    measures.put(MISSED, answerable ? other : Measure.of(declined ? 0 : 1));
    return measures;
  }
}
