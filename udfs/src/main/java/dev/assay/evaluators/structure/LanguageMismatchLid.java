package dev.assay.evaluators.structure;

import dev.assay.core.Evidence;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether the answer is in the language of the question, by the identifier in {@code
 * models.language-id}: the deterministic twin of a judge. Where one of the two is too short or too
 * mixed to tell there is no value, {@code not_applicable}, unless their scripts alone differ.
 * Dialects of one written language count as the same.
 *
 * <p>Sentence rows: the language of each side, as a flag.
 *
 * <p>Source: 002 Language mismatch, without its judge.
 */
public record LanguageMismatchLid() implements RowEvaluator {
  private static final String SAME = "same_language";

  private static final Spec SPEC =
      Spec.of("language_mismatch_lid", "Language mismatch (identifier)")
          .meaning("Whether the answer is in the question's language, by language identification.")
          .source("002 Language mismatch, by a language identifier")
          .dimension(ValidationDimension.QA)
          .needs(Field.QUESTION, Field.ANSWER)
          .slots(Slot.LANGUAGE_ID)
          .metric(Metric.share(SAME, 0.5, "1 when both are in one language"))
          .build();

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    List<String> texts = new ArrayList<>();
    for (Example example : batch) {
      texts.add(example.question());
      texts.add(example.answer().orElseThrow());
    }
    List<Optional<String>> languages = models.languages().identify(texts);
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      outcomes.add(outcome(batch.get(i), languages.get(2 * i), languages.get(2 * i + 1)));
    }
    return outcomes;
  }

  private static Outcome outcome(
      Example example, Optional<String> asked, Optional<String> answered) {
    String question = example.question();
    String answer = example.answer().orElseThrow();
    boolean scripts = Scripts.differ(question, answer);
    if ((asked.isEmpty() || answered.isEmpty()) && !scripts) {
      String side = asked.isEmpty() ? "question" : "answer";
      return SPEC.notApplicable(
          "the %s does not show its language: too short or mixed".formatted(side));
    }
    boolean same = !scripts && asked.equals(answered);
    return SPEC.outcome(
        List.of(
            row(Side.QUESTION, question, asked, same), row(Side.ANSWER, answer, answered, same)),
        Measure.of(same ? 1 : 0));
  }

  private static Evidence row(Side side, String text, Optional<String> language, boolean same) {
    String start =
        text.substring(
            0, text.offsetByCodePoints(0, Math.min(200, text.codePointCount(0, text.length()))));
    return Evidence.of(SAME, side, 0, start, same ? 1 : 0).flagged(language.orElse("undecided"));
  }
}
