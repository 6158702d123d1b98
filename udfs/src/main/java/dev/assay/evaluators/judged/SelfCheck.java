package dev.assay.evaluators.judged;

import dev.assay.core.AskingEvaluator;
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
import dev.assay.llm.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Share of a system's further answers to the same question that say the same as its first: a system
 * that knows repeats itself, one that makes things up does not. The further answers are the repeats
 * of the case (stage answer, {@code answer.repeats}), of a system that writes with a temperature;
 * the first, repeat 0, is the answer under test, so that other repeats are {@code not_applicable}.
 * Empty further answers do not agree. The pair is judged as a whole, not by sentence, and the
 * answer that stands first changes from pair to pair. One sentence row a further answer.
 *
 * <p>Source: 001 §5 and its prompts (SelfCheck-QA). It is optimistic about wrong answers that a
 * system repeats: 001 reports a precision of 15 %.
 */
public record SelfCheck() implements AskingEvaluator {
  private static final String PROMPT = "same-meaning";

  private static final Spec SPEC =
      Spec.of("selfcheck", "Self-check (judge)")
          .meaning(
              "Share of the system's repeated answers that say the same as its first, by a judge.")
          .source("001 §5, SelfCheck-QA")
          .dimension(ValidationDimension.HALLUCINATION)
          .needs(Field.QUESTION, Field.ANSWER, Field.REPEATS)
          .slots(Slot.CHAT)
          .asks(PROMPT)
          .metric(Metric.share("self_check", 0.75, "Repeated answers that agree by all"))
          .metric(Metric.share("all_agree", 0.5, "1 when every repeated answer agrees"))
          .build();

  /** Repeats of 001: for estimates. */
  private static final int REPEATS = 4;

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public int calls(int contexts) {
    return REPEATS;
  }

  @Override
  public Outcome score(Example example, Judge judge, Models models) {
    if (example.repeat() != 0) {
      return SPEC.notApplicable("the first answer is judged, this is a repeat of it");
    }
    List<String> others = new ArrayList<>();
    Json.read(example.attributes().get("repeats")).forEach(text -> others.add(text.asText("")));
    if (others.isEmpty()) {
      return SPEC.noInput("the system answered the question once only");
    }
    String answer = example.answer().orElseThrow();
    List<Supplier<Verdicts.Verdict>> pairs = new ArrayList<>();
    for (int i = 0; i < others.size(); i++) {
      String other = others.get(i);
      boolean first = i % 2 == 0;
      pairs.add(
          () ->
              other.isBlank()
                  ? new Verdicts.Verdict(false, "the repeated answer is empty", 1)
                  : same(
                      judge, example.question(), first ? answer : other, first ? other : answer));
    }
    Steps.capped(others.size());
    Verdicts verdicts = new Verdicts(others, judge.apart(pairs));
    return SPEC.outcome(
        verdicts.rows("self_check", Side.ANSWER, 0),
        Measure.of(verdicts.share()),
        Measure.of(verdicts.holding() == others.size() ? 1 : 0));
  }

  private static Verdicts.Verdict same(Judge judge, String question, String one, String other) {
    return Verdicts.Verdict.of(
        judge.ask(
            PROMPT, Map.of(Texts.QUESTION, question, "one_answer", one, "other_answer", other)),
        "verdict");
  }
}
