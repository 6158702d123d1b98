package dev.assay.evaluators.neural;

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
import dev.assay.model.Embedding;
import dev.assay.model.TextClassifier;
import dev.assay.model.TextClassifier.Classes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Whether the answer has the tone that is wanted: tone_compliance, the share of the target tones
 * that the classifier in {@code models.tone} gives {@code min_probability} or more, in [0, 1], and
 * tone_similarity, the cosine of the answer with the mean of examples of the wanted tone, in [−1,
 * 1]. Not applicable without a classifier that has labels of the targets, or without examples.
 *
 * <p>A sentence embedding says more of the topic than of the tone: examples should be about what
 * the answers are about, and the cosine calibrated before it decides anything.
 *
 * <p>Source: 003 §2.3, B.8.
 *
 * @param targets labels that are wanted; none: all of the classifier's
 * @param minProbability from which an answer has a tone
 * @param exemplars texts of the wanted tone, separated by |
 */
public record ToneCompliance(List<String> targets, double minProbability, String exemplars)
    implements RowEvaluator {
  private static final String COMPLIANCE = "tone_compliance";
  private static final String SIMILARITY = "tone_similarity";

  private static final Spec SPEC =
      Spec.of(COMPLIANCE, "Tone compliance")
          .meaning("Whether the answer has the tone that is wanted.")
          .source("003 2.3, B.8")
          .dimension(ValidationDimension.TONE)
          .needs(Field.ANSWER)
          .slots(Slot.EMBEDDER)
          .helpers(Slot.TONE)
          .metric(Metric.share(COMPLIANCE, 0.75, "Share of the wanted tones that the answer has"))
          .metric(Metric.cosine(SIMILARITY, 0.75, "Cosine with examples of the wanted tone"))
          .build();

  public ToneCompliance {
    targets = targets.stream().map(String::strip).filter(t -> !t.isEmpty()).toList();
    if (!(minProbability > 0 && minProbability <= 1)) {
      throw new IllegalArgumentException(
          "min_probability must lie in (0, 1], got " + minProbability);
    }
  }

  /** All of the classifier's labels, no examples. */
  public ToneCompliance() {
    this(List.of(), 0.5, "");
  }

  @Override
  public Spec spec() {
    return SPEC;
  }

  @Override
  public List<Outcome> score(List<Example> batch, Models models) {
    List<String> answers = batch.stream().map(example -> example.answer().orElseThrow()).toList();
    List<Judged> compliance = compliance(answers, models);
    List<Judged> similarity = similarity(answers, models);
    return IntStream.range(0, answers.size())
        .mapToObj(
            i -> {
              Map<String, Measure> measures = new LinkedHashMap<>();
              measures.put(COMPLIANCE, compliance.get(i).measure());
              measures.put(SIMILARITY, similarity.get(i).measure());
              Set<String> cut = new LinkedHashSet<>();
              if (compliance.get(i).cut()) {
                cut.add(COMPLIANCE);
              }
              if (similarity.get(i).cut()) {
                cut.add(SIMILARITY);
              }
              return new Outcome(measures, List.of(), cut);
            })
        .toList();
  }

  private record Judged(Measure measure, boolean cut) {}

  private static List<Judged> none(List<String> answers, String why) {
    return answers.stream().map(a -> new Judged(Measure.notApplicable(why), false)).toList();
  }

  private List<Judged> compliance(List<String> answers, Models models) {
    if (models.missing(Slot.TONE).isPresent()) {
      return none(answers, "no model in slot tone: " + models.missing(Slot.TONE).get());
    }
    TextClassifier model = models.classifier(Slot.TONE);
    List<String> labels = model.labels().stream().map(ToneCompliance::plain).toList();
    List<Integer> wanted = new ArrayList<>();
    for (String target : targets.isEmpty() ? model.labels() : targets) {
      if (!labels.contains(plain(target))) {
        return none(
            answers, "the model in slot tone has labels %s, not %s".formatted(labels, target));
      }
      wanted.add(labels.indexOf(plain(target)));
    }
    return model.classify(answers).stream().map(classes -> compliance(classes, wanted)).toList();
  }

  private Judged compliance(Classes classes, List<Integer> wanted) {
    long met =
        wanted.stream().filter(l -> classes.probabilities().get(l) >= minProbability).count();
    return new Judged(Measure.of(met / (double) wanted.size()), classes.windows() > 1);
  }

  private static String plain(String label) {
    return label.toLowerCase(Locale.ROOT).replaceAll("[ _-]", "");
  }

  private List<Judged> similarity(List<String> answers, Models models) {
    List<String> examples =
        Arrays.stream(exemplars.split("\\|"))
            .map(String::strip)
            .filter(text -> !text.isEmpty())
            .toList();
    if (examples.isEmpty()) {
      return none(answers, "no exemplars of the wanted tone are configured");
    }
    List<Embedding> wanted = models.embedder().embed(examples);
    return models.embedder().embed(answers).stream()
        .map(answer -> new Judged(Measure.of(cosine(answer, wanted)), answer.truncated()))
        .toList();
  }

  /** Cosine with the sum of the examples' vectors; vectors that cancel out have none: 0. */
  private static double cosine(Embedding answer, List<Embedding> wanted) {
    double along = 0;
    double squares = 0;
    for (Embedding one : wanted) {
      along += answer.cosine(one);
      for (Embedding other : wanted) {
        squares += one.cosine(other);
      }
    }
    double cosine = squares <= 1e-12 ? 0 : along / Math.sqrt(squares);
    return Math.max(-1, Math.min(1, cosine));
  }
}
