package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.Parallel;
import dev.assay.spark.SharedSpark;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many tasks there are follows from the data, whatever Spark's default parallelism is. */
@Tag("slow")
class ParallelismTest {
  private static final SparkContext CONTEXT = SharedSpark.session().sparkContext();
  private static final String DEFAULT = "spark.default.parallelism";
  private static final List<String> STAGES =
      List.of("ingest", "embed", "stratify", "sample", "generate", "answer", "evaluate");

  @TempDir private Path directory;

  @AfterEach
  void asItWas() {
    CONTEXT.conf().remove(DEFAULT);
  }

  /** 1: one core, or before dynamic allocation has begun; 400: a large cluster. */
  @Test
  void fourDocumentsTakeTheSameFewTasksOnAnyCluster() throws Exception {
    Map<String, Integer> one = tasks(1);
    assertThat(tasks(400)).isEqualTo(one);
    assertThat(one.values()).as("%s", one).allMatch(tasks -> tasks < 150);
  }

  @Test
  void manyRowsAreSharedOutAmongMany() {
    for (int cores : List.of(1, 2, 400)) {
      CONTEXT.conf().set(DEFAULT, Integer.toString(cores));
      assertThat(
              Parallel.spread(
                      SharedSpark.session().range(20_000).toDF(), 20_000, functions.col("id"))
                  .rdd()
                  .getNumPartitions())
          .isEqualTo(157); // 20,000 / 128, rounded up
    }
  }

  /** Tasks by stage. */
  private Map<String, Integer> tasks(int cores) throws Exception {
    CONTEXT.conf().set(DEFAULT, Integer.toString(cores));
    assertThat(CONTEXT.defaultParallelism()).isEqualTo(cores);
    Map<String, Integer> tasks = new TreeMap<>();
    for (String stage : STAGES) {
      Ended ended = new Ended();
      CONTEXT.listenerBus().waitUntilEmpty(TimeUnit.SECONDS.toMillis(30));
      CONTEXT.addSparkListener(ended);
      try {
        Commands.run(SharedSpark.session(), loaded("store-" + cores), stage);
        CONTEXT.listenerBus().waitUntilEmpty(TimeUnit.SECONDS.toMillis(30));
      } finally {
        CONTEXT.removeSparkListener(ended);
      }
      tasks.put(stage, ended.tasks.size());
    }
    return tasks;
  }

  private ConfigLoader.Loaded loaded(String store) throws Exception {
    Path corpus = directory.resolve("corpus");
    if (!Files.exists(corpus)) {
      Files.createDirectory(corpus);
      for (int i = 1; i <= 4; i++) {
        Files.writeString(
            corpus.resolve("card-" + i + ".md"),
            """
            # Card %d
            Card %d costs $%d a year. A replacement of card %d costs $%d and takes %d working days.

            The holder of card %d has to report a loss within %d hours. The limit of card %d is $%d a day.
            """
                .formatted(i, i, 3 * i, i, 5 * i, 2 + i, i, 12 * i, i, 100 * i));
      }
    }
    ConfigLoader loader = ConfigLoader.defaults();
    for (String setting :
        List.of(
            "store.path=" + directory.resolve(store),
            "corpus.sources=[{path=\"" + corpus + "\"}]",
            "stratify.min-k=2",
            "stratify.max-k=2",
            "sample.size=4",
            "evaluate.evaluators=[text_statistics, token_f1, groundedness]",
            "systems={a={kind=embedded,retriever=dense},b={kind=embedded,retriever=sparse}}")) {
      loader = loader.set(setting);
    }
    return loader.load();
  }

  private static final class Ended extends SparkListener {
    private final List<Long> tasks = new ArrayList<>();

    @Override
    public void onTaskEnd(SparkListenerTaskEnd task) {
      tasks.add(task.taskInfo().taskId());
    }
  }
}
