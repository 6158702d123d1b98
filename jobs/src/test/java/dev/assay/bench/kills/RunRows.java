package dev.assay.bench.kills;

import static org.apache.spark.sql.functions.col;

import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.Row;

/**
 * The rows of table {@code runs} about a stage, and what its last run covers. A stage that is
 * killed and begun anew may have a run's id of its own, so that ids are not compared; none may be
 * left running, keys are unique, and the last run is done and covers the same cases.
 */
record RunRows(String stage) {

  List<String> differences(Store expected, Store actual) {
    List<String> wrong = new ArrayList<>();
    List<Row> rows = rows(actual);
    long ids = rows.stream().map(row -> row.<String>getAs("run_id")).distinct().count();
    if (ids < rows.size()) {
      wrong.add("runs: %d ids in %d rows".formatted(ids, rows.size()));
    }
    if (rows.stream().anyMatch(row -> row.getAs("status").equals("running"))) {
      wrong.add("runs: one of " + stage + " is still running");
    }
    if (!last(rows).<String>getAs("status").equals("done")) {
      wrong.add("runs: the last one of " + stage + " is not done");
    }
    Set<String> covered = covered(actual);
    if (!covered.equals(covered(expected))) {
      wrong.add(
          "run_cases: %d cases instead of %d".formatted(covered.size(), covered(expected).size()));
    }
    if (actual.read(Tables.RUN_CASES).count()
        > actual
            .read(Tables.RUN_CASES)
            .dropDuplicates(Tables.RUN_CASES.keys().toArray(String[]::new))
            .count()) {
      wrong.add("run_cases: rows stand twice");
    }
    return wrong;
  }

  private List<Row> rows(Store store) {
    return store
        .read(Tables.RUNS)
        .where(col("stage").equalTo(stage))
        .orderBy("started_at", "run_id")
        .collectAsList();
  }

  private static Row last(List<Row> rows) {
    return rows.get(rows.size() - 1);
  }

  private Set<String> covered(Store store) {
    Set<String> cases = new TreeSet<>();
    store
        .read(Tables.RUN_CASES)
        .where(col("run_id").equalTo(last(rows(store)).<String>getAs("run_id")))
        .drop("run_id")
        .collectAsList()
        .forEach(row -> cases.add(row.toString()));
    return cases;
  }
}
