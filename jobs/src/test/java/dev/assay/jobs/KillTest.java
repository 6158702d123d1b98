package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.stores.CheckTables;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import io.delta.tables.DeltaTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGKILL of the driver halfway: the same command completes and does only what is missing. */
@Tag("slow")
class KillTest {
  private static final double REDONE_AT_MOST = .6;

  @TempDir private Path directory;

  @Test
  void embedGoesOnWhereItWasKilled() throws Exception {
    int texts = 2500;
    List<String> chunks = new ArrayList<>();
    for (int i = 0; i < texts; i++) {
      chunks.add(
          """
          {"chunk_id":"c%d","doc_id":"d%d","position":0,"start":0,"end":1,"n_tokens":20,"n_sentences":1,\
          "text":"Branch %d opens at %d and keeps %d safe deposit boxes in vault %d."}\
          """
              .formatted(i, i, i, i % 12, i * 7, i % 31));
    }
    JsonRows.append(store(), Tables.CHUNKS, chunks);
    List<String> settings = List.of("pipeline.commit-seconds=1");

    run("embed", settings).killAt("embed", .5);
    long kept = store().read(Tables.EMBEDDINGS).count();
    assertThat(kept).isBetween((long) ((1 - REDONE_AT_MOST) * texts), texts - 1L);

    here("embed", settings);
    assertThat(counts("embed").get("texts embedded")).isEqualTo(texts - kept);
    assertThat(store().read(Tables.EMBEDDINGS).count()).isEqualTo(texts);
    assertUnique(Tables.EMBEDDINGS);
  }

  @Test
  void evaluateGoesOnWhereItWasKilled() throws Exception {
    int responses = 1000;
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < responses; i++) {
      lines.add(
          """
          {"question":"What does safe %d cost a year?","contexts":["Safe %d costs $%d a year. It stands in vault %d."],"answer":"Safe %d costs $%d a year.","expected_answer":"$%d a year for safe %d"}\
          """
              .formatted(i, i, i * 3, i % 31, i, i * 3, i * 3, i));
    }
    Path answers = Files.write(directory.resolve("answers.jsonl"), lines);
    List<String> settings =
        List.of(
            "systems.mine={kind=table,path=\"" + answers + "\"}",
            "evaluate.evaluators=[groundedness, answer_relevancy, facts_covered, token_f1]",
            "pipeline.commit-seconds=1");
    here("answer", settings);

    // Made, and two batches of 200: two more may be under way, and progress is told too seldom.
    run("evaluate", settings).killWhen(() -> commits(Tables.SCORES) >= 3);
    long kept =
        store().read(Tables.SCORES).select("case_id", "system", "repeat").distinct().count();
    assertThat(kept).isBetween((long) ((1 - REDONE_AT_MOST) * responses), responses - 1L);

    here("evaluate", settings);
    assertThat(counts("evaluate").get("responses scored")).isEqualTo(responses - kept);
    assertThat(counts("evaluate").get("texts embedded"))
        .as("texts that reached the model the second time")
        .isPositive();
    assertUnique(Tables.SCORES);
    assertUnique(Tables.SENTENCE_SCORES);
    // Each batch of 200 answers or more is several tasks, and leaves one file.
    Row detail =
        DeltaTable.forPath(SharedSpark.session(), directory.resolve("store/scores").toString())
            .detail()
            .select("numFiles")
            .head();
    assertThat(detail.<Long>getAs("numFiles")).isBetween(2L, responses / 200L + 1);
    assertThat(new CheckTables(store()).violations()).isEmpty();
  }

  private long commits(Table table) {
    Path log = directory.resolve("store").resolve(table.name()).resolve("_delta_log");
    if (!Files.exists(log)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(log)) {
      return files.filter(file -> file.getFileName().toString().matches("\\d+\\.json")).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What stands before the kill and comes after it needs no JVM of its own. */
  private void here(String stage, List<String> settings) {
    Commands.run(SharedSpark.session(), loader(settings).load(), stage);
  }

  private ConfigLoader loader(List<String> settings) {
    ConfigLoader loader = ConfigLoader.defaults().set("store.path=" + directory.resolve("store"));
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    return loader;
  }

  private ChildRun run(String stage, List<String> settings) {
    List<String> words = new ArrayList<>(List.of(stage));
    words.addAll(List.of("--set", "store.path=" + directory.resolve("store")));
    settings.forEach(setting -> words.addAll(List.of("--set", setting)));
    return ChildRun.start(directory, "local[2]", 2, words);
  }

  private Store store() {
    return new Store(SharedSpark.session(), loader(List.of()).load().config().store());
  }

  private java.util.Map<String, Long> counts(String stage) {
    Row row =
        store()
            .read(Tables.RUNS)
            .where("status = 'done' AND stage = '" + stage + "'")
            .select("counts")
            .head();
    return row.getJavaMap(0);
  }

  private void assertUnique(Table table) {
    assertThat(store().read(table).groupBy(table.keyColumns()).count().where("count > 1").isEmpty())
        .as("keys of %s are unique", table.name())
        .isTrue();
  }
}
