package dev.assay.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.assay.model.ModelFiles;
import dev.assay.model.ModelSpec;
import dev.assay.model.OnnxEngine;
import dev.assay.spark.SharedSpark;
import dev.assay.spark.TextEmbedder;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * Rate of the embed path on distinct texts, model loading and Delta writing included, against a
 * plain ONNX Runtime loop over the same texts on the same cores. The loop runs half of the texts
 * before and half after, so that a machine that slows down does so for both.
 */
public final class EmbedBench {
  private static final double TARGET = 0.85;
  private static final int CORES = 2;
  private static final int PILOT = 600;

  private EmbedBench() {}

  /** Arguments: number of texts (20000), JSON Lines corpus (generated text without one). */
  public static void main(String[] arguments) throws Exception {
    int n = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 20_000;
    List<String> texts =
        arguments.length > 1
            ? BenchTexts.recombined(Path.of(arguments[1]), n)
            : BenchTexts.generated(n);
    OnnxEngine.start();
    ModelFiles files = ModelFiles.of(ModelSpec.bgeSmall().source());
    PlainLoop plain = fastest(texts.subList(0, Math.min(PILOT, n)), files);

    long start = System.nanoTime();
    SparkSession spark = SharedSpark.session();
    double session = seconds(start);

    double cpu = cpuSeconds();
    double before = plain.rate(texts.subList(0, n / 2), files);
    double opponentCpu = cpuSeconds() - cpu;
    print("plain loop, first half   %8.1f texts/s  %s", before, plain);
    cpu = cpuSeconds();
    Dataset<Row> input = spark.createDataset(texts, Encoders.STRING()).toDF("text");
    start = System.nanoTime();
    embed(input, Files.createTempDirectory("assay-bench-").resolve("embeddings").toString());
    double seconds = seconds(start);
    double ours = n / seconds;
    double ourCpu = cpuSeconds() - cpu;
    print("embed path               %8.1f texts/s  %d texts in %.1f s", ours, n, seconds);
    cpu = cpuSeconds();
    double after = plain.rate(texts.subList(n / 2, n), files);
    opponentCpu += cpuSeconds() - cpu;
    print("plain loop, second half  %8.1f texts/s", after);

    double opponent = n / ((n / 2) / before + (n - n / 2) / after);
    print("session start %.1f s, not included", session);
    print("processor time: ours %.1f s, plain loop %.1f s", ourCpu, opponentCpu);
    print("ratio %.3f (target %.2f)", ours / opponent, TARGET);
    spark.stop();
  }

  /** What the stage does: slices of the pending texts, each embedded and committed on its own. */
  private static void embed(Dataset<Row> texts, String table) {
    Dataset<Row> pending =
        texts.withColumn(
            "slice", functions.pmod(functions.xxhash64(functions.col("text")), functions.lit(4)));
    pending.persist();
    long total = pending.count();
    int slices = total > 5_000 ? 4 : 1;
    for (int slice = 0; slice < slices; slice++) {
      Dataset<Row> rows =
          slices == 1 ? pending : pending.where(functions.col("slice").equalTo(slice));
      new TextEmbedder()
          .transform(rows.drop("slice").repartition(CORES, functions.col("text")))
          .withColumn("model", functions.lit("bench"))
          .write()
          .format("delta")
          .mode("append")
          .save(table);
    }
    pending.unpersist();
    long written = texts.sparkSession().read().format("delta").load(table).count();
    if (written != total) {
      throw new IllegalStateException("Wrote " + written + " of " + total + " rows");
    }
  }

  private static PlainLoop fastest(List<String> texts, ModelFiles files) throws Exception {
    PlainLoop best = null;
    double most = 0;
    for (PlainLoop loop :
        List.of(
            new PlainLoop(CORES, 1, 8), new PlainLoop(CORES, 1, 16), new PlainLoop(1, CORES, 16))) {
      double rate = loop.rate(texts, files);
      print("pilot                    %8.1f texts/s  %s", rate, loop);
      if (rate > most) {
        best = loop;
        most = rate;
      }
    }
    return best;
  }

  private static double cpuSeconds() {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return system.getProcessCpuTime() / 1e9;
  }

  private static double seconds(long start) {
    return (System.nanoTime() - start) / 1e9;
  }

  private static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
