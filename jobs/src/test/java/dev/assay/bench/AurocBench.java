package dev.assay.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.base.Hashes;
import dev.assay.base.Seeds;
import dev.assay.core.Direction;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How well each groundedness-like metric tells supported texts from others: AUROC with a 95 %
 * interval from resampling passages, on the parts of BEGIN's development set (Dziri et al. 2022)
 * and HaluEval's questions (Li et al. 2023), as the table of docs/ranking-study.md. Beside it: how
 * short the text is, and the share of its words that the passage has.
 */
public final class AurocBench {
  private static final List<String> EVALUATORS =
      List.of("groundedness", "groundedness_nli", "hallucination", "faithfulness_nli");
  private static final int BATCH = 32;
  private static final ObjectMapper JSON = new ObjectMapper();

  private AurocBench() {}

  private record Text(String passage, String answer, boolean supported) {}

  /** Arguments: a directory with {@code begin} and {@code halueval}. */
  public static void main(String[] arguments) throws IOException {
    Path data = Path.of(arguments[0]);
    Map<String, Map<String, String>> columns = new LinkedHashMap<>();
    List<String> names = new ArrayList<>();
    for (String part : List.of("wow", "cmu", "tc")) {
      add("BEGIN " + part, begin(data.resolve("begin/begin_dev_" + part + ".tsv")), names, columns);
    }
    List<Text> halu = new ArrayList<>();
    for (String file : List.of("qa_one-turn_data.json", "qa_multi-turn_data.json")) {
      halu.addAll(haluEval(data.resolve("halueval").resolve(file)));
    }
    add("HaluEval QA", halu, names, columns);
    System.out.println("| metric | " + String.join(" | ", names) + " |");
    System.out.println("| --- |" + " --- |".repeat(names.size()));
    columns.forEach(
        (metric, cells) ->
            System.out.println(
                "| "
                    + metric
                    + " | "
                    + String.join(" | ", names.stream().map(cells::get).toList())
                    + " |"));
  }

  private static void add(
      String name, List<Text> texts, List<String> names, Map<String, Map<String, String>> columns) {
    long supported = texts.stream().filter(Text::supported).count();
    String title = String.format(Locale.ROOT, "%s, %,d (%,d)", name, texts.size(), supported);
    names.add(title);
    Map<String, Double[]> values = scores(texts);
    values.put(
        "share of copied words",
        values(texts, t -> CopiedWords.share(t.answer(), List.of(t.passage())).orElse(0)));
    values.put("shortness", values(texts, t -> -t.answer().length()));
    values.forEach(
        (metric, own) ->
            columns
                .computeIfAbsent(metric, m -> new LinkedHashMap<>())
                .put(title, cell(texts, own)));
  }

  private static Double[] values(
      List<Text> texts, java.util.function.ToDoubleFunction<Text> value) {
    return texts.stream().map(value::applyAsDouble).toArray(Double[]::new);
  }

  /** By qualified metric, high being good; null where there is no value. */
  private static Map<String, Double[]> scores(List<Text> texts) {
    List<RowEvaluator> evaluators =
        EVALUATORS.stream().map(id -> (RowEvaluator) Evaluators.of(id)).toList();
    Models models = new ExecutorModels(ModelSpec.bgeSmall(), 50_000).models();
    Map<String, Double[]> values = new LinkedHashMap<>();
    for (int from = 0; from < texts.size(); from += BATCH) {
      List<Text> some = texts.subList(from, Math.min(texts.size(), from + BATCH));
      List<Map<String, Outcome>> scored =
          new Scoring(evaluators)
              .score(
                  some.stream()
                      .map(t -> Example.of("?", null, List.of(t.passage()), t.answer()))
                      .toList(),
                  models);
      for (RowEvaluator evaluator : evaluators) {
        for (Metric metric : evaluator.spec().metrics()) {
          Double[] own =
              values.computeIfAbsent(
                  "`" + evaluator.spec().qualified(metric) + "`", m -> new Double[texts.size()]);
          for (int i = 0; i < some.size(); i++) {
            Measure measure =
                scored.get(i).get(evaluator.spec().id()).measures().get(metric.name());
            int sign = metric.direction() == Direction.DOWN ? -1 : 1;
            own[from + i] =
                measure instanceof Measure.Value value ? (Double) (sign * value.value()) : null;
          }
        }
      }
    }
    values.values().removeIf(own -> java.util.Arrays.stream(own).allMatch(v -> v == null));
    return values;
  }

  private static String cell(List<Text> texts, Double[] values) {
    List<Integer> measured = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      if (values[i] != null) {
        measured.add(i);
      }
    }
    Cohort cohort =
        Cohort.of(
            measured.stream()
                .map(i -> Hashes.sha256(texts.get(i).passage()))
                .toArray(String[]::new),
            measured.stream().mapToInt(i -> texts.get(i).supported() ? 1 : 0).toArray());
    double[] known = measured.stream().mapToDouble(i -> values[i]).toArray();
    Optional<Interval> area =
        Auroc.interval(known, cohort, Resampling.of(Seeds.of(20260101, "auroc-bench", "")));
    String missing =
        measured.size() == values.length
            ? ""
            : ", " + (values.length - measured.size()) + " without";
    return area.map(
                a ->
                    String.format(
                        Locale.ROOT,
                        "%.3f [%.3f, %.3f]",
                        a.estimate(),
                        a.low().orElse(Double.NaN),
                        a.high().orElse(Double.NaN)))
            .orElse("one class")
        + missing;
  }

  private static List<Text> begin(Path file) throws IOException {
    List<Text> texts = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      String[] cells = line.split("\t", -1);
      if (!cells[0].equals("model_name") && cells.length == 6) {
        texts.add(new Text(cells[2], cells[4].strip(), cells[5].equals("Fully attributable")));
      }
    }
    return texts;
  }

  private static List<Text> haluEval(Path file) throws IOException {
    List<Text> texts = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      JsonNode item = JSON.readTree(line);
      String knowledge = item.get("knowledge").asText();
      texts.add(new Text(knowledge, item.get("right_answer").asText(), true));
      texts.add(new Text(knowledge, item.get("hallucinated_answer").asText(), false));
    }
    return texts;
  }
}
