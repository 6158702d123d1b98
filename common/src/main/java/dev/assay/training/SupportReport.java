package dev.assay.training;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.base.Seeds;
import dev.assay.model.Embedder;
import dev.assay.model.Embedding;
import dev.assay.stats.Auroc;
import dev.assay.stats.Cohort;
import dev.assay.stats.Interval;
import dev.assay.stats.Resampling;
import dev.assay.support.Feature;
import dev.assay.support.SupportWeights;
import dev.assay.text.CopiedWords;
import dev.assay.text.Sentences;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * How well scores rank supported texts above others: AUROC with intervals by whole groups (texts
 * about the same passages), beside what is simpler.
 *
 * @param compared by text
 * @param embedder for the cosines of sentences
 */
record SupportReport(Map<LabelledText, ComparedText> compared, Embedder embedder, long seed) {

  /** Texts that {@code weights} did not see: the model beside baselines and single features. */
  void unseen(ObjectNode into, List<LabelledText> texts, SupportWeights weights) {
    Cohort cohort = cohort(into, texts);
    Resampling resampling = Resampling.of(Seeds.of(seed, "support-report", texts.get(0).source()));
    Map<String, Embedding> vectors = vectors(texts);
    double[] support = scores(texts, t -> compared.get(t).mean(weights));
    double[] copied = scores(texts, t -> CopiedWords.share(t.text(), t.passages()).orElse(0));
    double[] cosine = scores(texts, t -> cosines(t, vectors)[0]);
    ObjectNode areas = into.putObject("auroc");
    put(areas, "support", Auroc.interval(support, cohort, resampling).orElseThrow());
    double[] lowest = scores(texts, t -> compared.get(t).lowest(weights));
    put(areas, "support_min", Auroc.interval(lowest, cohort, resampling).orElseThrow());
    double[] pairs = scores(texts, t -> CopiedWords.pairs(t.text(), t.passages()).orElse(0));
    put(areas, "copied_pairs", Auroc.interval(pairs, cohort, resampling).orElseThrow());
    put(areas, "copied_words", Auroc.interval(copied, cohort, resampling).orElseThrow());
    put(areas, "mean_of_max_cosine", Auroc.interval(cosine, cohort, resampling).orElseThrow());
    double[] least = scores(texts, t -> cosines(t, vectors)[1]);
    put(areas, "min_of_max_cosine", Auroc.interval(least, cohort, resampling).orElseThrow());
    double[] brevity = scores(texts, t -> -t.text().length());
    put(areas, "shortness", Auroc.interval(brevity, cohort, resampling).orElseThrow());
    double[] material = scores(texts, t -> t.passages().stream().mapToInt(String::length).sum());
    Auroc.interval(material, cohort, resampling).ifPresent(i -> put(areas, "more_context", i));
    ObjectNode gains = into.putObject("auroc_gain_over");
    put(gains, "copied_words", Auroc.difference(support, copied, cohort, resampling).orElseThrow());
    put(gains, "copied_pairs", Auroc.difference(support, pairs, cohort, resampling).orElseThrow());
    put(
        gains,
        "mean_of_max_cosine",
        Auroc.difference(support, cosine, cohort, resampling).orElseThrow());
    ObjectNode alone = into.putObject("auroc_of_single_features");
    for (Feature feature : Feature.values()) {
      double[] values = scores(texts, t -> compared.get(t).mean(feature, weights));
      alone.put(feature.id(), Figures.of(Auroc.of(values, cohort).orElseThrow()));
    }
    into.put("balanced_accuracy_at_half", Figures.of(atHalf(support, cohort.labels())));
    double[] lengths = scores(texts, t -> t.text().length());
    ObjectNode check = into.putObject("length");
    LengthCheck.put(check.putObject("support"), support, lengths, cohort);
    LengthCheck.put(check.putObject("copied_pairs"), pairs, lengths, cohort);
    LengthCheck.put(check.putObject("mean_of_max_cosine"), cosine, lengths, cohort);
  }

  /**
   * Puts the plain mean of each score's areas over {@code sets}, which {@link #unseen} has put into
   * {@code unseen}, and that of the support model among texts of nearly the same length.
   *
   * @return the means as lines for a terminal
   */
  static List<String> macro(ObjectNode into, ObjectNode unseen, List<String> sets) {
    sets.forEach(into.putArray("sets")::add);
    List<String> words = new ArrayList<>();
    for (String score :
        List.of("support", "copied_pairs", "copied_words", "mean_of_max_cosine", "shortness")) {
      double mean = mean(unseen, sets, "/auroc/" + score);
      into.put(score, Figures.of(mean));
      words.add(String.format(Locale.ROOT, "%s %.3f", score, mean));
    }
    double same = mean(unseen, sets, "/length/support/auroc_at_the_same_length");
    into.put("support_at_the_same_length", Figures.of(same));
    return List.of(
        "mean AUROC over "
            + sets.size()
            + " sets that the weights had not seen: "
            + String.join(", ", words),
        String.format(
            Locale.ROOT, "support among texts of nearly the same length there: %.3f", same));
  }

  private static double mean(ObjectNode unseen, List<String> sets, String area) {
    return sets.stream()
        .mapToDouble(set -> unseen.get(set).at(area).required("estimate").doubleValue())
        .average()
        .orElseThrow();
  }

  /** Texts that {@code weights} were fitted to: shows what the model can express, no more. */
  void seen(ObjectNode into, List<LabelledText> texts, SupportWeights weights) {
    Cohort cohort = cohort(into, texts);
    double[] support = scores(texts, t -> compared.get(t).mean(weights));
    into.put("auroc", Figures.of(Auroc.of(support, cohort).orElseThrow()));
    double[] copied = scores(texts, t -> CopiedWords.share(t.text(), t.passages()).orElse(0));
    into.put("auroc_of_copied_words", Figures.of(Auroc.of(copied, cohort).orElseThrow()));
    into.put("balanced_accuracy_at_half", Figures.of(atHalf(support, cohort.labels())));
  }

  private static Cohort cohort(ObjectNode into, List<LabelledText> texts) {
    into.put("texts", texts.size());
    into.put("supported", texts.stream().filter(LabelledText::supported).count());
    into.put("groups", texts.stream().map(LabelledText::group).distinct().count());
    return Cohort.of(
        texts.stream().map(LabelledText::group).toArray(String[]::new),
        texts.stream().mapToInt(t -> t.supported() ? 1 : 0).toArray());
  }

  private Map<String, Embedding> vectors(List<LabelledText> texts) {
    Set<String> lines = new LinkedHashSet<>();
    for (LabelledText text : texts) {
      lines.addAll(Sentences.scored(text.text()));
      text.passages().forEach(passage -> lines.addAll(Sentences.scored(passage)));
    }
    List<String> distinct = new ArrayList<>(lines);
    List<Embedding> found = embedder.embed(distinct);
    Map<String, Embedding> vectors = new HashMap<>();
    for (int i = 0; i < distinct.size(); i++) {
      vectors.put(distinct.get(i), found.get(i));
    }
    return vectors;
  }

  /** Mean and minimum over the text's sentences of the highest cosine with a context sentence. */
  private static double[] cosines(LabelledText text, Map<String, Embedding> vectors) {
    List<String> context =
        text.passages().stream().flatMap(passage -> Sentences.scored(passage).stream()).toList();
    double[] highest =
        Sentences.scored(text.text()).stream()
            .mapToDouble(
                line ->
                    context.stream()
                        .mapToDouble(other -> vectors.get(line).cosine(vectors.get(other)))
                        .max()
                        .orElse(0))
            .toArray();
    double sum = 0;
    double least = highest.length == 0 ? 0 : 1;
    for (double value : highest) {
      sum += value;
      least = Math.min(least, value);
    }
    return new double[] {sum / Math.max(1, highest.length), least};
  }

  private static double[] scores(List<LabelledText> texts, ToDoubleFunction<LabelledText> score) {
    return texts.stream().mapToDouble(score).toArray();
  }

  /** Mean of the shares of each class on the right side of one half. */
  private static double atHalf(double[] scores, int[] labels) {
    double[] right = new double[2];
    double[] all = new double[2];
    for (int i = 0; i < scores.length; i++) {
      all[labels[i]]++;
      right[labels[i]] += (scores[i] >= 0.5) == (labels[i] == 1) ? 1 : 0;
    }
    return (right[0] / all[0] + right[1] / all[1]) / 2;
  }

  private static void put(ObjectNode into, String name, Interval interval) {
    Figures.put(into.putObject(name), "estimate", interval);
  }
}
