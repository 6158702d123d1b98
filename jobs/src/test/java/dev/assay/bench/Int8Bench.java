package dev.assay.bench;

import dev.assay.base.Seeds;
import dev.assay.bench.WorthSets.Labelled;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.core.RowEvaluator;
import dev.assay.jobs.corpus.Embed;
import dev.assay.jobs.engine.Runner;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.model.onnx.OnnxEngine;
import dev.assay.spark.SharedSpark;
import dev.assay.stats.Auroc;
import dev.assay.stats.Cohort;
import dev.assay.stats.Interval;
import dev.assay.stats.Resampling;
import dev.assay.tables.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * The {@code embed} stage in int8 against the same in fp32: rate, cosines of the vectors, and what
 * becomes of the evaluators. Half of the texts in fp32 go before and half after, so that a machine
 * that slows down does so for both.
 */
public final class Int8Bench {
  private static final double SPEED = 1.8;
  private static final double COSINE = 0.995;
  private static final double AUROC = 0.01;

  private Int8Bench() {}

  /**
   * Arguments: number of texts (20000; 0: none), JSON Lines corpus (generated text without one),
   * and, for the evaluators, the arguments of {@link WorthBench}.
   */
  public static void main(String[] arguments) throws Exception {
    int n = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20_000;
    if (n > 0) {
      rates(
          arguments.length > 1
              ? BenchTexts.recombined(Path.of(arguments[1]), n)
              : BenchTexts.generated(n));
    }
    if (arguments.length > 2) {
      ranking(
          Path.of(arguments[2]),
          arguments.length > 3 ? List.of(arguments[3].split(",")) : List.of(),
          arguments.length > 4 ? List.of(arguments[4].split(","))::contains : id -> true);
    }
  }

  private static void rates(List<String> texts) throws Exception {
    OnnxEngine.start();
    SparkSession spark = SharedSpark.session();
    int half = texts.size() / 2;
    stage(spark, texts.subList(0, Math.min(64, half)), "int8"); // writes the network, loads classes
    Stage before = stage(spark, texts.subList(0, half), "fp32");
    Stage integers = stage(spark, texts, "int8");
    Stage after = stage(spark, texts.subList(half, texts.size()), "fp32");
    double floats = before.seconds() + after.seconds();
    print("fp32 %.1f texts/s, int8 %.1f", texts.size() / floats, texts.size() / integers.seconds());
    print("ratio %.2f (target %.1f)", floats / integers.seconds(), SPEED);
    List<Double> cosines = new ArrayList<>();
    for (Stage stage : List.of(before, after)) {
      stage.vectors().forEach((id, v) -> cosines.add(dot(v, integers.vectors().get(id))));
    }
    cosines.sort(null);
    print(
        "cosine mean %.4f (target %.3f), lowest of a hundred %.4f, lowest %.4f",
        cosines.stream().mapToDouble(c -> c).average().orElseThrow(),
        COSINE,
        cosines.get(cosines.size() / 100),
        cosines.get(0));
    spark.stop();
  }

  private record Stage(double seconds, Map<String, List<Float>> vectors) {}

  private static Stage stage(SparkSession spark, List<String> texts, String precision)
      throws Exception {
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults()
            .set("store.path=" + Files.createTempDirectory("assay-bench-").resolve("store"))
            .set("models.embedder.precision=" + precision)
            .load();
    Runner runner = new Runner(spark, loaded.config(), loaded.rendered(), loaded.hash());
    EmbedBench.chunks(spark, runner.store(), texts);
    long start = System.nanoTime();
    runner.run(new Embed());
    double seconds = (System.nanoTime() - start) / 1e9;
    Map<String, List<Float>> vectors = new HashMap<>();
    for (Row row : runner.store().read(Tables.EMBEDDINGS).collectAsList()) {
      vectors.put(row.getAs("text_hash"), row.getList(row.fieldIndex("vector")));
    }
    return new Stage(seconds, vectors);
  }

  private static double dot(List<Float> one, List<Float> other) {
    return IntStream.range(0, one.size()).mapToDouble(i -> one.get(i) * other.get(i)).sum();
  }

  private static void ranking(Path data, List<String> names, Predicate<String> wanted)
      throws Exception {
    Map<String, List<Labelled>> sets = WorthSets.read(data);
    if (!names.isEmpty()) {
      sets.keySet().retainAll(names);
    }
    List<RowEvaluator> evaluators = WorthBench.evaluators(wanted);
    System.out.println("| set | metric | fp32 | int8 | difference |");
    System.out.println("| --- | --- | --- | --- | --- |");
    double largest = 0;
    for (Map.Entry<String, List<Labelled>> set : sets.entrySet()) {
      List<Labelled> texts = set.getValue();
      Map<String, Double[]> floats = WorthBench.scores(texts, evaluators, ModelSpec.bgeSmall());
      Map<String, Double[]> integers =
          WorthBench.scores(texts, evaluators, ModelSpec.bgeSmall().withPrecision(ModelSpec.INT8));
      for (String metric : floats.keySet()) {
        if (Arrays.equals(floats.get(metric), integers.get(metric))) {
          continue;
        }
        Optional<Interval> moved = moved(texts, integers.get(metric), floats.get(metric));
        if (moved.isPresent()) {
          largest = Math.max(largest, Math.abs(moved.get().estimate()));
          double one = auroc(texts, floats.get(metric));
          print(
              "| %s | %s | %.3f | %.3f | %s |",
              set.getKey(),
              metric,
              one,
              one + moved.get().estimate(),
              WorthBench.written(moved.get()));
        }
      }
    }
    print("largest difference %.4f (target %.2f)", largest, AUROC);
  }

  private static Optional<Interval> moved(
      List<Labelled> texts, Double[] integers, Double[] floats) {
    int[] known =
        IntStream.range(0, floats.length)
            .filter(i -> floats[i] != null && integers[i] != null)
            .toArray();
    return Auroc.difference(
        values(known, integers),
        values(known, floats),
        cohort(texts, known),
        Resampling.of(Seeds.of(20260101, "auroc-bench", "")));
  }

  private static double auroc(List<Labelled> texts, Double[] values) {
    int[] known = IntStream.range(0, values.length).filter(i -> values[i] != null).toArray();
    return Auroc.of(values(known, values), cohort(texts, known)).orElseThrow();
  }

  private static double[] values(int[] known, Double[] values) {
    return IntStream.of(known).mapToDouble(i -> values[i]).toArray();
  }

  private static Cohort cohort(List<Labelled> texts, int[] known) {
    return Cohort.of(
        IntStream.of(known).mapToObj(i -> texts.get(i).group()).toArray(String[]::new),
        IntStream.of(known).map(i -> texts.get(i).good() ? 1 : 0).toArray());
  }

  private static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
