package dev.assay.jobs.engine;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;

import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Questions that stage {@code shrink} makes up to find out what fails. No other stage is about
 * them: they are placed nowhere, and what earlier stages read is the same with and without them.
 */
public final class ProbeCases {
  /** Before the name of the perturbation that they are a part of. */
  public static final String NAMED = "shrink:";

  private ProbeCases() {}

  /** Whether a row of test_cases is one. */
  public static Column is() {
    return coalesce(col("perturbation").startsWith(NAMED), lit(false));
  }

  /** Those of some {@code rows} of {@code table} that are not about one. */
  static Dataset<Row> without(Store store, Table table, Dataset<Row> rows) {
    if (table == Tables.TEST_CASES) {
      return rows.where(not(is()));
    }
    boolean byCase = Arrays.asList(table.schema().fieldNames()).contains("case_id");
    if (!byCase || table == Tables.LEAST_EDITS || store.isBlank(Tables.LEAST_EDITS)) {
      return rows;
    }
    Dataset<Row> probes = store.read(Tables.TEST_CASES).where(is()).select("case_id");
    return rows.join(probes, RunCoverage.on(List.of("case_id")), "left_anti");
  }
}
