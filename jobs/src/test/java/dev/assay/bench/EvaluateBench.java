package dev.assay.bench;

import dev.assay.base.Seeds;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.Commands;
import dev.assay.model.onnx.Inferences;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * Rate of the evaluate stage with the default evaluators on recorded answers, and the share of its
 * time that is spent outside networks (ONNX Runtime with its inputs and outputs), and outside
 * models (with tokenizers, and with the products of tokens' vectors that the support model asks of
 * ONNX Runtime). Three systems answer each question; every answer has five contexts of eight
 * sentences, drawn from 2,000 chunks, so that contexts repeat as in a real corpus. Then what the
 * evaluators that need no model but the embedder add to those that embed.
 */
public final class EvaluateBench {
  static final int CHUNKS = 2_000;
  static final int SENTENCES = 8;
  private static final int CONTEXTS = 5;
  private static final int SYSTEMS = 3;
  private static final int PART = 10_000;
  private static final int CORES = 2;
  private static final double TARGET = .10;

  private EvaluateBench() {}

  /** Arguments: number of responses (10000), JSON Lines corpus (generated text without one). */
  public static void main(String[] arguments) throws Exception {
    int n = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000;
    int needed = CHUNKS * SENTENCES;
    List<String> sentences =
        arguments.length > 1
            ? BenchTexts.recombined(Path.of(arguments[1]), needed)
            : BenchTexts.generated(needed);
    Path directory = Files.createTempDirectory("assay-bench-");
    SparkSession spark = SharedSpark.session();
    String answers = directory.resolve("answers.parquet").toString();
    write(spark, n, sentences, answers);
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults()
            .set("store.path=" + directory.resolve("store"))
            .set("systems.bench.kind=table")
            .set("systems.bench.path=" + answers)
            .load();
    Commands.run(spark, loaded, "answer");
    long model = Inferences.nanos();
    long others = Inferences.besideNanos();
    long start = System.nanoTime();
    Commands.run(spark, loaded, "evaluate");
    double seconds = (System.nanoTime() - start) / 1e9;
    double inModel = (Inferences.nanos() - model) / 1e9 / CORES;
    double beside = (Inferences.besideNanos() - others) / 1e9 / CORES;
    Store store = new Store(spark, loaded.config().store());
    print("responses          %10d", n);
    print(
        "rows               %10d scores, %d sentence rows",
        store.read(Tables.SCORES).count(), store.read(Tables.SENTENCE_SCORES).count());
    print("time               %10.1f s, %.1f responses/s", seconds, n / seconds);
    print("in networks        %10.1f s (mean of %d cores)", inModel, CORES);
    print(
        "outside networks   %10.1f %% (target at most %.0f %%)",
        100 * (1 - inModel / seconds), 100 * TARGET);
    print("tokenizers         %10.1f s, with products of tokens' vectors", beside);
    print("outside models     %10.1f %%", 100 * (1 - (inModel + beside) / seconds));
    AddedCost.print(spark, answers, directory, n);
    spark.stop();
  }

  /** A hundred thousand answers with their contexts do not fit into the heap at once. */
  private static void write(SparkSession spark, int n, List<String> sentences, String path) {
    StructType type =
        StructType.fromDDL(
            "question STRING, answer STRING, expected_answer STRING, contexts ARRAY<STRING>,"
                + " system STRING");
    for (int from = 0; from < n; from += PART) {
      spark
          .createDataFrame(rows(from, Math.min(n, from + PART), sentences), type)
          .write()
          .mode("append")
          .parquet(path);
    }
  }

  /** question, answer, expected_answer, contexts, system. */
  static List<Row> rows(int n, List<String> sentences) {
    return rows(0, n, sentences);
  }

  private static List<Row> rows(int from, int to, List<String> sentences) {
    List<Row> rows = new ArrayList<>();
    for (int i = from; i < to; i++) {
      int question = i / SYSTEMS;
      SplittableRandom shared = Seeds.random(1, "bench-question", Integer.toString(question));
      SplittableRandom own = Seeds.random(1, "bench-answer", Integer.toString(i));
      List<String> contexts = new ArrayList<>();
      int first = shared.nextInt(CHUNKS);
      for (int c = 0; c < CONTEXTS; c++) {
        int chunk = c == 0 ? first : own.nextInt(CHUNKS);
        contexts.add(
            String.join(" ", sentences.subList(chunk * SENTENCES, (chunk + 1) * SENTENCES)));
      }
      String fact = sentences.get(first * SENTENCES + shared.nextInt(SENTENCES));
      String other = sentences.get(first * SENTENCES + own.nextInt(SENTENCES));
      rows.add(
          RowFactory.create(
              "What holds in case "
                  + question
                  + " where "
                  + fact.substring(0, fact.length() / 2)
                  + "?",
              fact + " " + other,
              fact,
              contexts.toArray(String[]::new),
              "system-" + i % SYSTEMS));
    }
    return rows;
  }

  static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
