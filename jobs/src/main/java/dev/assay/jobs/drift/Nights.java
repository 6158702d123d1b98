package dev.assay.jobs.drift;

import static org.apache.spark.sql.functions.col;

import dev.assay.jobs.engine.Run;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;

/**
 * The newest analysis of each night under one run name, that which is under way among them.
 *
 * @param byKey run_id by {@code run.key}
 */
record Nights(TreeMap<String, String> byKey) {

  static Nights analysed(Run run) {
    List<String> newestFirst =
        run
            .store()
            .read(Tables.RUNS)
            .where(col("stage").equalTo("analyze").and(col("status").equalTo("done")))
            .where(col("name").equalTo(run.config().run().name()))
            .orderBy(col("ended_at").desc(), col("run_id"))
            .select("run_id")
            .collectAsList()
            .stream()
            .map(row -> row.<String>getAs("run_id"))
            .toList();
    Map<String, String> nights = new HashMap<>();
    for (Row row :
        run.store()
            .read(Tables.RUN_CASES.ofAllNights())
            .where(col(Table.NIGHT).notEqual(run.store().night()))
            .where(col("run_id").isin(newestFirst.toArray()))
            .select("run_id", Table.NIGHT)
            .distinct()
            .collectAsList()) {
      nights.put(row.getAs("run_id"), row.getAs(Table.NIGHT));
    }
    TreeMap<String, String> byKey = new TreeMap<>(Map.of(run.store().night(), run.runId()));
    for (String runId : newestFirst) {
      if (nights.containsKey(runId)) {
        byKey.putIfAbsent(nights.get(runId), runId);
      }
    }
    return new Nights(byKey);
  }

  String[] runs() {
    return byKey.values().toArray(String[]::new);
  }

  Object[] keys() {
    return byKey.keySet().toArray();
  }
}
