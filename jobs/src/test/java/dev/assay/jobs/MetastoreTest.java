package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.report.SampleStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A Spark with a Hive metastore (Derby, in a folder), as on a platform with a catalog: stage by
 * stage into tables that have names instead of paths, and views that another program finds.
 */
@Tag("slow")
class MetastoreTest {
  private static final List<String> STAGES =
      List.of(
          "ingest",
          "embed",
          "stratify",
          "sample",
          "generate",
          "answer",
          "evaluate",
          "label",
          "calibrate",
          "apply",
          "analyze",
          "report");

  @TempDir private Path home;

  @Test
  void everyStageByNamesAndTheViewsOutlastThem() throws Exception {
    Path documents = Files.createDirectories(home.resolve("documents"));
    for (int i = 0; i < 8; i++) {
      Files.writeString(
          documents.resolve("card" + i + ".txt"),
          ("Card %1$d is a card for travellers. It costs %1$d0 dollars a year. A replacement of"
                  + " card %1$d costs %1$d dollars. The limit of card %1$d is %1$d000 dollars.")
              .formatted(i + 1));
    }
    List<String> words = new ArrayList<>();
    for (String stage : STAGES) {
      words.addAll(command(stage, documents));
    }
    List<String> views = command("tables", documents);
    views.add(1, "--views");
    words.addAll(views);
    // A store that has a path: its tables get names beside the others.
    SampleStore.full(Files.createDirectories(home.resolve("sample")));
    words.addAll(
        List.of(
            "tables",
            "--views",
            "--set",
            "store.path=\"" + home.resolve("sample/store") + "\"",
            "--set",
            "store.schema=by_path",
            ";"));
    String told = child(words);
    assertThat(told).contains("ended report").contains("views in database 'named'");
    assertThat(told).contains("views in database 'by_path'");
    assertThat(home.resolve("report.html")).isNotEmptyFile();

    String read =
        child(
            List.of(
                "SELECT count(*) > 0 FROM named.v_leaderboard",
                ";",
                "SELECT DISTINCT system FROM named.v_decisions ORDER BY system",
                ";",
                "SELECT count(*) FROM by_path.v_leaderboard",
                ";"));
    assertThat(read).contains("row [true]", "row [dense]", "row [faulty]", "row [51]");
  }

  private List<String> command(String stage, Path documents) {
    List<String> words = new ArrayList<>(List.of(stage));
    for (String setting :
        List.of(
            "store.catalog=spark_catalog",
            "store.schema=named",
            "llm.journal=\"" + home.resolve("journal") + "\"",
            "report.path=\"" + home.resolve("report.html") + "\"",
            "corpus.sources=[{path=\"" + documents + "\"}]",
            "stratify={min-k=2,max-k=3}",
            "sample.size=8",
            "generate.per-chunk=1",
            "systems={dense{kind=embedded,retriever=dense},faulty{kind=embedded,retriever=sparse,faults=0.5}}",
            "evaluate.evaluators=[token_f1,rouge]",
            "calibrate.metrics=[\"token_f1.token_f1\"]",
            "label.sources=[{path=planted-truth}]")) {
      words.addAll(List.of("--set", setting));
    }
    words.add(";");
    return words;
  }

  private String child(List<String> words) throws InterruptedException {
    ChildRun run =
        ChildRun.start(
            home,
            "local[2]",
            2,
            List.of(
                "spark.sql.catalogImplementation=hive",
                "spark.hadoop.javax.jdo.option.ConnectionURL=jdbc:derby:;databaseName="
                    + home.resolve("metastore")
                    + ";create=true",
                "derby.stream.error.file=" + home.resolve("derby.log")),
            MetastoreStages.class,
            words);
    assertThat(run.join()).as(run.output()).isZero();
    return run.output();
  }
}
