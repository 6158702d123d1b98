package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A standalone master that starts executors for ever, since each ends as soon as it starts: Spark
 * wants 450 MB of heap, and 460 MB less a survivor space of a young generation of 384 MB have less.
 */
@Tag("slow")
class DyingExecutorsTest {
  /** Too little heap, and a JVM that cannot start. */
  @ParameterizedTest
  @CsvSource({
    "spark.executor.memory=460m, 460m",
    "spark.executor.extraJavaOptions=-javaagent:none, 1g"
  })
  @Timeout(180)
  void endTheCommandWithOneLineInsteadOfLettingItWait(
      String setting, String memory, @TempDir Path directory) throws Exception {
    Path answers =
        Files.writeString(
            directory.resolve("answers.jsonl"), "{\"question\": \"Who?\", \"answer\": \"Ada.\"}\n");
    List<String> spark =
        ChildRun.executors(
            setting,
            "log4j2.configurationFile=file:"
                + Path.of(System.getProperty("assay.root", "..")).toAbsolutePath()
                + "/conf/log4j2.properties");
    ChildRun run =
        ChildRun.start(
            directory,
            "local-cluster[1,1,1024]",
            1,
            spark,
            List.of(
                "answer",
                "--set",
                "store.path=" + directory.resolve("store"),
                "--set",
                "systems.mine={kind=table,path=\"" + answers + "\"}",
                "--outcome",
                directory.resolve("outcome.json").toString()));
    assertThat(run.join()).as(run.output()).isEqualTo(1);
    assertThat(run.output())
        .containsOnlyOnce(
            "assay: Executors end as soon as they start, 6 of them one after another (the last:"
                + " Command exited with code 1).")
        .contains(
            "spark.executor.memory is "
                + memory
                + ", give each 1 GB or more with --executor-memory")
        .contains("the same command goes on where it was")
        .doesNotContain("failed unexpectedly", "dying executors");
    assertThat(directory.resolve("outcome.json"))
        .content()
        .contains("\"exit_code\":1,", "Executors end as soon as they start");
  }
}
