package dev.assay.bench;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.pmod;
import static org.apache.spark.sql.functions.udf;

import dev.assay.config.ConfigLoader;
import dev.assay.jobs.Commands;
import dev.assay.jobs.Counts;
import dev.assay.spark.SharedSpark;
import dev.assay.stats.Seeds;
import dev.assay.tables.Keys;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;

/**
 * Time of the stages stratify and sample for chunks with 384-d vectors in 40 clouds, and the memory
 * of the whole process.
 */
public final class SampleBench {
  private static final int DIMENSIONS = 384;
  private static final int CLOUDS = 40;
  private static final int PARTITIONS = 64;
  private static final double TARGET_GB = 4;

  private SampleBench() {}

  /** Arguments: number of chunks (1000000), then settings as key=value. */
  public static void main(String[] arguments) throws Exception {
    long n = arguments.length > 0 ? Long.parseLong(arguments[0]) : 1_000_000;
    Path directory = Files.createTempDirectory("assay-bench-");
    SparkSession spark = SharedSpark.session();
    spark.conf().set("spark.sql.shuffle.partitions", PARTITIONS);
    ConfigLoader loader =
        ConfigLoader.defaults()
            .set("store.path=" + directory.resolve("store"))
            .set("sample.size=1000");
    for (int i = 1; i < arguments.length; i++) {
      loader = loader.set(arguments[i]);
    }
    ConfigLoader.Loaded loaded = loader.load();
    double made =
        seconds(() -> corpus(new Store(spark, loaded.config().store()), spark, n, loaded));
    print("chunks             %10d   written in %.1f s", n, made);
    double total = 0;
    for (String stage : new String[] {"stratify", "sample"}) {
      Counts[] counts = new Counts[1];
      double seconds = seconds(() -> counts[0] = Commands.run(spark, loaded, stage));
      total += seconds;
      print("%-18s %10.1f s %s", stage, seconds, counts[0]);
    }
    print("per million        %10.1f s", total / n * 1e6);
    print("memory             %10s   (target under %.0f GB)", peak(), TARGET_GB);
    spark.stop();
  }

  private static void corpus(Store store, SparkSession spark, long n, ConfigLoader.Loaded loaded) {
    UserDefinedFunction vector =
        udf(
            (UDF1<Long, float[]>) SampleBench::vector,
            DataTypes.createArrayType(DataTypes.FloatType, false));
    Dataset<Row> ids = spark.range(0, n, 1, PARTITIONS).toDF("id");
    // Each cloud has three words of its own.
    var word = concat(lit("cloud"), pmod(col("id"), lit(CLOUDS)).cast("string"));
    Dataset<Row> chunks =
        ids.withColumn(
                "text",
                concat(
                    word,
                    lit("fee "),
                    word,
                    lit("card "),
                    word,
                    lit("rule applies to case "),
                    col("id")))
            .withColumn("chunk_id", Keys.hash(lit("chunk"), col("id")))
            .withColumn("doc_id", Keys.hash(lit("doc"), col("id").divide(10).cast("long")))
            .withColumn("position", pmod(col("id"), lit(10)).cast("int"))
            .withColumn("start", lit(0))
            .withColumn("end", lit(60))
            .withColumn("n_tokens", lit(12))
            .withColumn("n_sentences", lit(1));
    store.append(Tables.CHUNKS, chunks);
    store.append(
        Tables.EMBEDDINGS,
        chunks
            .withColumn("text_hash", Keys.hash(col("text")))
            .withColumn("model", lit(Commands.embedderId(loaded)))
            .withColumn("vector", vector.apply(col("id")))
            .withColumn("truncated", lit(false)));
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
  static String peak() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return "not known";
    }
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .map(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1048576)
          .map(gigabytes -> String.format(Locale.ROOT, "%.2f GB", gigabytes))
          .findFirst()
          .orElse("not known");
    }
  }

  static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
