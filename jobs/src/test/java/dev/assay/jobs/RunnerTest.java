package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.Runner;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageEnd;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunnerTest {
  private final SparkSession spark = SharedSpark.session();

  /** Each start has a runner of its own, as each process has. */
  @Test
  void contentIsReadOnlyWhereTheVersionMoved(@TempDir Path directory) throws Exception {
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults().set("store.path=" + directory.resolve("store")).load();
    Store store = new Store(spark, loaded.config().store());
    append(store, "a");
    try (SparkJobs jobs = new SparkJobs()) {
      assertThat(start(loaded).values()).containsEntry("rows", 1L);
      assertThat(jobs.queries()).anyMatch(RunnerTest::readsContent);
      assertThat(jobs.labels()).allMatch(label -> label.contains("count"));
    }
    try (SparkJobs jobs = new SparkJobs()) {
      assertThat(start(loaded).values()).as("skipped").isEmpty();
      assertThat(jobs.queries()).noneMatch(RunnerTest::readsContent);
    }
    append(store, "b");
    try (SparkJobs jobs = new SparkJobs()) {
      assertThat(start(loaded).values()).containsEntry("rows", 2L);
      assertThat(jobs.queries()).anyMatch(RunnerTest::readsContent);
    }
    store.deleteWhere(Tables.DOCUMENTS, functions.col("doc_id").equalTo("b"));
    append(store, "b");
    try (SparkJobs jobs = new SparkJobs()) {
      assertThat(start(loaded).values()).as("another version of the same content").isEmpty();
      assertThat(jobs.queries()).anyMatch(RunnerTest::readsContent);
    }
  }

  @Test
  void vectorsAreNotReadForContentSinceTheyFollowFromTextAndModel(@TempDir Path directory)
      throws Exception {
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults().set("store.path=" + directory.resolve("store")).load();
    Store store = new Store(spark, loaded.config().store());
    Stage counted = new Counted(Tables.EMBEDDINGS);
    embed(store, "a", "m", 1);
    assertThat(start(loaded, counted).values()).containsEntry("rows", 1L);
    embed(store, "a", "m", 2);
    assertThat(start(loaded, counted).values()).as("the same text and model").isEmpty();
    embed(store, "a", "n", 2);
    assertThat(start(loaded, counted).values()).as("another model").containsEntry("rows", 1L);
    embed(store, "b", "n", 2);
    assertThat(start(loaded, counted).values()).as("another text").containsEntry("rows", 1L);
  }

  /** The only row of the table. */
  private void embed(Store store, String text, String model, float vector) {
    if (store.exists(Tables.EMBEDDINGS)) {
      store.deleteWhere(Tables.EMBEDDINGS, functions.lit(true));
    }
    store.append(
        Tables.EMBEDDINGS,
        spark.createDataFrame(
            List.of(RowFactory.create(text, model, new float[] {vector}, 1, false)),
            Tables.EMBEDDINGS.schema()));
  }

  private static boolean readsContent(String label) {
    return label.contains("count: content of documents");
  }

  private Counts start(ConfigLoader.Loaded loaded) {
    return start(loaded, new Counted(Tables.DOCUMENTS));
  }

  private Counts start(ConfigLoader.Loaded loaded, Stage stage) {
    Runner runner = new Runner(spark, loaded.config(), loaded.rendered(), loaded.hash());
    Counts counts = runner.run(stage);
    String outcome = counts.values().isEmpty() ? "skipped" : "done";
    assertThat(runner.ended())
        .extracting(StageEnd::stage, StageEnd::outcome, StageEnd::counts)
        .containsExactly(tuple("count", outcome, counts));
    return counts;
  }

  private void append(Store store, String id) {
    store.append(
        Tables.DOCUMENTS,
        spark.createDataFrame(
            List.of(RowFactory.create(id, id, null, id, null, Timestamp.from(Instant.EPOCH))),
            Tables.DOCUMENTS.schema()));
  }

  private record Counted(Table table) implements Stage {
    @Override
    public StageSpec spec() {
      return StageSpec.of("count").reads(table).writes(Tables.CHUNKS);
    }

    @Override
    public Counts run(Run run) {
      return Counts.of("rows", run.store().read(table).count());
    }
  }
}
