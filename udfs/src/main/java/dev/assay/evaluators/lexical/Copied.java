package dev.assay.evaluators.lexical;

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
import dev.assay.text.CopiedWords;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How much of the answer stands in its contexts word for word: the share of its pairs of
 * neighbouring words that stand side by side in a context (of an answer of one word, whether a
 * context has it), and the share of its words, each in [0, 1]. Words are runs of letters and
 * digits, case aside.
 *
 * <p>It knows no meaning: an answer that copies the wrong passage has 1. Other metrics of
 * groundedness must rank better to be worth anything, and beside them it helps a model of several
 * metrics.
 *
 * <p>Source: coverage of extractive fragments, Grusky, Naaman and Artzi 2018, Newsroom, §4.1, with
 * single words, and pairs, for fragments.
 */
public record Copied() implements RowEvaluator {

  private static final Spec SPEC =
      Spec.of("copied", "Copied words")
          .meaning("Share of the answer that stands in its passages word for word.")
          .source("Grusky et al. 2018, §4.1")
          .dimension(ValidationDimension.HALLUCINATION)
          .needs(Field.CONTEXTS, Field.ANSWER)
          .metric(
              Metric.share(
                  "copied_pairs", 0.5, "Share of the answer's pairs of words that a passage has"))
          .metric(Metric.share("copied_words", 0.5, "Share of the answer's words that one has"))
          .build();

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    return batch.stream().map(Copied::outcome).toList();
  }

  private static Outcome outcome(Example example) {
    String answer = example.answer().orElseThrow();
    List<String> passages = example.contexts().stream().map(Passage::text).toList();
    CopiedWords words = CopiedWords.of(answer, passages);
    return SPEC.outcome(measure(words.pairs()), measure(words.share()));
  }

  private static Measure measure(OptionalDouble share) {
    return share.isPresent()
        ? Measure.of(share.getAsDouble())
        : Measure.noInput("the answer has no word");
  }
}
