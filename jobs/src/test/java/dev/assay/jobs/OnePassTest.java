package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.spark.SharedSpark;
import dev.assay.spark.models.ExecutorModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each piece of work is done once, counted in Spark jobs and in texts that reach the model. */
@Tag("slow")
class OnePassTest {
  /** Few enough that what is pending is kept in one place for one evaluator and for all. */
  private static final int RECORDS = 12;

  @TempDir private Path directory;

  /** An evaluator more is work in the same pass, not another pass. */
  @Test
  void allEvaluatorsTakeAsManyJobsAsOne() throws Exception {
    int one = jobs("one", "evaluate.evaluators=[token_f1]");
    int all = jobs("all");
    assertThat(all).isEqualTo(one);
  }

  /** The same holds for what judges whole sets. */
  @Test
  void allSetEvaluatorsTakeAsManyJobsAsOne() throws Exception {
    int one = jobs("set", "evaluate.evaluators=[self_consistency]");
    int all =
        jobs(
            "sets",
            "evaluate.evaluators=[self_consistency, classification, questions_drift,"
                + " adversarial_robustness, counterfactual_bias]");
    assertThat(all).isEqualTo(one);
  }

  /** Three systems that say the same, in concurrent tasks, cost the model what one costs. */
  @Test
  void aTextReachesTheModelOnceHoweverManySystemsUseIt() throws Exception {
    long one = texts("alone", List.of("a"));
    long three = texts("thrice", List.of("a", "b", "c"));
    assertThat(one).isPositive();
    assertThat(three).isEqualTo(one);
  }

  /** Of what memory has let go, which here is all: a tenth is for what is between the two. */
  @Test
  void aTextThatMemoryHasNoRoomForComesFromDisk() throws Exception {
    String[] forgetful = {"models.remember=1", "models.entailment.remember=1"};
    String[] nowhere = {forgetful[0], forgetful[1], "models.remember-on-disk-mb=0"};
    long one = texts("single", List.of("a"), forgetful);
    long three = texts("triple", List.of("a", "b", "c"), forgetful);
    assertThat(three).isBetween(one * 9 / 10, one * 11 / 10);
    assertThat(texts("nowhere", List.of("a", "b", "c"), nowhere)).isGreaterThan(one * 2);
  }

  private int jobs(String name, String... settings) throws Exception {
    Path answers = answers(name, List.of("a", "b"));
    Commands.run(SharedSpark.session(), loaded(name, answers, settings), "answer");
    try (SparkJobs jobs = new SparkJobs()) {
      Commands.run(SharedSpark.session(), loaded(name, answers, settings), "evaluate");
      assertThat(jobs.labels()).allMatch(label -> label.contains("evaluate"));
      return jobs.labels().size();
    }
  }

  private long texts(String name, List<String> systems, String... settings) throws IOException {
    Path answers = answers(name, systems);
    Commands.run(SharedSpark.session(), loaded(name, answers, settings), "answer");
    long before = ExecutorModels.modelTexts();
    Commands.run(SharedSpark.session(), loaded(name, answers, settings), "evaluate");
    return ExecutorModels.modelTexts() - before;
  }

  /** Texts with the name in them: what another test of this JVM embedded is remembered. */
  private Path answers(String name, List<String> systems) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String system : systems) {
      for (int i = 0; i < RECORDS; i++) {
        lines.add(
            """
            {"question":"What does plan %s %d cost?","contexts":["Plan %s %d costs $%d. Plan %s is billed in month %d.","Vault %s %d is closed."],"answer":"Plan %s costs $%d. Vault %s %d is closed.","expected_answer":"$%d for %s","system":"%s"}\
            """
                .formatted(
                    name, i, name, i, i * 3, name, i % 12, name, i % 7, name, i * 3, name, i % 7,
                    i * 3, name, system));
      }
    }
    return Files.write(directory.resolve(name + ".jsonl"), lines);
  }

  private ConfigLoader.Loaded loaded(String name, Path answers, String... settings) {
    ConfigLoader loader =
        ConfigLoader.defaults()
            .set("store.path=" + directory.resolve(name))
            .set("systems.mine={kind=table,path=\"" + answers + "\",system-column=system}");
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    return loader.load();
  }
}
