package dev.assay.report;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.evaluators.similarity.Groundedness;
import dev.assay.jobs.SparkJobs;
import dev.assay.jobs.engine.ClosingWords;
import dev.assay.tables.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClosingWordsTest {
  private final ReportPage page;
  private final SampleStore sample;

  ClosingWordsTest(@TempDir Path home) {
    sample = SampleStore.full(home);
    page = new ReportPage(sample.store(), sample.config(), List.of(new Groundedness().spec()));
  }

  @Test
  void areSaidAgainWithoutAJobUntilATableMoves() throws Exception {
    List<String> first = page.headline();
    assertThat(first).anyMatch(line -> line.startsWith("What people would pass"));
    try (SparkJobs jobs = new SparkJobs()) {
      assertThat(page.headline()).isEqualTo(first);
      assertThat(jobs.labels()).isEmpty();
    }
    sample.store().deleteWhere(Tables.LEADERBOARD, col("system").equalTo("dense"));
    assertThat(page.headline()).isNotEqualTo(first);
  }

  @Test
  void areThoseOfThePageWithoutReadingTheTablesAgain() throws Exception {
    page.html(Instant.EPOCH);
    List<String> kept;
    try (SparkJobs jobs = new SparkJobs()) {
      kept = page.headline();
      assertThat(jobs.labels()).isEmpty();
    }
    try (Stream<Path> files = Files.list(Path.of(sample.store().path("")))) {
      Path words =
          files
              .filter(file -> file.getFileName().toString().startsWith(ClosingWords.FILE))
              .findFirst()
              .orElseThrow();
      Files.delete(words);
    }
    assertThat(page.headline()).isEqualTo(kept);
  }
}
