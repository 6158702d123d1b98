package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.analysis.Analyze;
import dev.assay.jobs.answers.Answer;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Runner;
import dev.assay.jobs.scores.Evaluate;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedRunTest {

  @Test
  void scoresEveryRecordedAnswerAndDoesNothingTheSecondTime(@TempDir Path directory)
      throws Exception {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      lines.add(
          """
          {"id":"%d","question":"What does account %d cost?","contexts":["Account %d costs $%d a month. It has a card."],"answer":"Account %d costs $%d a month.","system":"%s"}\
          """
              .formatted(i, i / 2, i / 2, i, i / 2, i, i % 2 == 0 ? "a" : "b"));
    }
    lines.add("{\"id\":\"bad\",\"answer\":\"no question\"}");
    Path answers = Files.write(directory.resolve("answers.jsonl"), lines);
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults()
            .set("store.path=" + directory.resolve("store"))
            .set("systems.mine.kind=table")
            .set("systems.mine.path=" + answers)
            .set("systems.mine.id-column=id")
            .set(
                "evaluate.evaluators=[groundedness, text_statistics, pii_leakage,"
                    + " self_consistency]")
            .load();
    Runner runner =
        new Runner(SharedSpark.session(), loaded.config(), loaded.rendered(), loaded.hash());

    List<String> labels;
    List<String> logged;
    Counts answered;
    try (SparkJobs jobs = new SparkJobs();
        Logs logs = new Logs()) {
      answered = runner.run(new Answer());
      runner.run(new Evaluate());
      runner.run(new Analyze());
      labels = jobs.labels();
      logged = logs.lines();
    }
    assertThat(labels)
        .as("the driver computes queries over few rows; what is left makes and writes tables")
        .hasSizeLessThanOrEqualTo(50);
    assertThat(labels)
        .isNotEmpty()
        .as("each names its stage and its step")
        .allMatch(label -> label.matches("(?s)(answer|evaluate|analyze): .+"));
    assertThat(labels).anyMatch(label -> label.contains("evaluate: row evaluators: batch 1"));
    assertThat(labels)
        .anyMatch(label -> label.contains("answer: recorded answers: writing responses"))
        .anyMatch(label -> label.contains("analyze: writing leaderboard"));
    assertThat(logged)
        .anyMatch(line -> line.matches("evaluate: run \\w{64} starts"))
        .anyMatch(line -> line.matches("evaluate: batch 1 of 40 rows committed in \\d+ ms"))
        .anyMatch(line -> line.matches("Partition \\d+: \\d+ responses by 3 evaluators in \\d+ ms"))
        .noneMatch(line -> line.contains("account") || line.contains("costs"));
    assertThat(answered.values())
        .containsEntry("answers", 40L)
        .containsEntry("records rejected", 1L);
    assertThat(
            runner
                .store()
                .read(Tables.LEADERBOARD)
                .where("slice = 'all' AND metric = 'groundedness.groundedness' AND rank = 1")
                .count())
        .as("both systems copy their contexts, so both are first")
        .isEqualTo(2);
    // Every question is asked once of a system: consistent with itself.
    assertThat(
            runner
                .store()
                .read(Tables.SET_SCORES)
                .where(
                    "metric = 'self_consistency.rouge_l' AND system = 'a' AND slice = 'all'"
                        + " AND value = 1 AND n = 20 AND detail['lone_questions'] = 20")
                .count())
        .isEqualTo(1);
    assertThat(runner.run(new Evaluate()).values()).isEmpty();
    assertThat(runner.run(new Answer()).values()).isEmpty();
    assertThat(runner.run(new Analyze()).values()).as("its own row is no new input").isEmpty();
    // Somebody else has written an answer: the file is read again.
    runner.store().merge(Tables.RESPONSES, runner.store().read(Tables.RESPONSES).limit(1));
    assertThat(runner.run(new Answer()).values()).containsEntry("answers new", 0L);
    assertThat(runner.run(new Answer()).values()).isEmpty();
    lines.set(0, lines.get(0).replace("costs $0 a month.\",", "costs $7 a month.\","));
    Files.write(answers, lines);
    assertThat(runner.run(new Answer()).values()).containsEntry("answers new", 1L);
  }
}
