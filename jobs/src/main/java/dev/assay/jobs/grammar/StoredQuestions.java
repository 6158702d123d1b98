package dev.assay.jobs.grammar;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;

import dev.assay.jobs.batches.CommitBatches;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.suites.KnownCases;
import dev.assay.spark.Kept;
import dev.assay.tables.Tables;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;

/**
 * The cases of the run in the store. Until the run has ended, those that it has committed are in
 * {@code run_cases} with repeat −1: so the same run, begun again after a database went away, knows
 * what is done.
 */
final class StoredQuestions {
  private static final int UNDER_WAY = -1;

  private final Run run;
  private final boolean known;

  /**
   * @param suite whose earlier cases are looked at: where there are any, what the database says now
   *     holds
   */
  StoredQuestions(Run run, String suite) {
    this.run = run;
    this.known =
        !run.store()
            .read(Tables.TEST_CASES)
            .where(col("suite").equalTo(suite))
            .join(underWay().select("case_id"), RunCoverage.on(List.of("case_id")), "left_anti")
            .isEmpty();
  }

  private Dataset<Row> underWay() {
    return run.store()
        .read(Tables.RUN_CASES)
        .where(col("run_id").equalTo(run.runId()).and(col("repeat").equalTo(UNDER_WAY)));
  }

  /** Combinations whose cases an earlier attempt of this run has not committed. */
  Dataset<Row> pending(Dataset<Row> combinations) {
    Dataset<Row> begun = underWay();
    if (begun.isEmpty()) {
      return combinations;
    }
    Dataset<Row> done =
        run.store()
            .read(Tables.TEST_CASES)
            .join(begun.select("case_id"), RunCoverage.on(List.of("case_id")), "left_semi")
            .select("group_id")
            .distinct();
    return combinations.join(done, RunCoverage.on(List.of("group_id")), "left_anti");
  }

  /**
   * Commits cases. Of two groups that ask and answer the same in the same words one has the case.
   */
  void commit(Dataset<Row> made) {
    Dataset<Row> cases = made.persist(StorageLevel.MEMORY_AND_DISK());
    try {
      Dataset<Row> once = once(cases);
      if (known) {
        KnownCases.put(run, once.drop("created_at"));
      } else {
        run.store().insertMissing(Tables.TEST_CASES, once);
      }
      run.store().append(Tables.RUN_CASES, covered(once, UNDER_WAY));
    } finally {
      cases.unpersist();
    }
  }

  private static Dataset<Row> once(Dataset<Row> cases) {
    Dataset<Row> twice =
        cases
            .groupBy("case_id")
            .agg(count(lit(1)).as("n"), min("group_id").as("kept"))
            .where(col("n").gt(1))
            .select("case_id", "kept")
            .transform(Kept::cut);
    if (twice.isEmpty()) {
      return cases;
    }
    return cases
        .join(twice, RunCoverage.on(List.of("case_id")), "left")
        .where(col("kept").isNull().or(col("kept").equalTo(col("group_id"))))
        .drop("kept")
        .dropDuplicates("case_id");
  }

  /**
   * Ends the run: what it covers is what was committed under way. Returns how many cases. They are
   * read from the table that is written, so they are kept meanwhile: on disk, since there may be
   * millions.
   */
  long end() {
    Dataset<Row> all =
        CommitBatches.apart(underWay().select("case_id").distinct())
            .persist(StorageLevel.DISK_ONLY());
    try {
      long cases = all.count();
      RunCoverage.record(run, covered(all, 0));
      return cases;
    } finally {
      all.unpersist();
    }
  }

  private Dataset<Row> covered(Dataset<Row> cases, int repeat) {
    Dataset<Row> rows =
        cases
            .select("case_id")
            .withColumn("run_id", lit(run.runId()))
            .withColumn("system", lit(""))
            .withColumn("repeat", lit(repeat));
    for (String column : Tables.RUN_CASES.schema().fieldNames()) {
      if (!List.of(rows.columns()).contains(column)) {
        Column absent = lit(null).cast(Tables.RUN_CASES.schema().apply(column).dataType());
        rows = rows.withColumn(column, absent);
      }
    }
    return rows;
  }
}
