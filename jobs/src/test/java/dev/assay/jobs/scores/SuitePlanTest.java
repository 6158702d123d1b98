package dev.assay.jobs.scores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.AssayConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.answers.Answer;
import dev.assay.jobs.engine.Plan;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What --dry-run counts of suites and of recorded files, whose lines it can see. */
class SuitePlanTest {
  private static final String FEE = "{\"role\":\"user\",\"content\":\"And its fee?\"}";
  private static final String CARD = "{\"role\":\"user\",\"content\":\"Is there a card?\"}";
  private static final String GOLD = "{\"role\":\"assistant\",\"content\":\"Gold.\"}";

  @TempDir private Path folder;

  private Path suite() throws Exception {
    return Files.writeString(
        folder.resolve("talks.jsonl"),
        "{\"question\":\"Alone?\"}\n"
            + "{\"messages\":[%s,%s,%s]}\n".formatted(CARD, GOLD, FEE)
            + "{\"messages\":[%s,%s]}\n".formatted(CARD, FEE)
            + "{\"messages\":[%s,%s,%s]}\n".formatted(CARD, CARD, FEE)
            + "no json\n");
  }

  /** 5 records and 1 + 2 turns without a reply, 2 repeats, of 2 systems. */
  @Test
  void turnsBeforeTheQuestionAreCalls() throws Exception {
    Plan plan =
        new Answer()
            .plan(
                config(
                    "tests.sources=[{path=\"%s\"}]".formatted(suite()),
                    "pipeline.stages=[tests, answer]",
                    "answer.repeats=2",
                    "systems={a{kind=openai-chat,endpoint=gpt},b{kind=openai-chat,endpoint=gpt}}"));
    assertThat(plan.llmCalls()).isEqualTo((5 + 3) * 2 * 2);
    assertThat(plan.notes().toString()).contains("their 3 turns before the question");
  }

  /** A judge is asked about each of 5 cases' answers of one system, and about 3 recorded ones. */
  @Test
  void judgesAreAskedAboutSuitesAndRecordedAnswers() throws Exception {
    Path recorded =
        Files.writeString(folder.resolve("answers.csv"), "question,answer\nq,a\nr,b\ns,c\n");
    String tests = "tests.sources=[{path=\"%s\"}]".formatted(suite());
    String judge = "evaluate.evaluators=[tone_judge]";
    String table = "systems={a{kind=table,path=\"%s\"}}".formatted(recorded);
    String asked = "systems.b={kind=openai-chat,endpoint=gpt}";
    String stages = "pipeline.stages=[tests, answer, evaluate]";
    long each = JudgedPlan.of(config(judge, table)).llmCalls() / 3;
    assertThat(each).isPositive();
    assertThat(JudgedPlan.of(config(judge, table, stages)).llmCalls()).isEqualTo(3 * each);
    assertThat(JudgedPlan.of(config(judge, tests, stages, table, asked)).llmCalls())
        .isEqualTo((3 + 5) * each);
    Plan unknown =
        JudgedPlan.of(config(judge, "systems={a{kind=table,path=\"s3://b/a.parquet\"}}"));
    assertThat(unknown.llmCalls()).isZero();
    assertThat(unknown.notes().toString()).contains("not counted here");
  }

  private static AssayConfig config(String... settings) {
    ConfigLoader loader =
        ConfigLoader.defaults()
            .set("llm.endpoints={gpt{kind=openai,base-url=\"http://localhost:1\",model=m}}")
            .set("judges.endpoints=[gpt]");
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    return loader.load().config();
  }
}
