package dev.assay.jobs.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.jobs.TestRun;
import dev.assay.jobs.engine.Run;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinksTest {
  @TempDir Path dir;
  private Path docs;

  @BeforeEach
  void filesAndLinks() throws IOException {
    docs = Files.createDirectories(dir.resolve("docs"));
    Path outside = Files.createDirectories(dir.resolve("outside"));
    Files.writeString(outside.resolve("secret.txt"), "The secret of the house.");
    Files.writeString(docs.resolve("own.txt"), "A document of its own.");
    Files.writeString(docs.resolve("rows.jsonl"), "{\"id\": 7, \"text\": \"A row of JSON.\"}\n");
    Files.createSymbolicLink(docs.resolve("alias.md"), Path.of("own.txt"));
    Files.createSymbolicLink(docs.resolve("out.txt"), outside.resolve("secret.txt"));
    Files.createSymbolicLink(docs.resolve("away"), outside);
    Files.createSymbolicLink(docs.resolve("again"), Path.of("."));
    Files.createSymbolicLink(docs.resolve("nowhere.txt"), Path.of("missing.txt"));
  }

  @Test
  void areNotFollowedOutOfTheCorpusNorInCircles() {
    Run run = TestRun.of(dir, "ingest", TestRun.source(docs));
    new Ingest().run(run);
    assertThat(texts(run)).containsExactly("A document of its own.", "A row of JSON.");
    assertThat(rows(run, Tables.REJECTED))
        .extracting(
            row ->
                Path.of(row.<String>getAs("source")).getFileName()
                    + ": "
                    + row.<String>getAs("reason").replaceAll(", to .*", ""))
        .containsExactlyInAnyOrder(
            "out.txt: it is a symbolic link that leads out of the source",
            "away: it is a symbolic link that leads out of the source",
            "again: it is a symbolic link to a folder of the source (corpus.follow-links)",
            "nowhere.txt: it is a symbolic link that leads nowhere");
  }

  @Test
  void areFollowedWhereThatIsSaid() throws IOException {
    Files.delete(docs.resolve("again"));
    Files.delete(docs.resolve("nowhere.txt"));
    Run run = TestRun.of(dir, "ingest", TestRun.source(docs), "corpus.follow-links=true");
    new Ingest().run(run);
    assertThat(texts(run)).contains("The secret of the house.");
  }

  private static List<String> texts(Run run) {
    return rows(run, Tables.DOCUMENTS).stream()
        .map(row -> row.<String>getAs("text"))
        .sorted()
        .toList();
  }

  private static List<Row> rows(Run run, Table table) {
    return run.store().read(table).collectAsList();
  }
}
