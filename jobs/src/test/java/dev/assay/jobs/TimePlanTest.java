package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a dry run says of time and bytes. */
class TimePlanTest {
  @TempDir private Path folder;

  private static String printed(String... settings) {
    ConfigLoader loader =
        ConfigLoader.defaults()
            .set("llm.endpoints={gpt{kind=openai,base-url=\"http://localhost:1\",model=m}}");
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    return new DryRun(Pipeline.RUN, loader.load(), "the driver", OptionalLong.empty(), false)
        .toString()
        .replaceAll("\\(\\d+ cores\\)", "(n cores)");
  }

  @Test
  void recordedAnswersTellTimeAndBytesOfStagesThatGoByThem() throws Exception {
    Path recorded =
        Files.writeString(folder.resolve("answers.csv"), "question,answer\nq,a\nr,b\ns,c\n");
    String plan =
        printed(
            "systems={a{kind=table,path=\"%s\"}}".formatted(recorded),
            "evaluate.evaluators=[token_f1, groundedness]",
            "pipeline.stages=[ingest, answer, evaluate, analyze, report]");
    String time = "3 answers at most: less than [\\d.]+ s on this machine \\(n cores\\)";
    assertThat(plan)
        .containsPattern("answer\n.*\n.*\n    " + time + ", [\\d.]+ kB, and on top of it texts\n")
        .containsPattern(
            "evaluate\n.*\n.*\n    "
                + time
                + ", [\\d.]+ kB, and on top of it quoted sentences, what models read\n")
        .containsPattern("analyze\n.*\n.*\n    " + time + ", [\\d.]+ kB\n")
        .containsPattern("report\n.*\n.*\n    " + time + "\n")
        .doesNotContainPattern("ingest\n.*\n.*\n    3 answers")
        .doesNotContain("NaN", "not known");
  }

  @Test
  void whereOnlyTheInputTellsNothingIsSaidOfTime() {
    String plan =
        printed(
            "systems={a{kind=table,path=\"s3://b/a.parquet\"}}",
            "pipeline.stages=[answer, evaluate, analyze]");
    assertThat(plan).contains("known once the input is read").doesNotContain("on this machine");
  }

  /** 100 x 2 answers at most; how long an endpoint takes for them nobody knows. */
  @Test
  void ofAskedAnswersTheStagesBehindThemAreTold() {
    String plan =
        printed(
            "systems={a{kind=openai-chat,endpoint=gpt}}",
            "evaluate.evaluators=[token_f1, tone_judge]",
            "judges.endpoints=[gpt]",
            "sample.size=100",
            "generate.per-chunk=2",
            "pipeline.stages=[generate, answer, evaluate]");
    assertThat(plan)
        .doesNotContainPattern("answer\n.*\n.*\n    200 answers")
        .containsPattern(
            "evaluate\n.*\n.*\n    200 answers at most: less than .* on top of it quoted sentences, what"
                + " models read, calls\n");
  }
}
