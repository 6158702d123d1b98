package dev.assay.jobs.questions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.BankStore;
import dev.assay.jobs.Commands;
import dev.assay.jobs.TestRun;
import dev.assay.jobs.corpus.Corpora;
import dev.assay.retrieval.Chunk;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A corpus of 12 chunks or more, of which questions are checked against 5. */
class LargerCorpusTest {
  private static final SparkSession SPARK = SharedSpark.session();

  @TempDir private Path home;

  @Test
  void questionsAreMadeOfTheSampleWhateverTheCorpusSize() {
    BankStore.sampled(home.resolve("store"));
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults()
            .set("store.path=" + home.resolve("store"))
            .set("stratify.min-k=2")
            .set("stratify.max-k=2")
            .set("sample.size=3")
            .set("sample.pairs.inside=0")
            .set("sample.pairs.across=0")
            .set("generate.index-chunks=5")
            .load();
    Commands.run(SPARK, loaded, "sample");
    assertThat(Commands.run(SPARK, loaded, "generate").values().get("test cases")).isPositive();
    Store store = new Store(SPARK, loaded.config().store());
    Set<String> sources =
        new TreeSet<>(
            store
                .read(Tables.TEST_CASES)
                .selectExpr("explode(source_chunk_ids)")
                .as(Encoders.STRING())
                .collectAsList());
    assertThat(sources).isNotEmpty().hasSizeLessThanOrEqualTo(3);

    String wanted = sources.iterator().next();
    var run = TestRun.of(home, "generate");
    List<String> ids =
        Corpora.around(run, List.of(wanted), 5).chunks().stream().map(Chunk::chunkId).toList();
    assertThat(ids).hasSize(5).contains(wanted).isSorted();
    // A smaller part is inside a larger one.
    assertThat(ids)
        .containsAll(
            Corpora.around(run, List.of(wanted), 3).chunks().stream().map(Chunk::chunkId).toList());
    assertThat(store.read(Tables.CHUNKS).count()).isGreaterThan(5);
  }
}
