package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.stores.CheckTables;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file system of a few hundred kilobytes, where whoever tests may mount one. */
@Tag("slow")
class SmallDiskTest {
  private static final int RESPONSES = 400;

  @TempDir private Path directory;
  private Path disk;
  private List<String> settings;

  @BeforeEach
  void smallDisk() throws Exception {
    disk = Files.createDirectories(directory.resolve("disk"));
    assumeTrue(
        mount("-t", "tmpfs", "-o", "size=64k", "assay", disk.toString()) == 0,
        "nobody may mount a file system here");
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < RESPONSES; i++) {
      lines.add(
          "{\"question\":\"What does safe %d cost?\",\"answer\":\"Safe %d costs $%d.\"}"
              .formatted(i, i, i * 3));
    }
    Path answers = Files.write(directory.resolve("answers.jsonl"), lines);
    settings =
        List.of(
            "store.path=" + disk.resolve("store"),
            "systems.mine={kind=table,path=\"" + answers + "\"}",
            "evaluate.evaluators=[text_statistics, looping]");
  }

  @AfterEach
  void gone() throws Exception {
    new ProcessBuilder("umount", "-l", disk.toString()).start().waitFor(60, TimeUnit.SECONDS);
  }

  /** It is full while tables are made, and while scores are written. */
  @Test
  void aFullDiskIsOneLineAndTheSameCommandGoesOn() throws Exception {
    for (String size : List.of("100k", "400k")) {
      resize("size=" + size);
      assertThat(endsWithOneLine("run")).contains("The disk is full: ", "the same command goes on");
    }
    resize("size=100m");
    ConfigLoader loader = ConfigLoader.defaults();
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    Commands.run(SharedSpark.session(), loader.load(), "answer");
    Commands.run(SharedSpark.session(), loader.load(), "evaluate");
    Store store = new Store(SharedSpark.session(), loader.load().config().store());
    assertThat(store.read(Tables.RESPONSES).count()).isEqualTo(RESPONSES);
    assertThat(new CheckTables(store).violations()).isEmpty();

    resize("ro");
    assertThat(endsWithOneLine("analyze")).contains("The file system can only be read: ");
    resize("rw");
  }

  /** What it says last, where it says nothing of a program's inside. */
  private String endsWithOneLine(String command) throws Exception {
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(List.of("--set", "pipeline.stages=[answer, evaluate]"));
    settings.forEach(setting -> words.addAll(List.of("--set", setting)));
    String logs =
        "log4j2.configurationFile=file:"
            + Path.of(System.getProperty("assay.root", "..")).toAbsolutePath()
            + "/conf/log4j2.properties";
    ChildRun run = ChildRun.start(directory, "local[2]", 2, List.of(logs), words);
    assertThat(run.join()).as(run.output()).isEqualTo(1);
    assertThat(run.output())
        .doesNotContain("\tat ", "Exception", " ERROR ")
        .containsOnlyOnce("assay: ");
    return run.output().substring(run.output().indexOf("assay: "));
  }

  private void resize(String options) throws Exception {
    assertThat(mount("-o", "remount," + options, disk.toString())).isZero();
  }

  private static int mount(String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("mount"));
    command.addAll(List.of(words));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getInputStream().readAllBytes();
      return process.waitFor();
    } catch (java.io.IOException absent) {
      return -1;
    }
  }
}
