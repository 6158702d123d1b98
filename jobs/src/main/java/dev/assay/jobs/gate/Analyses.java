package dev.assay.jobs.gate;

import static org.apache.spark.sql.functions.col;

import dev.assay.config.BaselineConfig;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.slices.Slices;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * The newest analysis and the one that it is compared with.
 *
 * @param current run_id of the newest one under this run's name
 * @param baseline run_id of the other
 */
record Analyses(Run run, String current, String baseline) {
  private static final int LEAST_ID = 8;

  /**
   * @param wanted what {@code baseline.run} says
   */
  static Analyses of(Run run, String wanted) {
    String current = run.latest("analyze");
    List<Row> done =
        run.store()
            .read(Tables.RUNS)
            .where(col("stage").equalTo("analyze").and(col("status").equalTo("done")))
            .orderBy(col("ended_at").desc(), col("run_id"))
            .select("run_id", "name")
            .collectAsList();
    String name = run.config().run().name();
    return done.stream()
        .filter(
            row ->
                wanted.equals(BaselineConfig.PREVIOUS)
                    ? row.getAs("name").equals(name) && !row.getAs("run_id").equals(current)
                    : row.getAs("name").equals(wanted))
        .findFirst()
        .or(() -> byId(done, wanted))
        .map(row -> new Analyses(run, current, row.getAs("run_id")))
        .orElseThrow(() -> new StageException(unknown(wanted, done)));
  }

  private static java.util.Optional<Row> byId(List<Row> done, String wanted) {
    return done.stream()
        .filter(row -> wanted.length() >= LEAST_ID)
        .filter(row -> row.<String>getAs("run_id").startsWith(wanted))
        .findFirst();
  }

  private static String unknown(String wanted, List<Row> done) {
    return wanted.equals(BaselineConfig.PREVIOUS)
        ? "There is no analysis before the newest one of this run.name to compare with. Name"
            + " another in baseline.run, or compare again after the next run."
        : "baseline.run = '%s' is no run with a finished analysis in this store. Known: %s."
            .formatted(
                wanted,
                done.stream()
                    .map(row -> row.<String>getAs("name"))
                    .distinct()
                    .sorted()
                    .collect(Collectors.joining(", ")));
  }

  /** Whether the system of the newest analysis and its baseline are one and the same. */
  boolean itself(String system) {
    return current.equals(baseline) && run.config().baseline().system(system).equals(system);
  }

  /** case_id, system, repeat, scores, judged, slices as the newest analysis found them. */
  Dataset<Row> now() {
    return kept(current);
  }

  /** The same of the baseline, with systems by the names that they have now. */
  Dataset<Row> then() {
    Dataset<Row> rows = kept(baseline);
    Map<String, String> names = run.config().baseline().systems();
    if (names.isEmpty()) {
      return rows;
    }
    Column pairs =
        functions.array(
            names.entrySet().stream()
                .map(
                    e ->
                        functions.struct(
                            functions.lit(e.getValue()).as("then"),
                            functions.lit(e.getKey()).as("now")))
                .toArray(Column[]::new));
    // One system there may stand for several here; one that another stands for keeps no row.
    return rows.withColumn(
            "pair",
            functions.explode_outer(
                functions.filter(pairs, p -> p.getField("then").equalTo(col("system")))))
        .withColumn("system", functions.coalesce(col("pair.now"), col("system")))
        .where(
            col("pair").isNotNull().or(functions.not(col("system").isin(names.keySet().toArray()))))
        .drop("pair");
  }

  private Dataset<Row> kept(String id) {
    Dataset<Row> rows =
        run.store().read(Tables.RUN_CASES).where(col("run_id").equalTo(id)).drop("run_id");
    if (rows.where(col("scores").isNotNull()).isEmpty()) {
      throw new StageException(
          "The analysis %s keeps no scores: it is of an older version, or nothing was measured. Run 'assay analyze' of its configuration again."
              .formatted(id.substring(0, Math.min(12, id.length()))));
    }
    return rows;
  }

  /** {@code rows} with group_id, stratum, weight and slices of their cases. */
  Dataset<Row> placed(Dataset<Row> rows) {
    Dataset<Row> cases =
        run.store()
            .read(Tables.TEST_CASES)
            .select(
                "case_id", "group_id", "stratum_id", "query_type", "sampling_weight", "question");
    return rows.join(cases, RunCoverage.on(List.of("case_id")));
  }

  /**
   * {@code rows} with their slices, as their analysis found them, or those of their cases where it
   * kept none; a case that is in no table any more is in all.
   */
  Dataset<Row> sliced(Dataset<Row> rows) {
    Dataset<Row> cases =
        run.store().read(Tables.TEST_CASES).select("case_id", "query_type", "stratum_id");
    return rows.join(cases, RunCoverage.on(List.of("case_id")), "left")
        .withColumn("slices", functions.coalesce(col("slices"), Slices.USUAL.column()))
        .drop("query_type", "stratum_id");
  }
}
