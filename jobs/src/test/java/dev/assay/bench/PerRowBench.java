package dev.assay.bench;

import static dev.assay.bench.EvaluateBench.print;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.core.Example;
import dev.assay.core.Models;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Slot;
import dev.assay.evaluators.Evaluators;
import dev.assay.jobs.Commands;
import dev.assay.model.Embedder;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.spark.SharedSpark;
import dev.assay.spark.models.ExecutorModels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * The stage evaluate against an implementation that goes row by row and metric by metric, where
 * each metric embeds the texts that it needs, as libraries of metrics do that are called for one
 * answer at a time. Both compute the same metrics with the same network on the same cores; the
 * opponent has its model loaded, writes nothing, and is timed on some of the rows, since what it
 * spends on a row does not depend on the others.
 */
public final class PerRowBench {
  private static final int CORES = 2;
  private static final double TARGET = 10;

  private PerRowBench() {}

  /** Arguments: number of answers (10000), JSON Lines corpus (generated), rows by row (100). */
  public static void main(String[] arguments) throws Exception {
    int n = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000;
    int needed = EvaluateBench.CHUNKS * EvaluateBench.SENTENCES;
    List<String> sentences =
        arguments.length > 1 && !arguments[1].isEmpty()
            ? BenchTexts.recombined(Path.of(arguments[1]), needed)
            : BenchTexts.generated(needed);
    int sampled = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 100;
    List<RowEvaluator> evaluators =
        Evaluators.all().stream()
            .filter(one -> one.spec().slots().equals(Set.of(Slot.EMBEDDER)))
            .filter(RowEvaluator.class::isInstance)
            .map(RowEvaluator.class::cast)
            .toList();
    List<Row> rows = EvaluateBench.rows(n, sentences);
    double before = opponent(evaluators, rows, 0, sampled / 2);
    double seconds = stage(evaluators, rows);
    double after = opponent(evaluators, rows, n - sampled / 2, n);
    double opponent = (before + after) / (sampled / 2 * 2) * n;
    print("answers             %10d, %d evaluators", n, evaluators.size());
    print("stage               %10.1f s, %.1f answers/s", seconds, n / seconds);
    print(
        "row by row          %10.1f s, %.2f answers/s, from %d rows (%.1f and %.1f s a half)",
        opponent, n / opponent, sampled / 2 * 2, before, after);
    print("ratio               %10.1f (target at least %.0f)", opponent / seconds, TARGET);
    SharedSpark.session().stop();
  }

  private static double stage(List<RowEvaluator> evaluators, List<Row> rows) throws Exception {
    Path directory = Files.createTempDirectory("assay-bench-");
    SparkSession spark = SharedSpark.session();
    String answers = directory.resolve("answers.parquet").toString();
    spark
        .createDataFrame(
            rows,
            StructType.fromDDL(
                "question STRING, answer STRING, expected_answer STRING, contexts ARRAY<STRING>,"
                    + " system STRING"))
        .write()
        .parquet(answers);
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults()
            .set("store.path=" + directory.resolve("store"))
            .set("systems.bench.kind=table")
            .set("systems.bench.path=" + answers)
            .set(
                "evaluate.evaluators="
                    + evaluators.stream()
                        .map(one -> one.spec().id())
                        .collect(Collectors.joining(",", "[", "]")))
            .load();
    Commands.run(spark, loaded, "answer");
    long start = System.nanoTime();
    Commands.run(spark, loaded, "evaluate");
    return (System.nanoTime() - start) / 1e9;
  }

  /** Seconds for the rows from {@code low} to {@code high}, a thread a core. */
  private static double opponent(List<RowEvaluator> evaluators, List<Row> rows, int low, int high)
      throws Exception {
    Models models = new Forgetful(ExecutorModels.embedder(ModelSpec.bgeSmall()));
    models.embedder().embed(List.of("Loads the model."));
    ExecutorService threads = Executors.newFixedThreadPool(CORES);
    long start = System.nanoTime();
    List<Future<?>> open = new ArrayList<>();
    for (Row row : rows.subList(low, high)) {
      open.add(threads.submit(() -> scored(evaluators, row, models)));
    }
    for (Future<?> one : open) {
      one.get();
    }
    threads.shutdown();
    return (System.nanoTime() - start) / 1e9;
  }

  private static void scored(List<RowEvaluator> evaluators, Row row, Models models) {
    Example example =
        Example.of(
            row.getString(0),
            row.getString(2),
            Arrays.asList((String[]) row.get(3)),
            row.getString(1));
    for (RowEvaluator evaluator : evaluators) {
      if (evaluator.spec().needs().stream().allMatch(example::has)) {
        evaluator.score(List.of(example), models);
      }
    }
  }

  /** An embedder that remembers nothing, and nothing else. */
  private record Forgetful(Embedder embedder) implements Models {
    @Override
    public Optional<String> missing(Slot slot) {
      return slot == Slot.EMBEDDER ? Optional.empty() : Optional.of("not part of the benchmark");
    }
  }
}
