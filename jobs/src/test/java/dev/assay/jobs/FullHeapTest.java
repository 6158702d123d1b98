package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.stores.CheckTables;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.io.BufferedWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A heap that ends, of the driver in local mode and of an executor: told in a line, nothing lost.
 */
@Tag("slow")
class FullHeapTest {
  /**
   * Answers to one question, so that one task has them all: 8 of 4 MB, a word every two characters,
   * and ten short ones.
   */
  private static final int LONG = 8;

  private static final int CHARACTERS = 4_000_000;
  private static final int SHORT = 10;

  @TempDir private Path directory;

  @BeforeEach
  void answers() throws Exception {
    String words = "a b c d. ".repeat(CHARACTERS / 9);
    try (BufferedWriter out = Files.newBufferedWriter(directory.resolve("answers.jsonl"))) {
      for (int i = 0; i < SHORT; i++) {
        out.write(line("What does card %d cost?".formatted(i), "short", "It costs $8."));
      }
      for (int i = 0; i < LONG; i++) {
        out.write(line("What do cards cost?", "long-" + i, words));
      }
    }
    Commands.run(SharedSpark.session(), loaded("evaluate.evaluators=[token_f1]"), "answer");
  }

  @Test
  void ofTheDriverIsOneLineAndTheSameCommandGoesOn() throws Exception {
    ChildRun full = ChildRun.start(directory, "local[2]", 2, logs(), Ballast.class, words());
    assertTold(full, "assay: The driver's heap is full (");
    assertGoesOn(ChildRun.start(directory, "local[2]", 2, logs(), words()));
  }

  private void assertTold(ChildRun run, String line) throws Exception {
    assertThat(run.join()).as(run.output()).isEqualTo(1);
    assertThat(run.output()).containsOnlyOnce(line).doesNotContain("\tat ");
    assertThat(run.output().substring(run.output().indexOf(line)))
        .contains("the same command goes on")
        .doesNotContain("\n");
  }

  private void assertGoesOn(ChildRun run) throws Exception {
    assertThat(run.join()).as(run.output()).isZero();
    Store store = new Store(SharedSpark.session(), loaded("run.name=x").config().store());
    assertThat(store.read(Tables.SCORES).select("case_id", "system").distinct().count())
        .isEqualTo(LONG + SHORT);
    assertThat(new CheckTables(store).violations()).isEmpty();
  }

  private List<String> words() {
    List<String> words = new ArrayList<>(List.of("evaluate"));
    settings().forEach(setting -> words.addAll(List.of("--set", setting)));
    return words;
  }

  private Stream<String> settings() {
    return Stream.of(
        "store.path=" + directory.resolve("store"),
        "evaluate.evaluators=[text_statistics]",
        "systems.mine={kind=table,system-column=system,path=\""
            + directory.resolve("answers.jsonl")
            + "\"}");
  }

  private ConfigLoader.Loaded loaded(String setting) {
    ConfigLoader loader = ConfigLoader.defaults();
    for (String one : settings().toList()) {
      loader = loader.set(one);
    }
    return loader.set(setting).load();
  }

  private static List<String> logs() {
    return List.of(
        "log4j2.configurationFile=file:"
            + Path.of(System.getProperty("assay.root", "..")).toAbsolutePath()
            + "/conf/log4j2.properties");
  }

  private static String line(String question, String system, String answer) {
    return "{\"question\": \"%s\", \"system\": \"%s\", \"answer\": \"%s\"}\n"
        .formatted(question, system, answer);
  }

  /** The command in a heap of which little is left. */
  static final class Ballast {
    private static final List<byte[]> HELD = new ArrayList<>();

    private Ballast() {}

    public static void main(String[] words) {
      for (int i = 0; i < 18; i++) {
        HELD.add(new byte[100 << 20]);
      }
      Main.main(words);
      System.out.println(HELD.size());
    }
  }
}
