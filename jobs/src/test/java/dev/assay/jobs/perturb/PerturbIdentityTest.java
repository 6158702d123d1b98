package dev.assay.jobs.perturb;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.BankStore;
import dev.assay.jobs.Commands;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What makes a run of stage perturb another one. */
class PerturbIdentityTest {
  private static final SparkSession SPARK = SharedSpark.session();

  @TempDir private Path folder;

  private static List<String> runs(Store store) {
    return store
        .read(Tables.RUNS)
        .where("stage = 'perturb'")
        .orderBy("started_at")
        .select("run_id")
        .as(Encoders.STRING())
        .collectAsList();
  }

  private static List<String> questions(Store store, String run) {
    return store
        .read(Tables.RUN_CASES.ofAllNights())
        .where(col("run_id").equalTo(run))
        .join(store.read(Tables.TEST_CASES), "case_id")
        .where("parent_case_id IS NULL")
        .select("question")
        .as(Encoders.STRING())
        .collectAsList();
  }

  /** A question of a suite takes words of the topics that it shares none with, also at first. */
  @Test
  void wordsOfTopicsMakeAnotherRunWhereTwinsTakeThemAndNowhereElse() throws Exception {
    BankStore.sampled(folder.resolve("store"));
    Path suite =
        Files.writeString(
            folder.resolve("suite.jsonl"),
            "{\"question\":\"What does the platinum card really cost?\"}\n");
    ConfigLoader loader =
        ConfigLoader.defaults()
            .set("store.path=" + folder.resolve("store"))
            .set("tests.sources=[{path=\"" + suite + "\"}]");
    ConfigLoader.Loaded topics =
        loader.set("perturb.entries=[{perturbators=[other_topic],intensity=extreme}]").load();
    ConfigLoader.Loaded letters =
        loader.set("perturb.entries=[{perturbators=[keyboard_typo]}]").load();
    Store store = new Store(SPARK, topics.config().store());
    topics(store);
    Commands.run(SPARK, topics, "tests");
    assertThat(Commands.run(SPARK, topics, "perturb").values()).containsEntry("twins", 1L);
    Commands.run(SPARK, letters, "perturb");
    assertThat(runs(store)).hasSize(2);
    assertThat(
            store
                .read(Tables.TEST_CASES)
                .where("perturbation = 'other_topic'")
                .head()
                .<String>getAs("question"))
        .isEqualTo("What does the mortgage card really cost?");
    JsonRows.append(
        store,
        Tables.CASE_STRATA,
        List.of(
            "{\"case_id\":\"%s\",\"stratum_id\":0,\"model\":\"m\",\"placed_by\":\"nearest\",\"fingerprint\":\"f\"}"
                .formatted(
                    store
                        .read(Tables.TEST_CASES)
                        .where("parent_case_id IS NULL")
                        .head()
                        .<String>getAs("case_id"))));
    assertThat(Commands.run(SPARK, topics, "perturb").values())
        .as("where place puts it later changes no twin")
        .containsEntry("twins new or changed", 0L);
    assertThat(runs(store)).hasSize(2);
    store.deleteWhere(Tables.TOPICS, col("stratum_id").equalTo(0));
    assertThat(Commands.run(SPARK, topics, "perturb").values()).containsEntry("twins rejected", 1L);
    Commands.run(SPARK, letters, "perturb");
    assertThat(runs(store)).as("of topics one more, of letters none").hasSize(3);
  }

  /** Two topics of a word each. */
  private static void topics(Store store) {
    Dataset<Row> told =
        store
            .read(Tables.TOPICS)
            .withColumn(
                "terms",
                expr(
                    "array(named_struct('term', if(stratum_id = 0, 'mortgage', 'cards'), 'weight', 1.0D))"))
            .localCheckpoint();
    assertThat(told.count()).isEqualTo(2);
    store.deleteWhere(Tables.TOPICS, lit(true));
    store.append(Tables.TOPICS, told);
  }

  @Test
  void recordedQuestionsOfTwoNightsAreTwoRuns() throws Exception {
    for (String night : List.of("one", "two")) {
      Path answers =
          Files.writeString(
              folder.resolve(night + ".jsonl"),
              "{\"question\":\"What does night %s cost?\",\"answer\":\"$1\"}\n".formatted(night));
      ConfigLoader.Loaded loaded =
          ConfigLoader.defaults()
              .set("store.path=" + folder.resolve("store"))
              .set("run.key=" + night)
              .set("perturb.recorded=true")
              .set("perturb.entries=[{perturbators=[keyboard_typo]}]")
              .set("systems.old={kind=table,path=\"" + folder.resolve("answers.jsonl") + "\"}")
              .load();
      Files.copy(answers, folder.resolve("answers.jsonl"), StandardCopyOption.REPLACE_EXISTING);
      Commands.run(SPARK, loaded, "answer");
      assertThat(Commands.run(SPARK, loaded, "perturb").values()).containsEntry("twins", 1L);
    }
    Store store =
        new Store(
            SPARK,
            ConfigLoader.defaults()
                .set("store.path=" + folder.resolve("store"))
                .load()
                .config()
                .store());
    assertThat(runs(store)).hasSize(2);
    assertThat(questions(store, runs(store).get(0))).containsExactly("What does night one cost?");
    assertThat(questions(store, runs(store).get(1))).containsExactly("What does night two cost?");
  }
}
