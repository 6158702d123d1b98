package dev.assay.bench;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map;
import static org.apache.spark.sql.functions.pmod;
import static org.apache.spark.sql.functions.rand;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.when;

import dev.assay.config.CalibrateConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.Commands;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Keys;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Time and memory of the stages calibrate and apply for labelled scores of twenty metrics in five
 * hundred slices: 498 strata, one query type and all.
 */
public final class LabelledBench {
  private static final int STRATA = 498;
  private static final int PARTITIONS = 32;
  private static final long WARM_UP = 20_000;
  private static final List<String> METRICS =
      List.of(
          "groundedness.groundedness",
          "completeness.completeness_mean",
          "answer_relevancy.answer_relevancy",
          "answer_relevancy_sentence.answer_relevancy_mean",
          "answer_semantic_similarity.answer_similarity",
          "answer_sentence_similarity.mean_answer_similarity",
          "answer_accuracy.answer_accuracy",
          "semantic_accuracy.semantic_accuracy",
          "rouge.rouge_l_recall",
          "context_relevancy_sentence.context_relevancy_mean",
          "rouge.rouge_1",
          "rouge.rouge_2",
          "rouge.rouge_l",
          "bleu.bleu_1",
          "bleu.bleu_2",
          "bleu.bleu_3",
          "bleu.bleu_4",
          "token_f1.token_f1",
          "looping.unique_sentences",
          "context_mrr.context_mrr");

  private LabelledBench() {}

  /**
   * Arguments: number of labelled scores (10000000), then reference=yes (scikit-learn and MAPIE on
   * the same files, after Assay has calibrated few scores once: what Python loads before its clock
   * starts is loaded and compiled here too), keep=FOLDER (the store, for a comparison of two
   * versions), and settings as key=value.
   */
  public static void main(String[] arguments) throws Exception {
    long n = arguments.length > 0 ? Long.parseLong(arguments[0]) : 10_000_000;
    List<String> settings = new ArrayList<>(Arrays.asList(arguments));
    settings.subList(0, Math.min(1, arguments.length)).clear();
    boolean reference = settings.remove("reference=yes");
    Path directory = Files.createTempDirectory("assay-bench-");
    for (String setting : List.copyOf(settings)) {
      if (setting.startsWith("keep=")) {
        directory = Files.createDirectories(Path.of(setting.substring("keep=".length())));
        settings.remove(setting);
      }
    }
    SparkSession spark = SharedSpark.session();
    spark.conf().set("spark.sql.shuffle.partitions", PARTITIONS);
    if (reference) {
      ConfigLoader.Loaded few = loaded(directory.resolve("warm"), settings);
      fill(new Store(spark, few.config().store()), spark, WARM_UP / METRICS.size());
      Commands.run(spark, few, "calibrate");
    }
    ConfigLoader.Loaded loaded = loaded(directory.resolve("store"), settings);
    Store store = new Store(spark, loaded.config().store());
    double made = SampleBench.seconds(() -> fill(store, spark, n / METRICS.size()));
    SampleBench.print("labelled scores    %10d   written in %.1f s", n, made);
    for (String stage : new String[] {"calibrate", "apply"}) {
      Object[] counts = new Object[1];
      double before = Measured.processor();
      double seconds = SampleBench.seconds(() -> counts[0] = Commands.run(spark, loaded, stage));
      SampleBench.print(
          "%-18s %10.1f s %.1f s of processor, %s",
          stage, seconds, Measured.processor() - before, counts[0]);
      if (reference && stage.equals("calibrate")) {
        reference(store, loaded.config().calibrate());
        break;
      }
    }
    SampleBench.print("memory             %10s", SampleBench.peak());
    spark.stop();
  }

  /** The same by scikit-learn and MAPIE, on the files of the store's tables. */
  private static void reference(Store store, CalibrateConfig config) throws Exception {
    Process python =
        new ProcessBuilder(
                "python3",
                "scripts/lib/labelled_reference.py",
                store.path(Tables.LABELS),
                store.path(Tables.TEST_CASES),
                store.path(Tables.RESPONSES),
                store.path(Tables.SCORES),
                config.method(),
                String.join(",", config.slices()),
                Integer.toString(config.sliceMinGroups()))
            .directory(Path.of(System.getProperty("assay.root", ".")).toFile())
            .inheritIO()
            .start();
    if (python.waitFor() != 0) {
      SampleBench.print("scikit-learn       not measured: see the message above");
    }
  }

  private static ConfigLoader.Loaded loaded(Path store, List<String> settings) {
    ConfigLoader loader =
        ConfigLoader.defaults()
            .set("store.path=" + store)
            .set("run.name=bench")
            .set(
                "evaluate.evaluators="
                    + METRICS.stream()
                        .map(metric -> metric.substring(0, metric.indexOf('.')))
                        .distinct()
                        .collect(Collectors.joining(",", "[", "]")))
            .set(
                "calibrate.metrics="
                    + METRICS.stream().collect(Collectors.joining("\",\"", "[\"", "\"]")))
            .set("calibrate.slices=[stratum_id,query_type]");
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    return loader.load();
  }

  private static void fill(Store store, SparkSession spark, long responses) {
    Dataset<Row> all =
        spark
            .range(0, responses, 1, PARTITIONS)
            .toDF("id")
            .withColumn("case_id", Keys.hash(lit("case"), col("id")))
            .withColumn("group_id", col("case_id"))
            .withColumn("system", lit("s"))
            .withColumn("repeat", lit(0))
            .withColumn("status", lit("ok"))
            .withColumn("now", expr("TIMESTAMP '2026-01-02 03:04:05'"))
            .withColumn("quality", rand(1))
            .localCheckpoint();
    MadeStore.append(
        store,
        Tables.TEST_CASES,
        all.withColumn("suite", lit("s"))
            .withColumn("question", concat(lit("Question "), col("id")))
            .withColumn("query_type", lit("factual"))
            .withColumn("stratum_id", pmod(col("id"), lit(STRATA)).cast("int"))
            .withColumn("source_chunk_ids", expr("CAST(array() AS ARRAY<STRING>)"))
            .withColumn("relevant_doc_ids", expr("CAST(array() AS ARRAY<STRING>)"))
            .withColumn("facts", expr("CAST(array() AS ARRAY<STRING>)"))
            .withColumn("attributes", map())
            .withColumn("created_at", col("now"))
            .withColumn("provenance", lit("bench")));
    MadeStore.append(store, Tables.RUN_CASES, all.withColumn("run_id", lit("answered")));
    MadeStore.append(
        store,
        Tables.RESPONSES,
        all.withColumn("answer", expr("repeat('word ', CAST(5 + 20 * rand(2) AS INT))"))
            .withColumn(
                "contexts",
                expr(
                    "CAST(array() AS"
                        + " ARRAY<STRUCT<chunk_id:STRING,doc_id:STRING,text:STRING,rank:INT,score:DOUBLE>>)"))
            .withColumn("answered_at", col("now"))
            .withColumn("fingerprint", lit("f"))
            .withColumn("attributes", map()));
    MadeStore.append(
        store,
        Tables.LABELS,
        all.withColumn("label_id", col("case_id"))
            .withColumn("dimension", lit("correct"))
            .withColumn("label", when(col("quality").gt(rand(3)), "1").otherwise("0"))
            .withColumn("annotator", lit("human"))
            .withColumn("labelled_at", col("now"))
            .withColumn("split", lit("train")));
    Column[] metrics = new Column[METRICS.size()];
    for (int m = 0; m < metrics.length; m++) {
      double noise = (m + 1.0) / metrics.length;
      metrics[m] =
          struct(
              lit(METRICS.get(m)).as("metric"),
              col("quality").multiply(1 - noise).plus(rand(100 + m).multiply(noise)).as("value"));
    }
    MadeStore.append(
        store,
        Tables.SCORES,
        all.withColumn("one", explode(array(metrics)))
            .select(col("*"), col("one.metric"), col("one.value"))
            .withColumn("truncated", lit(false))
            .withColumn("fingerprint", lit("f")));
    MadeStore.append(
        store,
        Tables.RUNS,
        spark
            .range(1)
            .select(
                lit("answered").as("run_id"),
                lit("bench").as("name"),
                lit("answer").as("stage"),
                lit("{}").as("config"),
                lit("c").as("config_hash"),
                lit("0").as("code_version"),
                expr("CAST(map() AS MAP<STRING,BIGINT>)").as("table_versions"),
                expr("TIMESTAMP '2026-01-02 03:04:05'").as("started_at"),
                expr("TIMESTAMP '2026-01-02 03:04:05'").as("ended_at"),
                lit("done").as("status"),
                expr("CAST(map() AS MAP<STRING,BIGINT>)").as("counts")));
  }
}
