package dev.assay.bench;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.pmod;
import static org.apache.spark.sql.functions.udf;

import dev.assay.base.Seeds;
import dev.assay.config.StratifyConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.Commands;
import dev.assay.jobs.engine.Counts;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Keys;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;

/**
 * Time of the stages stratify and sample for chunks with 384-d vectors in 40 clouds, and the memory
 * of the whole process; of corpora that are copies of few texts; and of placing new chunks in the
 * strata that there are.
 */
public final class SampleBench {
  private static final int DIMENSIONS = 384;
  private static final int CLOUDS = 40;

  /** Tasks that make the chunks: stages have as many as a run on this machine has. */
  private static final int PARTITIONS = 64;

  private static final double TARGET_GB = 4;
  private static final int DRAWN = 1000;

  /** Chunks before those that are compared: more than are joined with their vectors. */
  private static final long BEFORE = 100_000;

  private SampleBench() {}

  /**
   * Arguments: number of chunks (1000000), then distinct=N (texts that the chunks are copies of;
   * all are different), join=N (chunks that come later and join), reference=yes (scikit-learn on
   * the same files, after 100,000 other chunks), and settings as key=value.
   */
  public static void main(String[] arguments) throws Exception {
    long n = arguments.length > 0 ? Long.parseLong(arguments[0]) : 1_000_000;
    long distinct = Long.MAX_VALUE;
    long join = 0;
    boolean reference = false;
    Path directory = Files.createTempDirectory("assay-bench-");
    SparkSession spark = SharedSpark.session();
    ConfigLoader loader = ConfigLoader.defaults().set("sample.size=" + DRAWN);
    for (int i = 1; i < arguments.length; i++) {
      String[] setting = arguments[i].split("=", 2);
      switch (setting[0]) {
        case "distinct" -> distinct = Long.parseLong(setting[1]);
        case "reference" -> reference = true;
        case "join" -> join = Long.parseLong(setting[1]);
        default -> loader = loader.set(arguments[i]);
      }
    }
    if (reference) {
      // The opponent's start does not count either.
      ConfigLoader.Loaded before = loader.set("store.path=" + directory.resolve("before")).load();
      append(new Store(spark, before.config().store()), before, 0, BEFORE, distinct);
      Commands.run(spark, before, "stratify");
      Commands.run(spark, before, "sample");
    }
    ConfigLoader.Loaded loaded = loader.set("store.path=" + directory.resolve("store")).load();
    Store store = new Store(spark, loaded.config().store());
    double made = append(store, loaded, 0, n, distinct);
    print("chunks             %10d   written in %.1f s", n, made);
    double total = stage(spark, loaded, "stratify") + stage(spark, loaded, "sample");
    print("per million        %10.1f s", total / n * 1e6);
    drawn(store);
    print("memory             %10s   (target under %.0f GB)", peak(), TARGET_GB);
    if (reference) {
      reference(store, loaded.config().stratify());
    }
    if (join > 0) {
      append(store, loaded, n, n + join, distinct);
      double seconds = stage(spark, loaded, "stratify");
      print("joined a second    %10.0f   of %d new chunks", join / seconds, join);
    }
    spark.stop();
  }

  /** The same by scikit-learn, on the files of the store's tables. */
  private static void reference(Store store, StratifyConfig config) throws Exception {
    Process python =
        new ProcessBuilder(
                "python3",
                "scripts/lib/sample_reference.py",
                store.path(Tables.CHUNKS),
                store.path(Tables.EMBEDDINGS),
                Integer.toString(config.dimensions()),
                Integer.toString(config.minK()),
                Integer.toString(config.maxK()),
                Integer.toString(config.fitSize()),
                Integer.toString(DRAWN))
            .directory(Path.of(System.getProperty("assay.root", ".")).toFile())
            .inheritIO()
            .start();
    if (python.waitFor() != 0) {
      print("scikit-learn       not measured: see the message above");
    }
  }

  private static double stage(SparkSession spark, ConfigLoader.Loaded loaded, String name) {
    Counts[] counts = new Counts[1];
    double seconds = seconds(() -> counts[0] = Commands.run(spark, loaded, name));
    print("%-18s %10.1f s %s", name, seconds, counts[0]);
    return seconds;
  }

  /** What the drawn chunks stand for: the sum of 1 / π is the number of chunks. */
  private static void drawn(Store store) {
    Row row =
        store
            .read(Tables.SAMPLES)
            .where(col("partner_chunk_id").isNull())
            .selectExpr(
                "count(*)",
                "round(sum(1 / inclusion_probability), 6)",
                "min(inclusion_probability)",
                "max(inclusion_probability)")
            .head();
    print(
        "drawn              %10d   standing for %s chunks, chances from %s to %s",
        row.getLong(0), row.get(1), row.get(2), row.get(3));
  }

  /** Writes chunks {@code from} to {@code to}, and the vectors of texts that are new in them. */
  static double append(Store store, ConfigLoader.Loaded loaded, long from, long to, long distinct) {
    return seconds(
        () -> {
          store.append(Tables.CHUNKS, chunks(store, from, to, distinct));
          if (from < distinct) {
            store.append(
                Tables.EMBEDDINGS,
                embeddings(chunks(store, from, Math.min(to, distinct), distinct), loaded));
          }
        });
  }

  /** Each cloud has three words of its own. */
  private static Dataset<Row> chunks(Store store, long from, long to, long distinct) {
    Column text = pmod(col("id"), lit(distinct));
    Column word = concat(lit("cloud"), pmod(text, lit(CLOUDS)).cast("string"));
    return store
        .spark()
        .range(from, to, 1, PARTITIONS)
        .toDF("id")
        .withColumn(
            "text",
            concat(word, lit("fee "), word, lit("card "), word, lit("rule applies to case "), text))
        .withColumn("chunk_id", Keys.hash(lit("chunk"), col("id")))
        .withColumn("doc_id", Keys.hash(lit("doc"), col("id").divide(10).cast("long")))
        .withColumn("position", pmod(col("id"), lit(10)).cast("int"))
        .withColumn("start", lit(0))
        .withColumn("end", lit(60))
        .withColumn("n_tokens", lit(12))
        .withColumn("n_sentences", lit(1));
  }

  private static Dataset<Row> embeddings(Dataset<Row> chunks, ConfigLoader.Loaded loaded) {
    UserDefinedFunction vector =
        udf(
            (UDF1<Long, float[]>) SampleBench::vector,
            DataTypes.createArrayType(DataTypes.FloatType, false));
    return chunks
        .withColumn("text_hash", Keys.hash(col("text")))
        .withColumn("model", lit(Commands.embedderId(loaded)))
        .withColumn("vector", vector.apply(col("id")))
        .withColumn("truncated", lit(false));
  }

  /** A unit vector near the centre of its cloud. */
  private static float[] vector(long id) {
    SplittableRandom centre = Seeds.random(1, "bench-centre", Long.toString(id % CLOUDS));
    SplittableRandom own = Seeds.random(1, "bench-vector", Long.toString(id));
    double[] point = new double[DIMENSIONS];
    double squares = 0;
    for (int d = 0; d < DIMENSIONS; d++) {
      point[d] = centre.nextDouble() - .5 + .6 * (own.nextDouble() - .5);
      squares += point[d] * point[d];
    }
    float[] vector = new float[DIMENSIONS];
    for (int d = 0; d < DIMENSIONS; d++) {
      vector[d] = (float) (point[d] / Math.sqrt(squares));
    }
    return vector;
  }

  static double seconds(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return (System.nanoTime() - start) / 1e9;
  }

  /** The largest resident size so far, where the system tells it. */
  static String peak() {
    double gigabytes = peakGigabytes();
    return Double.isNaN(gigabytes) ? "not known" : String.format(Locale.ROOT, "%.2f GB", gigabytes);
  }

  /** The same; not a number where the system does not tell. */
  static double peakGigabytes() {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return Double.NaN;
    }
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1048576)
          .findFirst()
          .orElse(Double.NaN);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
