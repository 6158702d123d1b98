package dev.assay.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.assay.base.Hashes;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.corpus.Embed;
import dev.assay.jobs.engine.Runner;
import dev.assay.model.onnx.ModelFiles;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.model.onnx.OnnxEngine;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;

/**
 * Rate of the {@code embed} stage on distinct texts, model loading and Delta writing included,
 * against a plain ONNX Runtime loop over the same texts on the same cores. The loop runs half of
 * the texts before and half after, so that a machine that slows down does so for both.
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
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults()
            .set("store.path=" + Files.createTempDirectory("assay-bench-").resolve("store"))
            .load();
    Runner runner = new Runner(spark, loaded.config(), loaded.rendered(), loaded.hash());
    chunks(spark, runner.store(), texts);
    cpu = cpuSeconds();
    start = System.nanoTime();
    runner.run(new Embed());
    double seconds = seconds(start);
    long written = runner.store().read(Tables.EMBEDDINGS).count();
    if (written != n) {
      throw new IllegalStateException("Wrote " + written + " of " + n + " rows");
    }
    double ours = n / seconds;
    double ourCpu = cpuSeconds() - cpu;
    print("embed stage              %8.1f texts/s  %d texts in %.1f s", ours, n, seconds);
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

  /** The stage's input: a chunk a text. */
  static void chunks(SparkSession spark, Store store, List<String> texts) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      String text = texts.get(i);
      rows.add(
          RowFactory.create(
              Hashes.sha256("bench", text), "bench", i, 0, text.length(), text, 1, 1));
    }
    store.append(Tables.CHUNKS, spark.createDataFrame(rows, Tables.CHUNKS.schema()));
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
