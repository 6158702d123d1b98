package dev.assay.jobs.forget;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.base.Hashes;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.StoreBytes;
import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.Runner;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.UsageException;
import dev.assay.jobs.stores.CheckTables;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.NamedRow;
import dev.assay.tables.ReleasedStore;
import dev.assay.tables.RowValues;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From the command to the bytes on the disk. */
class ForgetTest {
  private static final String QUESTION = "Does Daniel Okafor chair the committee?";

  /**
   * Where a document, its chunks and cases can stand, and runs, which say what went; {@link
   * ForgetCasesTest} has what is decided and reviewed.
   */
  private static final List<Table> WHERE_IT_STANDS =
      List.of(
          Tables.DOCUMENTS,
          Tables.CHUNKS,
          Tables.EMBEDDINGS,
          Tables.STRATA,
          Tables.TOPICS,
          Tables.SAMPLES,
          Tables.TEST_CASES,
          Tables.RESPONSES,
          Tables.SCORES,
          Tables.LABELS,
          Tables.RUN_CASES,
          Tables.INSIGHTS,
          Tables.LLM_CALLS,
          Tables.REJECTED,
          Tables.RUNS);

  private final SparkSession spark = SharedSpark.session();

  @TempDir Path directory;

  @Tag("slow")
  @Test
  void aDocumentIsInNoFileAndAllElseStays() throws Exception {
    ReleasedStore.make(
        4, directory.resolve("store"), WHERE_IT_STANDS.stream().map(Table::name).toList());
    Store store = store();
    Row document = store.read(Tables.DOCUMENTS).where(col("text").contains("Daniel Okafor")).head();
    String id = document.getAs("doc_id");
    String uri = document.getAs("uri");
    String aCase =
        store
            .read(Tables.TEST_CASES)
            .where(col("question").equalTo(QUESTION))
            .head()
            .getAs("case_id");
    plant(store, aCase);
    String staying = chunkHash(store, col("doc_id").notEqual(id));
    String going = chunkHash(store, col("doc_id").equalTo(id));
    store.append(
        Tables.EMBEDDINGS,
        store
            .read(Tables.EMBEDDINGS)
            .limit(1)
            .withColumn("text_hash", explode(array(lit(staying), lit(going), lit("noisy")))));
    assertThat(vectors(store)).contains(staying, going, "noisy");
    Map<String, Long> before = rows(store());
    killedBeforeTheCommit();
    assertThat(rows(store())).as("what is not committed is no row").isEqualTo(before);
    // What can be found before can be missed afterwards: in tables, old versions, logs and files.
    StoreBytes contents = StoreBytes.of(directory);
    assertThat(contents.places(id)).anyMatch(place -> place.contains("/documents/"));
    assertThat(contents.tables(aCase))
        .contains(
            "test_cases", "responses", "scores", "labels", "insights", "run_cases", "least_edits");
    assertThat(contents.tables(QUESTION))
        .contains("llm_calls", "journal", "rejected", "report.html", "tasks.jsonl");
    assertThat(contents.places(QUESTION.substring(0, 30)))
        .anyMatch(place -> place.contains("_delta_log"));
    Map<String, Long> files = files();

    String plan = forget("--document", uri.substring(uri.lastIndexOf('/') + 1), true);
    assertThat(plan).contains("1 documents with ", "Nothing was changed").contains("report.html");
    assertThat(files()).as("neither a row nor a log entry is another").isEqualTo(files);

    String said = forget("--document", uri.substring(uri.lastIndexOf('/') + 1), false);
    assertThat(said).contains("none holds a key or a text of it");
    StoreBytes left = StoreBytes.of(directory);
    for (String mark : List.of(id, aCase, "Does Daniel Okafor chair", "Daniel Okafor chairs")) {
      assertThat(left.places(mark)).as(mark).isEmpty();
    }
    try (Stream<Path> walked = Files.walk(directory)) {
      assertThat(walked.filter(file -> file.toString().contains("killed"))).isEmpty();
    }
    Map<String, Long> after = rows(store());
    assertThat(after.get("documents")).isEqualTo(before.get("documents") - 1);
    assertThat(after.get("test_cases")).isEqualTo(before.get("test_cases") - 1);
    assertThat(after.get("runs")).isEqualTo(before.get("runs"));
    assertThat(after.get("insights")).isEqualTo(before.get("insights"));
    assertThat(after.get("labels")).isPositive();
    // Of vectors those of its chunks go, and those of which nobody knows what they are of.
    assertThat(vectors(store())).containsExactly(staying);
    assertThat(new CheckTables(store()).violations())
        .noneMatch(line -> line.contains("cannot be read") || line.contains("keys ("));
    Row run = store().read(Tables.RUNS).where("stage = 'generate'").head();
    assertThat(RowValues.<String>list(run, "pruned")).contains("documents", "runs", "test_cases");
    assertThatThrownBy(() -> forget("--document", id, false))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("maintain --keep 0d");
  }

  @Test
  void aCaseIsFoundByAConditionAndWrongConditionsAreTold() {
    ReleasedStore.make(
        4,
        directory.resolve("store"),
        Stream.of(Tables.DOCUMENTS, Tables.TEST_CASES, Tables.RESPONSES).map(Table::name).toList());
    assertThat(forget("--where", "question = '" + QUESTION + "'", true))
        .contains("0 documents with 0 chunks, 1 cases, 2 responses");
    assertThatThrownBy(() -> forget("--where", "no_such_column = 1", true))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("test_cases");
    assertThatThrownBy(() -> forget("--case", "no such case", true))
        .isInstanceOf(StageException.class);
  }

  private Dataset<Row> rejected(String id) {
    return spark.sql(
        "SELECT '%s' row_id, 'labels.csv' source, 'label' stage, 'no' reason, \"%s,1\" row, 2L line"
            .formatted(id, QUESTION));
  }

  /** Traces beside the rows that keys lead to. */
  private void plant(Store store, String aCase) throws IOException {
    // An answer that was replaced stands in an earlier version of its table.
    Dataset<Row> old = store.read(Tables.RESPONSES).where(col("case_id").equalTo(aCase));
    store.merge(
        Tables.RESPONSES,
        spark.createDataFrame(
            old.withColumn("answer", concat(lit("Formerly: "), col("answer"))).collectAsList(),
            old.schema()));
    Dataset<Row> insight = store.read(Tables.INSIGHTS).limit(1);
    store.merge(
        Tables.INSIGHTS,
        spark.createDataFrame(
            insight.withColumn("case_ids", array(lit(aCase), lit("x"))).collectAsList(),
            insight.schema()));
    store.append(Tables.REJECTED, rejected("r"));
    // Older versions had statistics of texts in the log.
    spark.sql(
        "ALTER TABLE %s SET TBLPROPERTIES ('delta.dataSkippingStatsColumns' = 'row')"
            .formatted(store.sqlName(Tables.REJECTED)));
    store.append(Tables.REJECTED, rejected("s"));
    store.append(
        Tables.LEAST_EDITS,
        spark.createDataFrame(
            List.of(
                NamedRow.of(Tables.LEAST_EDITS)
                    .set("run_id", "u")
                    .set("system", "dense")
                    .set("case_id", aCase)
                    .set("metric", "token_f1.token_f1")
                    .set("parent_case_id", "p")
                    .set("group_id", "g")
                    .set("perturbation", "case")
                    .set("status", "alone")
                    .set("least_question", QUESTION)
                    .set("changes", List.of("does → Does"))
                    .set("tests", 1L)
                    .build()),
            Tables.LEAST_EDITS.schema()));
    // A judge was asked about one sentence of it alone, as JSON in JSON.
    store.append(
        Tables.LLM_CALLS,
        store
            .read(Tables.LLM_CALLS)
            .limit(1)
            .withColumn("call_hash", lit("judged"))
            .withColumn("prompt", lit("{\"content\":\"<<<\\n\\\"" + QUESTION + "\\\"\"}")));
    Path journal =
        Files.createDirectories(
            directory.resolve("store/journal/8d3ff2a0-6f2b-4c61-9a55-0c1f7e1b2d3a"));
    Files.writeString(journal.resolve("part"), "{\"prompt\":\"" + QUESTION + "\",\"rep");
    Files.writeString(directory.resolve("report.html"), "<p>" + QUESTION + "</p>");
    Files.createDirectories(directory.resolve("export"));
    Files.writeString(
        directory.resolve("export/tasks.jsonl"), "{\"question\":\"" + QUESTION + "\"}\n");
    Files.writeString(directory.resolve("export/label-studio.xml"), "<View/>");
  }

  /** In every table a file with rows that no commit names, as a kill leaves it. */
  private void killedBeforeTheCommit() throws IOException {
    int tables = 0;
    for (Table table : Tables.ALL) {
      Path place = directory.resolve("store").resolve(table.name());
      if (!Files.isDirectory(place)) {
        continue;
      }
      try (Stream<Path> files = Files.list(place)) {
        Optional<Path> file =
            files.filter(path -> path.toString().endsWith(".parquet")).findFirst();
        if (file.isPresent()) {
          Path killed =
              Files.copy(file.get(), place.resolve("part-00000-killed.c000.snappy.parquet"));
          // In tables of runs a young one may be what a command beside this one is to commit.
          Files.setLastModifiedTime(killed, FileTime.from(Instant.now().minusSeconds(7200)));
          tables++;
        }
      }
    }
    assertThat(tables).isGreaterThanOrEqualTo(WHERE_IT_STANDS.size());
  }

  private static Set<String> vectors(Store store) {
    return new TreeSet<>(
        store.read(Tables.EMBEDDINGS).select("text_hash").as(Encoders.STRING()).collectAsList());
  }

  private static String chunkHash(Store store, Column of) {
    return Hashes.sha256(
        store.read(Tables.CHUNKS).where(of).orderBy("chunk_id").head().<String>getAs("text"));
  }

  private static Map<String, Long> rows(Store store) {
    Map<String, Long> rows = new TreeMap<>();
    for (Table table : Tables.ALL) {
      rows.put(table.name(), (long) store.read(table).collectAsList().size());
    }
    return rows;
  }

  /** The size of each file of rows, of each log entry and of each copy. */
  private Map<String, Long> files() throws IOException {
    Map<String, Long> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(file.toString(), Files.size(file));
      }
    }
    return files;
  }

  private String forget(String by, String what, boolean preview) {
    ConfigLoader.Loaded loaded = loaded();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new ForgetAction()
        .run(
            new Session(
                spark,
                loaded,
                new Runner(spark, loaded.config(), loaded.rendered(), loaded.hash()),
                preview ? Set.of(Action.DRY_RUN) : Set.of(),
                Map.of(),
                Map.of(by, what),
                new PrintStream(out, true, StandardCharsets.UTF_8)));
    return out.toString(StandardCharsets.UTF_8);
  }

  private Store store() {
    return new Store(spark, loaded().config().store());
  }

  private ConfigLoader.Loaded loaded() {
    return ConfigLoader.defaults()
        .set("store.path=" + directory.resolve("store"))
        .set("report.path=" + directory.resolve("report.html"))
        .set("label.export.path=" + directory.resolve("export"))
        .load();
  }
}
