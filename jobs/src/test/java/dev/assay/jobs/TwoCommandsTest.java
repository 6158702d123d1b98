package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.stores.CheckTables;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes that want the same store for all of five stages at the same time. */
@Tag("slow")
class TwoCommandsTest {
  private static final Path EXAMPLE =
      Path.of(System.getProperty("assay.root"), "conf", "example").toAbsolutePath();

  @TempDir private Path directory;

  @Test
  void oneOnThisMachineAndOneWithAClusterDoTheWorkOnce() throws Exception {
    ChildRun here = run("local[2]", List.of());
    ChildRun cluster = run("local-cluster[1,1,1024]", ChildRun.executors());
    assertThat(here.join()).as(here.output()).isZero();
    assertThat(cluster.join()).as(cluster.output()).isZero();
    List<String> said = List.of(here.output(), cluster.output());
    assertThat(said)
        .as("one waits for the other")
        .filteredOn(text -> text.contains("run: waiting for 'assay run'"))
        .hasSize(1)
        .allMatch(text -> text.contains("evaluate: nothing to do"));
    assertThat(said)
        .as("each stage is done once")
        .filteredOn(text -> text.contains("evaluate: 20 responses scored"))
        .hasSize(1);

    Store store =
        new Store(
            SharedSpark.session(),
            ConfigLoader.defaults().set("store.path=" + store()).load().config().store());
    assertThat(new CheckTables(store).violations()).isEmpty();
    assertThat(store.read(Tables.RESPONSES).count()).isEqualTo(20);
    assertThat(store.read(Tables.LABELS).count()).isEqualTo(20);
    assertThat(
            store.read(Tables.RUNS).select("stage", "status").collectAsList().stream()
                .map(row -> row.getString(0) + " " + row.getString(1)))
        .contains("answer done", "evaluate done", "label done", "calibrate done", "apply done")
        .allMatch(row -> row.endsWith(" done"));
  }

  private ChildRun run(String master, List<String> spark) {
    List<String> words = new ArrayList<>(List.of("run", "--wait", "10"));
    Stream.of(
            "run.name=two",
            "store.path=" + store(),
            "pipeline.stages=[answer, evaluate, label, calibrate, apply]",
            "evaluate.evaluators=[text_statistics, token_f1]",
            "systems.mine={kind=table,id-column=id,path=\"" + EXAMPLE + "/answers.jsonl\"}",
            "label.sources=[{path=\"" + EXAMPLE + "/labels.csv\"}]")
        .forEach(setting -> words.addAll(List.of("--set", setting)));
    return ChildRun.start(directory, master, 2, spark, words);
  }

  private String store() {
    return directory.resolve("store").toString();
  }
}
