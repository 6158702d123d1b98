package dev.assay.jobs.corpus;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.base.Hashes;
import dev.assay.jobs.TestRun;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.StageException;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbedTest {
  @TempDir Path dir;

  @Test
  void embedsEachDistinctTextOnceAndOnlyWhatIsNew() {
    Run run = TestRun.of(dir, "embed");
    chunks(run, "Fees are low.", "Fees are low.", "Cards cost two dollars.");
    assertThat(new Embed().run(run).values()).containsEntry("texts embedded", 2L);
    chunks(run, "A third text.");
    assertThat(new Embed().run(run).values())
        .containsEntry("texts embedded", 1L)
        .containsEntry("texts", 3L);
    assertThat(
            run.store()
                .read(Tables.EMBEDDINGS)
                .orderBy(col("text_hash"))
                .select("text_hash")
                .collectAsList())
        .extracting(row -> row.getString(0))
        .containsExactlyInAnyOrder(
            Hashes.sha256("Fees are low."),
            Hashes.sha256("Cards cost two dollars."),
            Hashes.sha256("A third text."));
  }

  @Test
  void withoutChunksItSaysWhatToRunFirst() {
    assertThatThrownBy(() -> new Embed().run(TestRun.of(dir, "embed")))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("assay ingest");
  }

  private static void chunks(Run run, String... texts) {
    List<Row> rows = new java.util.ArrayList<>();
    for (int i = 0; i < texts.length; i++) {
      String id = Hashes.sha256(texts[i], Integer.toString(i));
      rows.add(RowFactory.create(id, "doc", i, 0, texts[i].length(), texts[i], 5, 1));
    }
    run.store()
        .append(Tables.CHUNKS, SharedSpark.session().createDataFrame(rows, Tables.CHUNKS.schema()));
  }
}
