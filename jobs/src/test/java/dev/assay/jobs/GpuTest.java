package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.models.ModelsConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.core.AskingEvaluator;
import dev.assay.core.Slot;
import dev.assay.evaluators.judged.AnswerRelevancyJudge;
import dev.assay.evaluators.judged.Faithfulness;
import dev.assay.judges.Panel;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.spark.JudgeWork;
import dev.assay.spark.LibrarySource;
import dev.assay.spark.RowLimit;
import dev.assay.spark.TextEmbedder;
import dev.assay.spark.calls.InterviewTurn;
import dev.assay.spark.models.ExecutorModels;
import dev.assay.spark.models.SlotSpecs;
import dev.assay.tables.NamedRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.resource.ResourceInformation;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Where models run on real workers whose GPUs a script makes up: two tasks at a time, with a GPU
 * each. This ONNX Runtime is built without CUDA.
 */
@Tag("slow")
class GpuTest {
  @TempDir private Path directory;

  @Test
  void eachTaskTakesTheAddressThatSparkGaveIt() throws Exception {
    ChildRun run =
        ChildRun.start(
            directory,
            "local-cluster[1,2,1024]",
            2,
            ChildRun.executors(
                "spark.executor.cores=2",
                "spark.worker.resource.gpu.amount=2",
                "spark.worker.resource.gpu.discoveryScript=" + script(),
                "spark.executor.resource.gpu.amount=2",
                "spark.task.resource.gpu.amount=1"),
            Program.class,
            List.of());
    assertThat(run.join()).as(run.output()).isZero();
    assertThat(run.output())
        .contains("cuda on [{EMBEDDER=gpu:3}, {EMBEDDER=gpu:7}]", "auto on [{EMBEDDER=cpu}]")
        .contains("cpu on [{EMBEDDER=cpu}]")
        .contains("by slot on [{EMBEDDER=cpu, NER=gpu:3}, {EMBEDDER=cpu, NER=gpu:7}]")
        .contains("driver: models.embedder.device or models.device = cuda, and Spark gave");
  }

  /** No task asks for a GPU by a setting: those with networks do, and no others. */
  @Test
  void onlyStagesWithNetworksAskForOne() throws Exception {
    ChildRun run =
        ChildRun.start(
            directory,
            "local-cluster[1,2,1024]",
            2,
            logging(
                ChildRun.executors(
                    "spark.executor.cores=2",
                    "spark.worker.resource.gpu.amount=2",
                    "spark.worker.resource.gpu.discoveryScript=" + script(),
                    "spark.executor.resource.gpu.amount=2")),
            Stages.class,
            List.of());
    assertThat(run.join()).as(run.output()).isZero();
    assertThat(run.output())
        .contains("read by [none]", "embedded by [3, 7]", "ordered by [none]", "12 vectors")
        .contains("judged by [none]", "judged with embedding by [3, 7]");
    // An executor that ran four tasks on two GPUs tells of each once, in its log.
    assertThat(told("GPU 3, which Spark gave a task, cannot be used"))
        .isNotEmpty()
        .allSatisfy(lines -> assertThat(lines).hasSize(1));
    assertThat(told("GPU 7, which Spark gave a task, cannot be used"))
        .isNotEmpty()
        .allSatisfy(lines -> assertThat(lines).hasSize(1));
  }

  /** With dynamic allocation tasks with networks have executors of their own, which have GPUs. */
  @Test
  void executorsWithGpusAreAllocatedForThem() throws Exception {
    ChildRun run =
        ChildRun.start(
            directory,
            "local-cluster[2,1,1024]",
            2,
            ChildRun.executors(
                "spark.executor.cores=1",
                "spark.worker.resource.gpu.amount=2",
                "spark.worker.resource.gpu.discoveryScript=" + script(),
                "spark.dynamicAllocation.enabled=true",
                "spark.dynamicAllocation.shuffleTracking.enabled=true",
                "spark.dynamicAllocation.minExecutors=0",
                "spark.dynamicAllocation.maxExecutors=1",
                "spark.assay.gpu.amount=1"),
            Stages.class,
            List.of());
    assertThat(run.join()).as(run.output()).isZero();
    assertThat(run.output())
        .contains("read by [none]", "ordered by [none]", "12 vectors")
        .containsPattern("embedded by \\[[37]\\]");
  }

  /** Executors warn, and no more, in their logs. */
  private static List<String> logging(List<String> settings) {
    String file =
        Path.of(System.getProperty("assay.root", "..")).toAbsolutePath()
            + "/conf/log4j2.properties";
    return settings.stream()
        .map(
            setting ->
                setting.startsWith("spark.executor.extraJavaOptions=")
                    ? setting + " -Dlog4j2.configurationFile=file:" + file
                    : setting)
        .toList();
  }

  /** How often each log of an executor that says so does. */
  /**
   * The lines with these words, of each log that has some. An executor's first lines are written
   * twice now and then, by one call (seen with the same nanoseconds in both), and count once.
   */
  private List<List<String>> told(String words) throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve("home/work"))) {
      List<List<String>> told = new ArrayList<>();
      for (Path log :
          files.filter(file -> file.getFileName().toString().startsWith("std")).toList()) {
        told.add(
            Files.readAllLines(log).stream()
                .filter(line -> line.contains(words))
                .distinct()
                .toList());
      }
      told.removeIf(List::isEmpty);
      return told;
    }
  }

  private Path script() throws Exception {
    Path script =
        Files.writeString(
            directory.resolve("gpus.sh"),
            "#!/bin/sh\necho '{\"name\": \"gpu\", \"addresses\": [\"3\", \"7\"]}'\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();
    return script;
  }

  /** Reads, embeds and orders twelve texts, and tells which GPUs the tasks of each step had. */
  static final class Stages {
    private Stages() {}

    public static void main(String[] words) {
      try (SparkSession spark = SparkSession.builder().appName("gpus").getOrCreate()) {
        List<String> texts = new ArrayList<>();
        while (texts.size() < 12) {
          texts.add("Card " + texts.size() + " costs $" + texts.size() + ".");
        }
        Dataset<Row> read = gpus(spark.createDataset(texts, Encoders.STRING()).toDF("text"));
        Dataset<Row> embedded =
            gpus(
                new TextEmbedder()
                    .transform(read.withColumnRenamed("gpu", "read_by").repartition(4)));
        Dataset<Row> ordered = gpus(embedded.withColumnRenamed("gpu", "by").repartition(3));
        ordered.persist();
        tell("read by", ordered, "read_by");
        tell("embedded by", ordered, "by");
        tell("ordered by", ordered, "gpu");
        System.out.println(ordered.where("size(vector) = 384").count() + " vectors");
        tell("judged by", judged(read, new Faithfulness()), "gpu");
        tell("judged with embedding by", judged(read, new AnswerRelevancyJudge()), "gpu");
      }
    }

    /** By a panel that nobody sits on, so that each text has its result at the first turn. */
    private static Dataset<Row> judged(Dataset<Row> texts, AskingEvaluator evaluator) {
      InterviewTurn turn =
          new JudgeWork(
                  List.of(evaluator),
                  new Panel(List.of(), 1, Map.of()),
                  Map.of(),
                  Map.of(),
                  () -> new ExecutorModels(ModelSpec.bgeSmall(), 10).models(),
                  LibrarySource.none(),
                  RowLimit.DEFAULT)
              .turn("case_id");
      Dataset<Row> asked =
          texts
              .repartition(4)
              .selectExpr(
                  "text AS case_id",
                  "'s' AS system",
                  "0 AS repeat",
                  "text AS group_id",
                  "text AS question",
                  "CAST(NULL AS STRING) AS expected_answer",
                  "CAST(NULL AS STRING) AS answer",
                  "CAST(NULL AS STRING) AS condition",
                  "CAST(NULL AS ARRAY<STRING>) AS relevant_doc_ids",
                  "CAST(NULL AS ARRAY<STRING>) AS facts",
                  "CAST(NULL AS ARRAY<STRUCT<text: STRING>>) AS contexts",
                  "CAST(NULL AS MAP<STRING, STRING>) AS attributes",
                  "map('" + evaluator.spec().id() + "', '') AS pending");
      return gpus(
          turn.apply(turn.begin(asked))
              .where("exists(result.codes, code -> code > 0)")
              .select("case_id"));
    }

    private static void tell(String step, Dataset<Row> rows, String column) {
      System.out.println(
          step + " " + new TreeSet<>(rows.select(column).as(Encoders.STRING()).collectAsList()));
    }

    /** With the GPU of the task that computes each row; long enough that all are taken. */
    private static Dataset<Row> gpus(Dataset<Row> rows) {
      StructType with = rows.schema().add("gpu", "string");
      return rows.mapPartitions(
          (MapPartitionsFunction<Row, Row>)
              part -> {
                ResourceInformation gpu = TaskContext.get().resourcesJMap().get("gpu");
                Thread.sleep(100);
                List<Row> told = new ArrayList<>();
                part.forEachRemaining(
                    row -> {
                      NamedRow one = NamedRow.of(with).copy(row, row.schema().fieldNames());
                      told.add(one.set("gpu", gpu == null ? "none" : gpu.addresses()[0]).build());
                    });
                return told.iterator();
              },
          Encoders.row(with));
    }
  }

  /** Asks in twelve tasks, two at a time, where the models run. */
  static final class Program {
    private Program() {}

    public static void main(String[] words) {
      try (SparkSession spark = SparkSession.builder().appName("gpus").getOrCreate()) {
        JavaSparkContext context = new JavaSparkContext(spark.sparkContext());
        for (String device : List.of("cuda", "auto", "cpu", "by slot")) {
          ExecutorModels models =
              device.equals("by slot") ? entitiesOnGpus() : models(device, SlotSpecs.embedded());
          List<Integer> tasks = new ArrayList<>();
          while (tasks.size() < 12) {
            tasks.add(tasks.size());
          }
          List<String> devices =
              context.parallelize(tasks, 12).mapPartitions(task -> where(models)).collect();
          System.out.println(device + " on " + new TreeSet<>(devices));
        }
        try {
          models("cuda", SlotSpecs.embedded()).devices();
        } catch (RuntimeException e) {
          System.out.println("driver: " + e.getMessage());
        }
      }
    }

    /** Long enough that both GPUs are taken. */
    private static Iterator<String> where(ExecutorModels models) throws InterruptedException {
      String device = models.devices().toString();
      Thread.sleep(100);
      return List.of(device).iterator();
    }

    private static ExecutorModels models(String device, SlotSpecs slots) {
      return new ExecutorModels(ModelSpec.bgeSmall().withDevice(device), 10, slots);
    }

    /** The embedder on the CPU, a network beside it on GPUs alone. */
    private static ExecutorModels entitiesOnGpus() {
      ModelsConfig config =
          ConfigLoader.defaults()
              .set("models.device=cpu")
              .set("models.ner={kind=onnx,source=ner,device=cuda}")
              .load()
              .config()
              .models();
      return models(
          config.device(Slot.EMBEDDER),
          SlotSpecs.embedded().with(Slot.NER, config.ner().withDevice(config.device(Slot.NER))));
    }
  }
}
