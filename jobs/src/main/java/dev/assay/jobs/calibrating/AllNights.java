package dev.assay.jobs.calibrating;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Rows of all nights that have labels as if they were of one: what another night says of a case is
 * one more answer of the system to it, so it is a further repeat, below 0. Questions stay together
 * by their group.
 *
 * @param others the other nights with labels, in order
 */
record AllNights(Run run, List<String> others) {
  /** More than any night has repeats. */
  private static final int REPEATS = 1 << 20;

  static AllNights of(Run run) {
    Store store = run.store();
    return new AllNights(
        run,
        store
            .read(Tables.LABELS.ofAllNights())
            .where(col(Table.NIGHT).notEqual(store.night()))
            .select(Table.NIGHT)
            .distinct()
            .orderBy(Table.NIGHT)
            .collectAsList()
            .stream()
            .map(row -> row.<String>getAs(Table.NIGHT))
            .toList());
  }

  /** The rows of this night and of the others. */
  Dataset<Row> read(Table table) {
    Store store = run.store();
    return others.isEmpty()
        ? store.read(table)
        : store.read(table).union(repeated(store.read(table.ofAllNights()), table.columns()));
  }

  /**
   * {@code rows}, which are of this night, and those of the others.
   *
   * @param elsewhere the same columns and {@value Table#NIGHT}
   */
  Dataset<Row> and(Dataset<Row> rows, Dataset<Row> elsewhere) {
    Column[] columns =
        java.util.Arrays.stream(rows.columns()).map(name -> col(name)).toArray(Column[]::new);
    return others.isEmpty() ? rows : rows.union(repeated(elsewhere, columns));
  }

  /** Covered responses of all these nights, as {@link RunCoverage#responses(Run)} has them. */
  Dataset<Row> responses() {
    if (others.isEmpty()) {
      return RunCoverage.responses(run);
    }
    List<String> answered =
        run
            .store()
            .read(Tables.RUNS)
            .where(col("stage").equalTo("answer").and(col("status").equalTo("done")))
            .where(col("name").equalTo(run.config().run().name()))
            .select("run_id")
            .collectAsList()
            .stream()
            .map(row -> row.<String>getAs("run_id"))
            .toList();
    Column[] key = {col("case_id"), col("system"), col("repeat")};
    Dataset<Row> covered =
        and(
            run.covered("answer").select(key),
            run.store()
                .read(Tables.RUN_CASES.ofAllNights())
                .where(col("run_id").isin(answered.toArray()))
                .select(key[0], key[1], key[2], col(Table.NIGHT))
                .distinct());
    return RunCoverage.responses(run, covered, read(Tables.RESPONSES));
  }

  private Dataset<Row> repeated(Dataset<Row> elsewhere, Column[] columns) {
    Column repeat = lit(null).cast("int");
    for (int i = 0; i < others.size(); i++) {
      repeat =
          when(col(Table.NIGHT).equalTo(others.get(i)), col("repeat").minus((i + 1) * REPEATS))
              .otherwise(repeat);
    }
    return elsewhere
        .where(col(Table.NIGHT).isin(others.toArray()))
        .withColumn("repeat", repeat)
        .select(columns);
  }
}
