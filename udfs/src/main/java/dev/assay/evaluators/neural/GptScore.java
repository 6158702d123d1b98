package dev.assay.evaluators.neural;

import dev.assay.core.Direction;
import dev.assay.core.Example;
import dev.assay.core.Field;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.core.Status;
import dev.assay.core.ValidationDimension;
import dev.assay.evaluators.neural.Aspects.Aspect;
import dev.assay.model.LanguageModel;
import dev.assay.model.PromptedModel;
import dev.assay.model.PromptedModel.Continued;
import dev.assay.model.PromptedModel.Prompt;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * How likely a language model finds a continuation under the instruction of an aspect: the mean
 * negative log-probability of its tokens, from 0, lower is better; averaged over the directions of
 * the aspect file. A value of its own has no meaning without the model that gave it, so there is no
 * default threshold.
 *
 * <p>Only the continuation's tokens count. Where a prompt is longer than the model reads, the
 * quoted material loses its end and the metric is flagged as truncated; where it does not fit even
 * then, it is {@code too_long}. A model that does not read prompts, such as the corpus's word
 * trigrams, makes every metric {@code not_applicable}.
 *
 * <p>Source: 002 GPTScore; Fu et al., "GPTScore: Evaluate as You Desire", arXiv 2302.04166.
 *
 * @param aspects the prompts
 */
public record GptScore(Aspects aspects) implements RowEvaluator {

  /** Of the bundled file {@code name}. */
  public static GptScore of(String name) {
    return new GptScore(Aspects.of("bundled:" + name));
  }

  @Override
  public Spec spec() {
    Spec.Builder spec =
        Spec.of(aspects.id(), aspects.title())
            .meaning(aspects.meaning())
            .source("002 GPTScore; arXiv 2302.04166")
            .dimension(ValidationDimension.QA)
            .needs(aspects.fields().toArray(Field[]::new))
            .slots(Slot.LANGUAGE_MODEL);
    for (Aspect aspect : aspects.list()) {
      spec.metric(
          new Metric(
              aspect.name(),
              Direction.DOWN,
              0,
              Double.POSITIVE_INFINITY,
              OptionalDouble.empty(),
              aspect.meaning() + ": mean negative log-probability of a token"));
    }
    return spec.build();
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    LanguageModel model = models.languageModel();
    if (!(model instanceof PromptedModel prompted)) {
      String reason =
          "the model in slot language_model (%s) reads no prompts; a causal network does"
              .formatted(model.id());
      return batch.stream().map(example -> spec().notApplicable(reason)).toList();
    }
    return batch.stream().map(example -> outcome(example, prompted)).toList();
  }

  private Outcome outcome(Example example, PromptedModel model) {
    for (String text :
        List.of(example.question(), example.expected().orElse(""), example.answer().orElse(""))) {
      if (text.length() > Perplexity.MAX_CHARACTERS) {
        return spec()
            .tooLong(
                "a text has %d characters: more than %d are not read"
                    .formatted(text.length(), Perplexity.MAX_CHARACTERS));
      }
    }
    Map<Aspect, List<Prompt>> prompts = new LinkedHashMap<>();
    aspects.list().forEach(aspect -> prompts.put(aspect, aspects.prompts(aspect, example)));
    // All at once: behind an endpoint every call of the model is a round of the whole stage.
    Iterator<Optional<Continued>> all =
        model.continuations(prompts.values().stream().flatMap(List::stream).toList()).iterator();
    Map<String, Measure> measures = new LinkedHashMap<>();
    Set<String> truncated = new HashSet<>();
    for (Aspect aspect : aspects.list()) {
      List<Optional<Continued>> continued =
          prompts.get(aspect).stream().map(prompt -> all.next()).toList();
      Measure measure = measure(continued);
      measures.put(aspect.name(), measure);
      if (measure instanceof Measure.Value
          && continued.stream().anyMatch(one -> one.orElseThrow().truncated())) {
        truncated.add(aspect.name());
      }
    }
    return new Outcome(measures, List.of(), truncated);
  }

  private static Measure measure(List<Optional<Continued>> directions) {
    double sum = 0;
    for (Optional<Continued> direction : directions) {
      if (direction.isEmpty()) {
        return Measure.tooLong("prompt and continuation are longer than the model reads");
      }
      OptionalDouble mean =
          direction.get().logProbabilities().stream().mapToDouble(Double::doubleValue).average();
      if (mean.isEmpty()) {
        return Measure.noInput("the text to score has no token");
      }
      sum -= mean.getAsDouble();
    }
    double value = Math.max(0, sum / directions.size());
    return Double.isFinite(value)
        ? Measure.of(value)
        : new Measure.Absent(Status.MODEL_ERROR, "the model gives a token no probability");
  }
}
