package dev.assay.evaluators.judged;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.core.AskingEvaluator;
import dev.assay.core.Evidence;
import dev.assay.core.Evidence.Side;
import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Judge;
import dev.assay.core.Measure;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.Spec;
import dev.assay.core.Status;
import dev.assay.llm.NoReply;
import dev.assay.prompts.Prompt;
import dev.assay.text.Sentences;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One question to the judge, whose verdict is the metric. The prompt file says what it needs, how
 * the verdict is read and what passes; see {@link PromptFacts}. One that reports rates has, 0 or 1
 * for a row: {@code failures}; {@code retrieval_failures}, whether the contexts fail the same
 * question asked of them, where that is wanted and makes sense; {@code generation_failures},
 * whether the answer fails; {@code parse_failures}, whether a reply could not be read, with which
 * the others are absent.
 *
 * <p>A sentence row has the judge's reason and confidence. Where the answer is compared with an
 * expected one, an empty answer fails without a question.
 *
 * <p>Source: 002, the judge evaluators and BYOP; 003; 001 (accuracy).
 *
 * @param prompt what is asked
 * @param evaluateRetrievedContext whether the contexts are judged too
 */
public record PromptJudge(Prompt prompt, boolean evaluateRetrievedContext)
    implements AskingEvaluator {
  private static final int SHOWN = 1000;

  public PromptJudge {
    PromptFacts.of(prompt); // An unreadable header fails here, with its reason.
  }

  /** The bundled judge of this name. */
  public PromptJudge(String name) {
    this(Prompt.read("bundled:" + name), false);
  }

  @Override
  public Spec spec() {
    return PromptFacts.of(prompt).spec();
  }

  @Override
  public int calls(int contexts) {
    return evaluateRetrievedContext && PromptFacts.of(prompt).retrieval() ? 2 : 1;
  }

  /** What the judge says of one text. */
  private record Verdict(double value, String reason, double confidence) {}

  @Override
  public Outcome score(Example example, Judge judge, Models models) {
    PromptFacts facts = PromptFacts.of(prompt);
    if (facts.silence()) {
      Optional<Outcome> silent = silent(example, facts);
      if (silent.isPresent()) {
        return silent.get();
      }
    }
    boolean both = evaluateRetrievedContext && facts.retrieval() && example.has(Field.CONTEXTS);
    try {
      Supplier<Verdict> answer = () -> ask(judge, facts, Texts.of(example));
      List<Verdict> verdicts =
          both
              ? judge.apart(
                  List.of(answer, () -> ask(judge, facts, Texts.withContextsAsAnswer(example))))
              : List.of(answer.get());
      return outcome(facts, verdicts);
    } catch (NoReply none) {
      Outcome absent = facts.spec().absent(none.status(), none.getMessage());
      if (!facts.rates() || none.status() != Status.PARSE_FAILURE) {
        return absent;
      }
      return absent.but(PromptFacts.PARSE, Measure.of(1));
    }
  }

  /** Bundled ones may be replaced by the configuration; the header stays that of the original. */
  private Verdict ask(Judge judge, PromptFacts facts, Map<String, String> texts) {
    JsonNode reply =
        spec().prompts().isEmpty()
            ? judge.ask(prompt.filled(texts), facts::form)
            : judge.ask(prompt.name(), texts, facts::form);
    return new Verdict(
        facts.value(reply), reply.path("reason").asText(), reply.path("confidence").asDouble(1));
  }

  private Outcome outcome(PromptFacts facts, List<Verdict> verdicts) {
    Verdict answer = verdicts.get(0);
    String reason = answer.reason();
    Evidence row =
        Evidence.of(
            facts.metric(),
            Side.ANSWER,
            0,
            reason.length() <= SHOWN ? reason : reason.substring(0, SHOWN),
            answer.value());
    return facts
        .spec()
        .outcome(
            List.of(row.flagged("reason").with(Map.of("confidence", answer.confidence()))),
            measures(facts, verdicts.stream().map(Verdict::value).toList()));
  }

  /** Of the value of the answer, and of that of the contexts if they were judged. */
  private static Measure[] measures(PromptFacts facts, List<Double> values) {
    double value = Collections.min(values);
    if (!facts.rates()) {
      return new Measure[] {Measure.of(value)};
    }
    return new Measure[] {
      Measure.of(value),
      Measure.of(facts.fails(value)),
      values.size() > 1
          ? Measure.of(facts.fails(values.get(1)))
          : Measure.notApplicable("the contexts were not judged"),
      Measure.of(facts.fails(values.get(0))),
      Measure.of(0)
    };
  }

  private static Optional<Outcome> silent(Example example, PromptFacts facts) {
    if (example.answer().isEmpty()) {
      return Optional.of(facts.spec().noInput("no answer was recorded"));
    }
    return Sentences.blank(example.answer().get())
        ? Optional.of(facts.spec().outcome(measures(facts, List.of(0.0))))
        : Optional.empty();
  }
}
