package dev.assay.jobs.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.jobs.Commands;
import dev.assay.jobs.LabelledStore;
import dev.assay.jobs.SparkJobs;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an analysis keeps of a table that it writes at its end. */
class SaidOnceTest {
  @TempDir private Path home;

  /** There are so many rows of other runs that it would be Delta that deletes this one's. */
  @Test
  void whatPeopleSaidIsNotComputedAgainWhereAnswersAreWritten() throws Exception {
    LabelledStore labelled = new LabelledStore(home, 60, 40, 2, "analyze.replicates=100");
    Store store = labelled.runner.store();
    store.append(
        Tables.RUN_CASES,
        SharedSpark.session()
            .range(30_000)
            .crossJoin(store.read(Tables.RUN_CASES).limit(1).drop("case_id", "run_id"))
            .selectExpr("sha2(string(id), 256) AS case_id", "'other' AS run_id", "*"));
    assertThat(store.isSmall(Tables.RUN_CASES)).isFalse();
    try (SparkJobs jobs = new SparkJobs()) {
      Commands.run(SharedSpark.session(), labelled.loaded, "analyze");
      assertThat(jobs.made()).extracting(SparkJobs.Made::label).isNotEmpty();
      assertThat(jobs.made())
          .extracting(SparkJobs.Made::label)
          .noneMatch(label -> label.endsWith("writing run_cases"));
    }
    assertThat(store.read(Tables.RUN_CASES).where("judged IS NOT NULL").count())
        .as("two systems' answers to 60 questions, of which people labelled 40")
        .isEqualTo(120);
  }
}
