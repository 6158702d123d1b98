package dev.assay.jobs.suites;

import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map_entries;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.to_json;

import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.spark.Kept;
import dev.assay.tables.Tables;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;

/** Cases that users' files say something about: what they say now holds. */
public final class KnownCases {
  private KnownCases() {}

  /**
   * Stores {@code cases} (all columns of test_cases but created_at), those that are new or of which
   * the file says something else than before, and returns how many these are.
   */
  public static long put(Run run, Dataset<Row> cases) {
    Dataset<Row> stored =
        run.store()
            .read(Tables.TEST_CASES)
            .select(col("case_id"), content().as("__stored"), col("created_at").as("__created"));
    Dataset<Row> changed =
        cases
            .withColumn("__content", content())
            .join(stored, RunCoverage.on(List.of("case_id")), "left")
            .where(col("__stored").isNull().or(col("__stored").notEqual(col("__content"))))
            .withColumn("created_at", coalesce(col("__created"), lit(run.time())))
            .select(
                Arrays.stream(Tables.TEST_CASES.schema().fieldNames())
                    .map(org.apache.spark.sql.functions::col)
                    .toArray(Column[]::new))
            .transform(Kept::apart);
    long count = changed.count();
    if (count > 0) {
      run.store().merge(Tables.TEST_CASES, changed);
    }
    return count;
  }

  /** A case as text, NULLs left out. */
  private static Column content() {
    return to_json(
        struct(
            Arrays.stream(Tables.TEST_CASES.schema().fields())
                .filter(field -> !field.name().equals("created_at"))
                .map(KnownCases::value)
                .toArray(Column[]::new)));
  }

  private static Column value(StructField field) {
    Column column = col(field.name());
    return field.dataType() instanceof MapType
        ? array_sort(map_entries(column)).as(field.name())
        : column;
  }
}
