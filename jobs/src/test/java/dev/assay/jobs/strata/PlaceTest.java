package dev.assay.jobs.strata;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.BankStore;
import dev.assay.jobs.Commands;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.stores.CheckTables;
import dev.assay.report.ReportPage;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import dev.assay.tables.Views;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recorded answers with a corpus and without one. */
@Tag("slow")
class PlaceTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final String[][] SUBJECTS = {
    {"mortgage", "the interest rate of a home loan", "a house"},
    {"football", "the goals of the striker in the match", "a team"},
    {"recipe", "the flour and sugar in the cake", "an oven"}
  };

  @TempDir private Path home;

  private ConfigLoader loader(List<String> lines, String... settings) throws IOException {
    Path file = Files.write(home.resolve("answers.jsonl"), lines);
    ConfigLoader loader =
        ConfigLoader.defaults()
            .set("store.path=" + home.resolve("store"))
            .set("systems.mine={kind=table,path=\"" + file + "\"}")
            .set("evaluate.evaluators=[text_statistics]")
            .set("stratify.min-k=3")
            .set("stratify.max-k=3");
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    return loader;
  }

  /** Question i is about subject i modulo 3. */
  private static List<String> questions(int n) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      String[] subject = SUBJECTS[i % 3];
      lines.add(
          "{\"question\":\"Number %d about %s: what of %s and %s?\",\"answer\":\"It is %d.\"}"
              .formatted(i, subject[0], subject[1], subject[2], i));
    }
    return lines;
  }

  @Test
  void withoutACorpusQuestionsMakeTheStrata() throws IOException {
    ConfigLoader.Loaded loaded = loader(questions(60)).load();
    // Placed when they had been analysed without topics, as the page advises.
    for (String stage : List.of("answer", "evaluate", "analyze", "place", "analyze")) {
      Commands.run(SPARK, loaded, stage);
    }
    Store store = new Store(SPARK, loaded.config().store());
    // Three subjects, three strata, 20 questions each.
    List<Row> found =
        store
            .read(Tables.CASE_STRATA)
            .join(store.read(Tables.TEST_CASES).select("case_id", "question"), "case_id")
            .selectExpr("stratum_id", "regexp_extract(question, 'about (\\\\w+)', 1) AS subject")
            .groupBy("stratum_id", "subject")
            .count()
            .collectAsList();
    assertThat(found).hasSize(3).allMatch(row -> row.<Long>getAs("count") == 20);
    String labels =
        String.join(
            " ", store.read(Tables.TOPICS).select("label").as(Encoders.STRING()).collectAsList());
    assertThat(labels).contains("mortgage").contains("football").contains("recipe");
    assertThat(new CheckTables(store).violations()).isEmpty();
    assertThat(
            store
                .read(Tables.LEADERBOARD)
                .where("slice LIKE 'stratum_id=%'")
                .select("slice")
                .distinct()
                .count())
        .isEqualTo(3);
    // What was not drawn by topic is one stratum to the interval.
    assertThat(store.read(Tables.TEST_CASES).where("stratum_id IS NOT NULL").isEmpty()).isTrue();
    assertThat(heatmapTopics(store)).hasSize(3).noneMatch(topic -> topic.startsWith("stratum_id"));
    String page = new ReportPage(store, loaded.config(), List.of()).html(Instant.EPOCH);
    assertThat(page).contains("20 questions</small>").doesNotContain("There are no topics");
    assertThat(page.substring(0, 300)).contains(ReportPage.mark(loaded.config()));

    Set<String> before = places(store);
    assertThat(placedAgain("evaluate.max-error-share=0.3")).containsEntry("cases placed", 0L);
    assertThat(places(store)).isEqualTo(before);
    // A run that ended before it had written the fit is taken up again.
    store.deleteWhere(Tables.STRATUM_FITS, col("model").isNotNull());
    assertThat(placedAgain("evaluate.max-error-share=0.4")).containsEntry("cases placed", 60L);
    assertThat(store.read(Tables.STRATUM_FITS).count()).isEqualTo(1);
    assertThat(places(store)).isEqualTo(before);
  }

  /** By the view's query, over those tables alone that it names. */
  private static Set<String> heatmapTopics(Store store) {
    List<Table> tables =
        List.of(Tables.RUNS, Tables.LEADERBOARD, Tables.STRATA, Tables.CASE_STRATA, Tables.TOPICS);
    try {
      tables.forEach(table -> store.read(table).createOrReplaceTempView(table.name()));
      return SPARK.sql(Views.query("v_heatmap")).collectAsList().stream()
          .map(row -> row.<String>getAs("topic"))
          .collect(Collectors.toSet());
    } finally {
      tables.forEach(table -> SPARK.catalog().dropTempView(table.name()));
    }
  }

  private Map<String, Long> placedAgain(String setting) throws IOException {
    return Commands.run(SPARK, loader(questions(60), setting).load(), "place").values();
  }

  private static Set<String> places(Store store) {
    return store.read(Tables.CASE_STRATA).collectAsList().stream()
        .map(Row::toString)
        .collect(Collectors.toSet());
  }

  /** What a system finds tomorrow does not move a question of yesterday to another topic. */
  @Test
  void aLaterNightWithOtherPassagesMovesNoQuestion() throws IOException {
    Set<String> before = placedAtNight("2026-11-25", 0);
    assertThat(before).hasSize(60);
    assertThat(placedAtNight("2026-11-26", 1)).isEqualTo(before);
  }

  /** Each question's passage is about the subject {@code shift} further. */
  private Set<String> placedAtNight(String night, int shift) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      String[] subject = SUBJECTS[(i + shift) % 3];
      lines.add(
          "{\"question\":\"What is number %d?\",\"answer\":\"%d.\",\"contexts\":[\"About %s: %s, and %s.\"]}"
              .formatted(i, i, subject[0], subject[1], subject[2]));
    }
    ConfigLoader.Loaded loaded = loader(lines, "run.key=" + night).load();
    Commands.run(SPARK, loaded, "answer");
    Commands.run(SPARK, loaded, "place");
    return places(new Store(SPARK, loaded.config().store()));
  }

  @Test
  void fewQuestionsHaveNoTopicsAndThePageSaysWhy() throws IOException {
    ConfigLoader.Loaded loaded = loader(questions(20)).load();
    Commands.run(SPARK, loaded, "answer");
    Counts counts = Commands.run(SPARK, loaded, "place");
    assertThat(counts.values()).containsEntry("cases too few for topics", 20L);
    Store store = new Store(SPARK, loaded.config().store());
    assertThat(store.read(Tables.TOPICS).isEmpty()).isTrue();
    assertThat(new ReportPage(store, loaded.config(), List.of()).html(Instant.EPOCH))
        .contains("the different questions are fewer than stratify.min-cases")
        .doesNotContain("run <code>assay ingest</code>, <code>embed</code>");
  }

  @Test
  void withACorpusCasesJoinTheStratumThatTheyCiteOrTheNearest() throws IOException {
    BankStore.sampled(home.resolve("store"));
    Store store =
        new Store(
            SPARK,
            ConfigLoader.defaults()
                .set("store.path=" + home.resolve("store"))
                .load()
                .config()
                .store());
    Row chunk =
        store
            .read(Tables.STRATA)
            .join(store.read(Tables.CHUNKS).select("chunk_id", "text"), "chunk_id")
            .orderBy(col("stratum_id").desc(), col("chunk_id"))
            .head();
    String text = chunk.<String>getAs("text").replaceAll("[\"\\\\\\n]", " ");
    List<String> lines =
        List.of(
            "{\"question\":\"Unlike anything?\",\"answer\":\"a\",\"contexts\":[{\"text\":\"t\",\"chunk_id\":\"%s\"}]}"
                .formatted(chunk.<String>getAs("chunk_id")),
            "{\"question\":\"%s\",\"answer\":\"b\"}".formatted(text));
    ConfigLoader.Loaded loaded =
        loader(lines).set("stratify.min-k=2").set("stratify.max-k=2").load();
    Commands.run(SPARK, loaded, "answer");
    assertThat(Commands.run(SPARK, loaded, "place").values())
        .containsEntry("by cited chunks", 1L)
        .containsEntry("by the nearest stratum", 1L);
    assertThat(store.read(Tables.CASE_STRATA).orderBy("placed_by").collectAsList())
        .extracting(row -> row.<Object>getAs("placed_by"))
        .containsExactly("cited", "nearest");
    assertThat(store.read(Tables.CASE_STRATA).collectAsList())
        .allMatch(
            row -> row.<Integer>getAs("stratum_id").equals(chunk.<Integer>getAs("stratum_id")));
  }
}
