package dev.assay.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.base.Hashes;
import dev.assay.base.Seeds;
import dev.assay.model.Embedder;
import dev.assay.model.ExemplarClassifier;
import dev.assay.model.Exemplars;
import dev.assay.model.RememberingEmbedder;
import dev.assay.model.TextClassifier;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.spark.models.ExecutorModels;
import dev.assay.stats.Auroc;
import dev.assay.stats.Cohort;
import dev.assay.stats.Interval;
import dev.assay.stats.Intervals;
import dev.assay.stats.Resampling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * How well exemplars ({@code models.topic.kind = exemplars}, bundled embedder) tell what a system
 * is for: exemplars are questions of two thirds of Banking77's intents. Called off topic at .95:
 * other questions of these intents (false alarms), questions of the other third, and the questions
 * of HaluEval, which are about everything; each with a 95 % Wilson interval for the first of
 * {@value #DRAWS} draws of the exemplars, and the mean, least and most of all draws.
 */
public final class TopicBench {
  private static final double THRESHOLD = .95;
  private static final int DRAWS = 20;
  private static final int ASKED = 500;
  private static final int[] SIZES = {38, 200, 1_000};
  private static final Pattern ROW =
      Pattern.compile("(?m)^(?:\"([^\"]*+(?:\"\"[^\"]*+)*+)\"|([^\",\n][^,\n]*+)),([^,\n]+)$");

  private TopicBench() {}

  /** Argument: a directory with {@code banking77} and {@code halueval}. */
  public static void main(String[] arguments) throws IOException {
    Path data = Path.of(arguments[0]);
    Map<String, Set<String>> intents = intents(data.resolve("banking77/train.csv"));
    List<String> order =
        intents.keySet().stream().sorted(Comparator.comparing(i -> Hashes.sha256(i))).toList();
    int held = order.size() / 3;
    List<String> other = shuffled(0, texts(intents, order.subList(0, held)));
    List<String> known = shuffled(0, texts(intents, order.subList(held, order.size())));
    List<String> away = shuffled(0, haluEval(data.resolve("halueval")));
    Map<String, List<String>> asked = new TreeMap<>();
    asked.put("1 the same intents", known.subList(0, ASKED));
    asked.put("2 intents without an example", other.subList(0, ASKED));
    asked.put("3 HaluEval QA", away.subList(0, ASKED));
    List<String> pool = known.subList(ASKED, known.size());
    Embedder embedder =
        new RememberingEmbedder(ExecutorModels.embedder(ModelSpec.bgeSmall()), 50_000);
    long start = System.nanoTime();
    embedder.embed(pool);
    System.out.printf(
        Locale.ROOT,
        "%d intents with %d questions to draw from, %d without; %.1f ms to embed a question%n",
        order.size() - held,
        pool.size(),
        held,
        (System.nanoTime() - start) / 1e6 / pool.size());
    System.out.println("| examples | questions of | off topic | 20 draws | AUROC |");
    System.out.println("| --- | --- | --- | --- | --- |");
    for (int size : SIZES) {
      Map<String, List<double[]>> values = new TreeMap<>();
      for (int draw = 1; draw <= DRAWS; draw++) {
        TextClassifier model =
            new ExemplarClassifier(
                new Exemplars("banking77", shuffled(draw, pool).subList(0, size)), embedder);
        asked.forEach(
            (name, questions) ->
                values
                    .computeIfAbsent(name, n -> new ArrayList<>())
                    .add(
                        model.classify(questions).stream()
                            .mapToDouble(classes -> classes.probabilities().get(0))
                            .toArray()));
      }
      double[] same = values.values().iterator().next().get(0);
      values.forEach((name, draws) -> row(size, name.substring(2), draws, same));
    }
  }

  private static void row(int size, String name, List<double[]> draws, double[] same) {
    double[] first = draws.get(0);
    double[] limits = Intervals.wilson(off(first) * ASKED, ASKED, .95);
    DoubleSummaryStatistics all = draws.stream().mapToDouble(TopicBench::off).summaryStatistics();
    System.out.printf(
        Locale.ROOT,
        "| %,d | %s | %.3f [%.3f, %.3f] | %.3f (%.3f to %.3f) | %s |%n",
        size,
        name,
        off(first),
        limits[0],
        limits[1],
        all.getAverage(),
        all.getMin(),
        all.getMax(),
        first == same ? "" : auroc(first, same));
  }

  private static double off(double[] values) {
    return DoubleStream.of(values).filter(value -> value >= THRESHOLD).count()
        / (double) values.length;
  }

  /** That a question of these has the higher value of two, the other being of the same intents. */
  private static String auroc(double[] off, double[] same) {
    double[] all = DoubleStream.concat(DoubleStream.of(off), DoubleStream.of(same)).toArray();
    int[] labels = IntStream.range(0, all.length).map(i -> i < off.length ? 1 : 0).toArray();
    Interval area = Auroc.interval(all, Cohort.of(labels), Resampling.of(1)).orElseThrow();
    return String.format(
        Locale.ROOT,
        "%.3f [%.3f, %.3f]",
        area.estimate(),
        area.low().orElseThrow(),
        area.high().orElseThrow());
  }

  private static Map<String, Set<String>> intents(Path file) throws IOException {
    Map<String, Set<String>> intents = new TreeMap<>();
    Matcher rows = ROW.matcher(Files.readString(file).replace("\r", ""));
    while (rows.find()) {
      String text = rows.group(1) == null ? rows.group(2) : rows.group(1).replace("\"\"", "\"");
      if (!rows.group(3).equals("category")) {
        intents.computeIfAbsent(rows.group(3), i -> new LinkedHashSet<>()).add(text.strip());
      }
    }
    return intents;
  }

  private static Set<String> texts(Map<String, Set<String>> intents, List<String> names) {
    Set<String> texts = new LinkedHashSet<>();
    names.forEach(name -> texts.addAll(intents.get(name)));
    return texts;
  }

  private static Set<String> haluEval(Path directory) throws IOException {
    ObjectMapper json = new ObjectMapper();
    Set<String> questions = new LinkedHashSet<>();
    for (String file : List.of("qa_one-turn_data.json", "qa_multi-turn_data.json")) {
      for (String line : Files.readAllLines(directory.resolve(file))) {
        questions.add(json.readTree(line).path("question").asText().strip());
      }
    }
    return questions;
  }

  private static List<String> shuffled(long draw, Collection<String> texts) {
    return texts.stream()
        .sorted(Comparator.comparingLong(text -> Seeds.of(draw, "topic", text)))
        .toList();
  }
}
