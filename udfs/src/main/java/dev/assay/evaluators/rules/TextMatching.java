package dev.assay.evaluators.rules;

import dev.assay.conditions.Condition;
import dev.assay.conditions.ConditionException;
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
import dev.assay.core.Status;
import dev.assay.core.ValidationDimension;
import dev.assay.rules.RuleSuite;
import dev.assay.text.Sentences;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether the answer, and the retrieved contexts together, satisfy the case's condition: strings
 * and regular expressions under AND, OR, NOT and parentheses. A context is searched on its own, so
 * nothing matches across the border of two. An empty answer fails whatever the condition; a
 * condition that cannot be read is a {@code parse_failure} that says where.
 *
 * <p>Sentence rows: every string and expression of the condition, 1 where the side has it.
 *
 * <p>Source: 002 Text matching.
 *
 * @param evaluateRetrievedContext whether the contexts must satisfy it too, where there are any
 */
public record TextMatching(boolean evaluateRetrievedContext) implements RowEvaluator {

  private static final Spec SPEC =
      Spec.of("text_matching", "Text matching")
          .meaning("Whether answer and contexts contain what the case's condition asks for.")
          .source("002 Text matching")
          .dimension(ValidationDimension.QA)
          .needs(Field.CONDITION)
          .uses(Field.ANSWER, Field.CONTEXTS)
          .metric(Metric.share("passes", 0.5, "1 when answer and contexts satisfy the condition"))
          .metric(Metric.fault(Checks.FAILURES, "1 when one of them does not"))
          .metric(Metric.fault(Checks.RETRIEVAL, "1 when the contexts do not"))
          .metric(Metric.fault(Checks.GENERATION, "1 when the answer does not"))
          .metric(Metric.fault(Checks.PARSE, "1 when the condition cannot be read"))
          .build();

  /** Contexts included. */
  public TextMatching() {
    this(true);
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
    String answer = example.answer().get();
    List<String> contexts =
        Checks.contexts(example, evaluateRetrievedContext).stream().map(Passage::text).toList();
    long length = answer.length() + contexts.stream().mapToLong(String::length).sum();
    if (length > RuleSuite.MAX_LENGTH) {
      return LeakCheck.tooLong(SPEC, length);
    }
    Condition condition;
    try {
      condition = Condition.parse(example.condition().orElseThrow());
    } catch (ConditionException e) {
      return unreadable(SPEC, e);
    }
    boolean said = !Sentences.blank(answer) && condition.holds(answer);
    Map<String, Measure> measures =
        Checks.measures(
            "passes",
            said,
            contexts.isEmpty() ? Optional.empty() : Optional.of(condition.holds(contexts)),
            Checks.whyNoContexts(evaluateRetrievedContext));
    measures.put(Checks.PARSE, Measure.of(0));
    List<Evidence> rows = new ArrayList<>(rows(condition, Side.ANSWER, List.of(answer)));
    if (!contexts.isEmpty()) {
      rows.addAll(rows(condition, Side.CONTEXT, contexts));
    }
    return Outcome.of(measures, rows);
  }

  /** Every metric a parse failure but the one that counts them. */
  static Outcome unreadable(Spec spec, ConditionException failure) {
    return spec.absent(
            Status.PARSE_FAILURE, "the condition cannot be read: " + failure.getMessage())
        .but(Checks.PARSE, Measure.of(1));
  }

  private static List<Evidence> rows(Condition condition, Side side, List<String> texts) {
    List<Evidence> rows = new ArrayList<>();
    for (Condition leaf : condition.leaves()) {
      if (rows.size() == Checks.ROWS) {
        break;
      }
      boolean found = leaf.holds(texts);
      rows.add(
          Evidence.of("passes", side, rows.size(), leaf.toString(), found ? 1 : 0)
              .flagged(found ? "found" : "not_found"));
    }
    return rows;
  }
}
