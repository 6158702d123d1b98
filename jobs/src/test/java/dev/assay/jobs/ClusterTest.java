package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.stores.CheckTables;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same scores by executors of their own, one of which dies. */
@Tag("slow")
class ClusterTest {
  private static final int RESPONSES = 60;

  @TempDir private Path directory;

  @Test
  void completesWhenAnExecutorIsKilled() throws Exception {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < RESPONSES; i++) {
      lines.add(
          """
          {"question":"Who keeps key %d?","contexts":["Officer %d keeps key %d. The key opens gate %d."],"answer":"Officer %d keeps key %d.","expected_answer":"Officer %d"}\
          """
              .formatted(i, i * 5, i, i % 17, i * 5, i, i * 5));
    }
    Path answers = Files.write(directory.resolve("answers.jsonl"), lines);
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults()
            .set("store.path=" + directory.resolve("store"))
            .set("systems.mine={kind=table,path=\"" + answers + "\"}")
            .load();
    Commands.run(SharedSpark.session(), loaded, "answer");

    ChildRun evaluate = evaluate(answers);
    // Version 0 makes the table, version 1 has the first batch of three.
    Path first = directory.resolve("store/scores/_delta_log/%020d.json".formatted(1));
    while (!Files.exists(first)) {
      assertThat(evaluate.isAlive()).as(evaluate.output()).isTrue();
      Thread.sleep(5);
    }
    assertThat(evaluate.killExecutor()).isTrue();
    assertThat(evaluate.join()).as(evaluate.output()).isZero();

    Store store = new Store(SharedSpark.session(), loaded.config().store());
    assertThat(store.read(Tables.SCORES).select("case_id").distinct().count()).isEqualTo(RESPONSES);
    assertThat(new CheckTables(store).violations()).isEmpty();
  }

  private ChildRun evaluate(Path answers) {
    List<String> spark = ChildRun.executors();
    return ChildRun.start(
        directory,
        "local-cluster[2,1,1024]",
        2,
        spark,
        List.of(
            "evaluate",
            "--set",
            "store.path=" + directory.resolve("store"),
            "--set",
            "systems.mine={kind=table,path=\"" + answers + "\"}",
            "--set",
            "evaluate.evaluators=[groundedness, answer_relevancy, facts_covered, token_f1]",
            "--set",
            "pipeline.commit-seconds=5",
            "--set",
            "pipeline.commit-rows=" + RESPONSES / 3));
  }
}
