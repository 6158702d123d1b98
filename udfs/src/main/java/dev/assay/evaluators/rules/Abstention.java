package dev.assay.evaluators.rules;

import dev.assay.core.Evidence;
import dev.assay.core.Evidence.Side;
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
import dev.assay.rules.Finding;
import dev.assay.rules.RuleSuite;
import dev.assay.text.Sentences;
import java.util.List;
import java.util.Map;

/**
 * Whether the answer refuses exactly where it should: correct_abstention of unanswerable questions
 * that were refused, missed_abstention of those that were answered, false_refusal of answerable
 * ones that were refused. An answer refuses when a rule finds a refusal in its first {@code
 * sentences} sentences. What does not concern the case's kind of question is {@code
 * not_applicable}.
 *
 * <p>An empty answer to an answerable question is a false refusal; to an unanswerable one it says
 * nothing either way, {@code no_input}. Sentence rows: the refusals.
 *
 * <p>Source: 000 §6.1; 004 step 2.
 *
 * @param rules what refusals look like, {@code bundled:abstention} unless configured
 * @param sentences how many sentences from the start are looked at
 */
public record Abstention(RuleSuite rules, int sentences) implements RowEvaluator {
  private static final String CORRECT = "correct_abstention";
  private static final String FALSE = "false_refusal";
  private static final String MISSED = "missed_abstention";

  private static final Spec SPEC =
      Spec.of("abstention", "Abstention")
          .meaning("Whether the answer refuses unanswerable questions, and only those.")
          .source("000 §6.1; 004 step 2")
          .dimension(ValidationDimension.HALLUCINATION)
          .needs(Field.ANSWERABLE)
          .uses(Field.ANSWER)
          .metric(Metric.share(CORRECT, 0.5, "1 when an unanswerable question was refused"))
          .metric(Metric.fault(FALSE, "1 when an answerable question was refused"))
          .metric(Metric.fault(MISSED, "1 when an unanswerable question was answered"))
          .build();

  public Abstention {
    Allowed.atLeast(1, "sentences", sentences);
  }

  /** Assay's own rules, the first two sentences. */
  public Abstention() {
    this(RuleSuite.of("bundled:abstention"), 2);
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
    String given = example.attributes().get("answerable").strip();
    if (!given.equalsIgnoreCase("true") && !given.equalsIgnoreCase("false")) {
      return SPEC.notApplicable("answerable = \"%s\" is neither true nor false".formatted(given));
    }
    if (example.answer().isEmpty()) {
      return SPEC.noInput("no answer was recorded");
    }
    boolean answerable = given.equalsIgnoreCase("true");
    String answer = example.answer().get();
    boolean silent = Sentences.blank(answer);
    if (silent && !answerable) {
      return SPEC.noInput("the answer is empty: neither a refusal nor an answer");
    }
    List<Finding> refusals = silent ? List.of() : rules.find(opening(answer));
    boolean refused = silent || !refusals.isEmpty();
    Measure other =
        Measure.notApplicable("the question is %sanswerable".formatted(answerable ? "" : "un"));
    return SPEC.outcome(
        rows(answerable ? FALSE : CORRECT, refusals),
        answerable ? other : Checks.flag(refused),
        answerable ? Checks.flag(refused) : other,
        answerable ? other : Checks.flag(!refused));
  }

  private String opening(String answer) {
    List<Sentences.Sentence> split = Sentences.split(answer);
    return answer.substring(0, split.get(Math.min(sentences, split.size()) - 1).end());
  }

  private static List<Evidence> rows(String metric, List<Finding> refusals) {
    return java.util.stream.IntStream.range(0, Math.min(Checks.ROWS, refusals.size()))
        .mapToObj(
            i ->
                Evidence.of(metric, Side.ANSWER, i, refusals.get(i).text(), 1)
                    .flagged("refusal", refusals.get(i).rule())
                    .with(Map.of("start", (double) refusals.get(i).start())))
        .toList();
  }
}
