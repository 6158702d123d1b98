package dev.assay.training;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.base.Seeds;
import dev.assay.model.TextClassifier;
import dev.assay.model.TextClassifier.Classes;
import dev.assay.stats.Auroc;
import dev.assay.stats.Cohort;
import dev.assay.stats.Interval;
import dev.assay.stats.Resampling;
import dev.assay.toxicity.Kind;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * How well the model ranks judged texts (AUROC with intervals by groups of copies), how its
 * probabilities do at one half and at the evaluator's threshold, and how often it raises an alarm
 * where there is nothing.
 *
 * @param beside what is counted in the same texts
 */
record ToxicityReport(TextClassifier model, List<WordCount> beside, long seed) {
  private static final double[] THRESHOLDS = {0.5, 0.75};

  void write(ObjectNode report, List<LabelledTweet> unseen, Map<String, List<String>> harmless) {
    List<Classes> classes = model.classify(unseen.stream().map(LabelledTweet::text).toList());
    ObjectNode held = report.putObject("unseen");
    for (Kind kind : Kind.values()) {
      int label = model.labels().indexOf(kind.id());
      int[] rows =
          IntStream.range(0, unseen.size())
              .filter(i -> kind.counts(unseen.get(i).verdict()))
              .toArray();
      double[] scores =
          IntStream.of(rows).mapToDouble(i -> classes.get(i).probabilities().get(label)).toArray();
      Cohort cohort =
          Cohort.of(
              IntStream.of(rows).mapToObj(i -> unseen.get(i).group()).toArray(String[]::new),
              IntStream.of(rows).map(i -> kind.holds(unseen.get(i).verdict()) ? 1 : 0).toArray());
      ObjectNode judged = held.putObject(kind.id());
      judged(judged, kind, scores, cohort);
      for (WordCount words : beside) {
        words(judged.putObject(words.id()), kind, counts(words, unseen, rows), cohort);
      }
    }
    ObjectNode alarms = report.putObject("false_alarms");
    harmless.forEach((name, texts) -> alarms(alarms.putObject(name), texts));
  }

  private void judged(ObjectNode into, Kind kind, double[] scores, Cohort cohort) {
    into.put("texts", scores.length).put("positive", IntStream.of(cohort.labels()).sum());
    auroc(into, kind, scores, cohort);
    for (double threshold : THRESHOLDS) {
      ObjectNode at = into.putObject("above " + threshold);
      at.put("of_positive", share(scores, cohort.labels(), 1, threshold));
      at.put("of_negative", share(scores, cohort.labels(), 0, threshold));
    }
  }

  private static double[] counts(WordCount words, List<LabelledTweet> texts, int[] rows) {
    return IntStream.of(rows)
        .mapToDouble(i -> words.in().applyAsInt(texts.get(i).text()))
        .toArray();
  }

  private void words(ObjectNode into, Kind kind, double[] found, Cohort cohort) {
    auroc(into, kind, found, cohort);
    into.put("of_positive", share(found, cohort.labels(), 1, 0));
    into.put("of_negative", share(found, cohort.labels(), 0, 0));
  }

  private static double share(double[] scores, int[] labels, int label, double threshold) {
    int[] rows = IntStream.range(0, scores.length).filter(i -> labels[i] == label).toArray();
    return Figures.of(
        IntStream.of(rows).filter(i -> scores[i] > threshold).count() / (double) rows.length);
  }

  private void auroc(ObjectNode into, Kind kind, double[] scores, Cohort cohort) {
    Resampling resampling = Resampling.of(Seeds.of(seed, "toxicity-report", kind.id()));
    Interval area = Auroc.interval(scores, cohort, resampling).orElseThrow();
    Figures.put(into.putObject("auroc"), "estimate", area);
  }

  private void alarms(ObjectNode into, List<String> texts) {
    List<Classes> classes = model.classify(texts);
    into.put("texts", texts.size());
    for (int label = 0; label < model.labels().size(); label++) {
      ObjectNode kind = into.putObject(model.labels().get(label));
      for (double threshold : THRESHOLDS) {
        int at = label;
        long above = classes.stream().filter(c -> c.probabilities().get(at) > threshold).count();
        kind.put("above " + threshold, Figures.of(above / (double) texts.size()));
      }
    }
  }
}
