package dev.assay.jobs.calibrating;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.pmod;
import static org.apache.spark.sql.functions.udf;

import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.types.DataTypes;

/**
 * Rows of all nights that have labels as if they were of one: what another night says of a case is
 * one more answer of the system to it, so it is a further repeat, below 0. Questions stay together
 * by their group.
 *
 * @param others the other nights with labels, in order
 */
record AllNights(Run run, List<String> others) {
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
    Column[] key = {col("case_id"), col("system"), col("repeat")};
    Dataset<Row> covered = and(run.covered("answer").select(key), covered());
    return RunCoverage.responses(run, covered, read(Tables.RESPONSES));
  }

  /**
   * case_id, system, repeat and {@value Table#NIGHT} of what the last {@code answer} of this run's
   * name covers in each of the other nights. Of a night of which no such run of any name is left it
   * cannot be known; all its responses are covered then.
   */
  private Dataset<Row> covered() {
    Store store = run.store();
    Map<String, String> names = new LinkedHashMap<>();
    for (Row row :
        store
            .read(Tables.RUNS)
            .where(col("stage").equalTo("answer").and(col("status").equalTo("done")))
            .orderBy(col("ended_at").desc(), col("run_id"))
            .select("run_id", "name")
            .collectAsList()) {
      names.put(row.getAs("run_id"), row.getAs("name"));
    }
    Dataset<Row> cases = store.read(Tables.RUN_CASES.ofAllNights());
    Map<String, String> nights = new HashMap<>();
    for (Row row :
        cases
            .where(col("run_id").isin(names.keySet().toArray()))
            .select("run_id", Table.NIGHT)
            .distinct()
            .collectAsList()) {
      nights.put(row.getAs("run_id"), row.getAs(Table.NIGHT));
    }
    Map<String, String> newest = new TreeMap<>();
    TreeSet<String> unknown = new TreeSet<>(others);
    unknown.removeAll(nights.values());
    names.forEach(
        (id, name) -> {
          if (name.equals(run.config().run().name()) && nights.containsKey(id)) {
            newest.putIfAbsent(nights.get(id), id);
          }
        });
    Column[] key = {col("case_id"), col("system"), col("repeat"), col(Table.NIGHT)};
    Dataset<Row> known =
        cases.where(col("run_id").isin(newest.values().toArray())).select(key).distinct();
    return unknown.isEmpty()
        ? known
        : known.union(
            store
                .read(Tables.RESPONSES.ofAllNights())
                .where(col(Table.NIGHT).isin(unknown.toArray()))
                .select(key));
  }

  /** The repeat as which {@code repeat} of {@code night}, one of all these, counts. */
  Column place(Column night, Column repeat) {
    HashMap<String, Integer> places = new HashMap<>();
    for (int i = 0; i < others.size(); i++) {
      places.put(others.get(i), i + 1);
    }
    int most = most();
    return udf(
            (UDF2<String, Integer, Integer>)
                (name, number) -> {
                  if (number >= most) {
                    throw new IllegalStateException(
                        "Repeat %d of night '%s' cannot be told from another night's: of %d nights with labels each may have %d repeats"
                            .formatted(number, name, places.size() + 1, most));
                  }
                  return number - places.getOrDefault(name, 0) * most;
                },
            DataTypes.IntegerType)
        .apply(night, repeat);
  }

  /** The repeat that counts as {@code place}. */
  Column repeat(Column place) {
    return pmod(place, lit(most()));
  }

  /** How many repeats each night may have: as many as whole numbers allow for all of them. */
  private int most() {
    return Integer.MAX_VALUE / (others.size() + 1);
  }

  private Dataset<Row> repeated(Dataset<Row> elsewhere, Column[] columns) {
    return elsewhere
        .where(col(Table.NIGHT).isin(others.toArray()))
        .withColumn("repeat", place(col(Table.NIGHT), col("repeat")))
        .select(columns);
  }
}
