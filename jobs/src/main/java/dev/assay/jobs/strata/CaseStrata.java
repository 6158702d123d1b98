package dev.assay.jobs.strata;

import static org.apache.spark.sql.functions.col;

import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.spark.Kept;
import dev.assay.tables.Tables;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Table {@code case_strata}. */
final class CaseStrata {
  private CaseStrata() {}

  /** Writes {@code placed} in the place of all that there was. */
  static void replace(Run run, Dataset<Row> placed) {
    Dataset<Row> gone =
        run.store()
            .read(Tables.CASE_STRATA)
            .select("case_id")
            .join(placed, RunCoverage.on(List.of("case_id")), "left_anti")
            .transform(Kept::cut);
    if (!gone.isEmpty()) {
      // None is better than one of other strata, should the run end between the two.
      run.store().deleteWhere(Tables.CASE_STRATA, col("case_id").isNotNull());
    }
    run.store().merge(Tables.CASE_STRATA, placed);
  }
}
