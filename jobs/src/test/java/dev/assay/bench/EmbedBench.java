package dev.assay.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.assay.base.Hashes;
import dev.assay.config.AssayConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.corpus.Embed;
import dev.assay.jobs.engine.Runner;
import dev.assay.model.onnx.Inferences;
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
 * against a plain ONNX Runtime loop over the same texts on the same device. The loop runs half of
 * the texts before and half after, so that a machine that slows down does so for both.
 */
public final class EmbedBench {
  private static final double TARGET = 0.90;
  private static final double TARGET_BEYOND = 0.97;
  private static final double TARGET_CUDA = 0.70;

  private EmbedBench() {}

  /** Arguments: {@link EmbedArguments}. */
  public static void main(String[] arguments) throws Exception {
    EmbedArguments given;
    String device;
    try {
      given = EmbedArguments.of(arguments);
      device = given.where();
    } catch (EmbedArguments.Unusable e) {
      System.err.println("bench embed: " + e.getMessage());
      System.exit(e.exitCode());
      return;
    }
    measure(given.read(), device);
    SharedSpark.session().stop();
  }

  /**
   * Prints what is measured.
   *
   * @param device as {@link ModelSpec} names it
   */
  static void measure(List<String> texts, String device) throws Exception {
    int n = texts.size();
    OnnxEngine.start();
    ModelFiles files = ModelFiles.of(ModelSpec.bgeSmall().source());
    PlainLoop plain = fastest(texts, device, files);

    long start = System.nanoTime();
    SparkSession spark = SharedSpark.session();
    double session = seconds(start);

    double cpu = cpuSeconds();
    double before = plain.rate(texts.subList(0, n / 2), files);
    double opponentCpu = cpuSeconds() - cpu;
    print("plain loop, first half   %8.1f texts/s  %s", before, plain);
    Runner runner = runner(spark, device);
    chunks(spark, runner.store(), texts);
    long runs = Inferences.runs();
    long inside = Inferences.nanos();
    cpu = cpuSeconds();
    long began = System.currentTimeMillis();
    start = System.nanoTime();
    runner.run(new Embed());
    double seconds = seconds(start);
    double ourCpu = cpuSeconds() - cpu;
    runs = Inferences.runs() - runs;
    inside = Inferences.nanos() - inside;
    long written = runner.store().read(Tables.EMBEDDINGS).count();
    if (written != n) {
      throw new IllegalStateException("Wrote " + written + " of " + n + " rows");
    }
    double ours = n / seconds;
    print("embed stage              %8.1f texts/s  %d texts in %.1f s", ours, n, seconds);
    cpu = cpuSeconds();
    double after = plain.rate(texts.subList(n / 2, n), files);
    opponentCpu += cpuSeconds() - cpu;
    print("plain loop, second half  %8.1f texts/s", after);

    double opponent = n / ((n / 2) / before + (n - n / 2) / after);
    boolean cuda = device.startsWith("gpu");
    print("session start %.1f s, not included", session);
    print("processor time: ours %.1f s, plain loop %.1f s", ourCpu, opponentCpu);
    print(
        "networks: %d runs, %.1f texts in each, %.1f s summed over tasks",
        runs, (double) n / runs, inside / 1e9);
    List<Commits.Commit> commits =
        Commits.of(Path.of(runner.store().path(Tables.EMBEDDINGS))).stream()
            .filter(commit -> commit.rows() > 0)
            .toList();
    Commits.Commit first = commits.get(0);
    Commits.Commit last = commits.get(commits.size() - 1);
    print(
        "%d slices; the first, of %d texts, was written after %.1f s, the last committed %.1f s"
            + " before the end",
        commits.size(),
        first.rows(),
        (first.written() - began) / 1e3,
        seconds - (last.committed() - began) / 1e3);
    if (commits.size() > 1) {
      double beyond = (n - first.rows()) / ((last.committed() - first.written()) / 1e3);
      print(
          "beyond the first slice %.1f texts/s, ratio %.3f%s",
          beyond, beyond / opponent, cuda ? "" : target(TARGET_BEYOND));
    }
    print("ratio %.3f%s", ours / opponent, target(cuda ? TARGET_CUDA : TARGET));
  }

  private static String target(double ratio) {
    return String.format(Locale.ROOT, " (target %.2f)", ratio);
  }

  /**
   * Of a store of its own; where batches are padded they are as large as conf/gpu.conf has them.
   */
  private static Runner runner(SparkSession spark, String device) throws Exception {
    ConfigLoader loader =
        ConfigLoader.defaults()
            .set("store.path=" + Files.createTempDirectory("assay-bench-").resolve("store"));
    if (!device.equals("cpu")) {
      loader = loader.set("models.embedder.batch-size=" + PlainLoop.GPU_BATCH);
    }
    ConfigLoader.Loaded loaded = loader.load();
    AssayConfig config = loaded.config();
    // In local mode no task has a GPU by Spark, so that no configuration can name one.
    config =
        Records.with(
            config,
            "models",
            Records.with(
                config.models(),
                "embedder",
                Records.with(config.models().embedder(), "device", device)));
    return new Runner(spark, config, loaded.rendered(), loaded.hash());
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

  private static PlainLoop fastest(List<String> texts, String device, ModelFiles files)
      throws Exception {
    List<String> some = texts.subList(0, Math.min(PlainLoop.pilot(device), texts.size()));
    PlainLoop best = null;
    double most = 0;
    for (PlainLoop loop : PlainLoop.candidates(device)) {
      double rate = loop.rate(some, files);
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
