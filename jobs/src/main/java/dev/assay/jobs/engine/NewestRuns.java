package dev.assay.jobs.engine;

import static org.apache.spark.sql.functions.col;

import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.sql.Timestamp;
import java.util.Comparator;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;

/**
 * The newest finished runs under one name, as text that identifies them.
 *
 * @param store the tables
 * @param name {@code run.name}
 */
record NewestRuns(Store store, String name) {

  /**
   * What {@code stage} goes by: the runs of others that made cases and collected answers.
   *
   * @param answers whether answers count
   */
  String coverage(String stage, boolean answers) {
    // Answers follow from twins: were twins to follow from answers, each run would be another one.
    boolean collected = answers && !stage.equals("perturb");
    return of(
        col("stage")
            .isin("generate", "grammar", "tests", "perturb", collected ? "answer" : "tests")
            .and(col("stage").notEqual(stage)));
  }

  /** This night's newest run of each of {@code stages}. */
  String of(Column stages) {
    RunNights nights = new RunNights(store);
    TreeMap<String, String> newest = new TreeMap<>();
    store
        .read(Tables.RUNS)
        .where(col("name").equalTo(name).and(col("status").equalTo("done")))
        .where(stages)
        .select("stage", "run_id", Table.NIGHT, "ended_at")
        .collectAsList()
        .stream()
        .sorted(Comparator.comparing((Row row) -> row.<Timestamp>getAs("ended_at")).reversed())
        .forEach(
            row -> {
              String stage = row.getAs("stage");
              String runId = row.getAs("run_id");
              if (!newest.containsKey(stage) && nights.isOwn(row)) {
                newest.put(stage, runId);
              }
            });
    return newest.entrySet().stream()
        .map(run -> "[" + run.getKey() + "," + run.getValue() + "]")
        .toList()
        .toString();
  }
}
