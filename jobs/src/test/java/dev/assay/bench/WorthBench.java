package dev.assay.bench;

import dev.assay.base.Seeds;
import dev.assay.bench.WorthSets.Labelled;
import dev.assay.core.Direction;
import dev.assay.core.Evaluator;
import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.evaluators.Evaluators;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.spark.Scoring;
import dev.assay.spark.models.ExecutorModels;
import dev.assay.stats.Auroc;
import dev.assay.stats.Cohort;
import dev.assay.stats.Interval;
import dev.assay.stats.Resampling;
import dev.assay.text.CopiedWords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * What each evaluator of the product that needs no configured model is worth and costs: the AUROC
 * of its metrics against labels, with a 95 % interval from resampling passages, and the time that
 * an answer takes when nothing is remembered of other evaluators. The table of
 * docs/ranking-study.md.
 */
public final class WorthBench {
  private static final int BATCH = 32;
  private static final int TIMED = 96;

  private WorthBench() {}

  /**
   * Arguments: a directory with the sets of {@link WorthSets}; optionally the sets to look at, or
   * "all", and the evaluators, each separated by commas.
   */
  public static void main(String[] arguments) throws IOException {
    Map<String, List<Labelled>> sets = WorthSets.read(Path.of(arguments[0]));
    if (arguments.length > 1 && !arguments[1].equals("all")) {
      sets.keySet().retainAll(List.of(arguments[1].split(",")));
    }
    Predicate<String> wanted =
        arguments.length > 2 ? List.of(arguments[2].split(","))::contains : id -> true;
    List<RowEvaluator> evaluators = evaluators(wanted);
    Map<String, Map<String, String>> rows = new LinkedHashMap<>();
    sets.forEach(
        (name, texts) -> {
          scores(texts, evaluators)
              .forEach((metric, values) -> put(rows, metric, name, cell(texts, values)));
          put(rows, "share of copied words", name, cell(texts, values(texts, WorthBench::copied)));
          put(rows, "shortness", name, cell(texts, values(texts, t -> -answer(t).length())));
        });
    Map<String, String> costs = costs(sets, evaluators);
    System.out.println("| metric | ms an answer | " + String.join(" | ", titles(sets)) + " |");
    System.out.println("| --- | --- |" + " --- |".repeat(sets.size()));
    rows.forEach(
        (metric, cells) -> {
          String id = metric.contains(".") ? metric.substring(1, metric.indexOf('.')) : "";
          List<String> found = sets.keySet().stream().map(s -> cells.getOrDefault(s, "")).toList();
          System.out.println(
              "| "
                  + metric
                  + " | "
                  + costs.getOrDefault(id, "")
                  + " | "
                  + String.join(" | ", found)
                  + " |");
        });
  }

  private static void put(
      Map<String, Map<String, String>> rows, String metric, String set, String cell) {
    rows.computeIfAbsent(metric, m -> new LinkedHashMap<>()).put(set, cell);
  }

  private static List<String> titles(Map<String, List<Labelled>> sets) {
    return sets.entrySet().stream()
        .map(
            set -> {
              long good = set.getValue().stream().filter(Labelled::good).count();
              return String.format(
                  Locale.ROOT, "%s, %,d (%,d)", set.getKey(), set.getValue().size(), good);
            })
        .toList();
  }

  static List<RowEvaluator> evaluators(Predicate<String> wanted) {
    return Evaluators.all().stream()
        .filter(RowEvaluator.class::isInstance)
        .map(RowEvaluator.class::cast)
        .filter(evaluator -> wanted.test(evaluator.spec().id()))
        .toList();
  }

  private static String answer(Labelled text) {
    return text.example().answer().orElse("");
  }

  private static double copied(Labelled text) {
    Example example = text.example();
    List<String> source =
        example.contexts().isEmpty()
            ? List.of(example.expected().orElse(""))
            : example.contextTexts();
    return CopiedWords.share(answer(text), source).orElse(0);
  }

  private static Double[] values(List<Labelled> texts, ToDoubleFunction<Labelled> value) {
    return texts.stream().map(value::applyAsDouble).toArray(Double[]::new);
  }

  /** By qualified metric, high being good; null where there is no value. */
  static Map<String, Double[]> scores(List<Labelled> texts, List<RowEvaluator> evaluators) {
    return scores(texts, evaluators, ModelSpec.bgeSmall());
  }

  /** The same with another embedder. */
  static Map<String, Double[]> scores(
      List<Labelled> texts, List<RowEvaluator> evaluators, ModelSpec embedder) {
    Models models = new ExecutorModels(embedder, 50_000).models();
    Map<String, Double[]> values = new LinkedHashMap<>();
    for (RowEvaluator evaluator : evaluators) {
      for (int from = 0; from < texts.size(); from += BATCH) {
        List<Labelled> some = texts.subList(from, Math.min(texts.size(), from + BATCH));
        List<Map<String, Outcome>> scored = score(evaluator, some, models);
        for (Metric metric : evaluator.spec().metrics()) {
          Double[] own =
              values.computeIfAbsent(
                  "`" + evaluator.spec().qualified(metric) + "`", m -> new Double[texts.size()]);
          for (int i = 0; i < some.size(); i++) {
            own[from + i] = value(scored.get(i).get(evaluator.spec().id()), metric);
          }
        }
      }
    }
    values.values().removeIf(own -> Arrays.stream(own).allMatch(v -> v == null));
    return values;
  }

  private static Double value(Outcome outcome, Metric metric) {
    if (metric.direction() == Direction.NONE
        || !(outcome.measures().get(metric.name()) instanceof Measure.Value value)) {
      return null;
    }
    return metric.direction() == Direction.DOWN ? -value.value() : value.value();
  }

  private static List<Map<String, Outcome>> score(
      Evaluator evaluator, List<Labelled> texts, Models models) {
    return new Scoring(List.of((RowEvaluator) evaluator))
        .score(texts.stream().map(Labelled::example).toList(), models);
  }

  /** Milliseconds an answer by evaluator, on passages (BEGIN tc) or else on references. */
  private static Map<String, String> costs(
      Map<String, List<Labelled>> sets, List<RowEvaluator> evaluators) {
    Map<String, String> costs = new LinkedHashMap<>();
    int fresh = 1;
    for (RowEvaluator evaluator : evaluators) {
      for (String set : List.of("BEGIN tc", "TAT-QA amounts")) {
        List<Labelled> texts = sets.getOrDefault(set, List.of());
        if (texts.isEmpty()) {
          continue;
        }
        Models models = new ExecutorModels(ModelSpec.bgeSmall(), 50_000 + fresh++).models();
        score(evaluator, texts.subList(texts.size() - BATCH, texts.size()), models);
        long from = System.nanoTime();
        boolean measured = false;
        for (int i = 0; i < TIMED; i += BATCH) {
          for (Map<String, Outcome> scored :
              score(evaluator, texts.subList(i, i + BATCH), models)) {
            measured |=
                scored.get(evaluator.spec().id()).measures().values().stream()
                    .anyMatch(Measure.Value.class::isInstance);
          }
        }
        double millis = (System.nanoTime() - from) / 1e6 / TIMED;
        if (measured) {
          costs.putIfAbsent(
              evaluator.spec().id(),
              String.format(Locale.ROOT, millis < 1 ? "%.2f" : "%.0f", millis));
        }
      }
    }
    return costs;
  }

  private static String cell(List<Labelled> texts, Double[] values) {
    int[] measured = IntStream.range(0, values.length).filter(i -> values[i] != null).toArray();
    Cohort cohort =
        Cohort.of(
            Arrays.stream(measured).mapToObj(i -> texts.get(i).group()).toArray(String[]::new),
            Arrays.stream(measured).map(i -> texts.get(i).good() ? 1 : 0).toArray());
    double[] known = Arrays.stream(measured).mapToDouble(i -> values[i]).toArray();
    int missing = values.length - measured.length;
    return Auroc.interval(known, cohort, Resampling.of(Seeds.of(20260101, "auroc-bench", "")))
            .map(WorthBench::written)
            .orElse("one class")
        + (missing == 0 ? "" : ", " + missing + " without");
  }

  static String written(Interval area) {
    String limits =
        area.low().isPresent() && area.high().isPresent()
            ? String.format(
                Locale.ROOT, " [%.3f, %.3f]", area.low().getAsDouble(), area.high().getAsDouble())
            : "";
    return String.format(Locale.ROOT, "%.3f", area.estimate()) + limits;
  }
}
