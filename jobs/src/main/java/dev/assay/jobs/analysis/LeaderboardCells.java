package dev.assay.jobs.analysis;

import static org.apache.spark.sql.functions.asc;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.rank;
import static org.apache.spark.sql.functions.when;

import dev.assay.config.JointModelConfig;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.scores.CellRows;
import dev.assay.jobs.scores.Cells;
import dev.assay.stats.Interval;
import dev.assay.stats.Observation;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;

/** Means with intervals by system, slice and metric, and who is best. */
record LeaderboardCells(Run run, Cells cells) {

  /** Rows of the table. A cell has a rank when little enough of it is missing. */
  Dataset<Row> rows(Dataset<Row> groups) {
    HashMap<String, Bounds> metrics = Bounds.of(cells.metrics());
    HashMap<String, String> dimensions = new HashMap<>(cells.dimensions());
    String note = cells.note();
    Settings settings = Settings.of(run, "leaderboard");
    String runId = run.runId();
    Dataset<Row> measured =
        CellRows.map(
            groups.select(
                "system",
                "slice",
                "metric",
                "group_id",
                "stratum",
                "weight",
                "total",
                "fraction",
                "n",
                "n_missing",
                "weight_missing"),
            List.of("system", "slice", "metric"),
            List.of("group_id"),
            Tables.LEADERBOARD.schema(),
            (cell, rows) ->
                List.of(
                        row(
                            cell,
                            rows,
                            metrics.get(cell.<String>getAs("metric")),
                            dimensions,
                            note,
                            settings,
                            runId))
                    .iterator());
    return ranked(measured, metrics);
  }

  /**
   * {@code measured} and, for each human dimension with labels, its cells again with what humans
   * would have said. Those have no rank: their system is ranked once. A model of several metrics,
   * and the estimate that leads, have such cells alone.
   */
  Dataset<Row> withHumans(Dataset<Row> measured, Dataset<Row> humans) {
    String[] columns = Tables.LEADERBOARD.schema().fieldNames();
    Column[] kept = new Column[columns.length];
    for (int i = 0; i < columns.length; i++) {
      kept[i] = col(columns[i]);
    }
    Map<String, JointModelConfig> models = run.config().jointModels();
    Column dimension = col("validation_dimension");
    for (Map.Entry<String, JointModelConfig> model : models.entrySet()) {
      String first = model.getValue().metrics().get(0);
      dimension =
          when(
                  col("metric").equalTo(model.getKey()),
                  lit(cells.dimensions().getOrDefault(first, "")))
              .otherwise(dimension);
    }
    Column leads = col("metric").equalTo(LeadingEstimates.METRIC);
    Column missing = col("unanswered").divide(col("answered").plus(col("unanswered")));
    Column known = lit(1.0).minus(missing).multiply(col("human_estimate"));
    Dataset<Row> also =
        humans
            .join(
                measured.drop(
                    "dimension",
                    "human_estimate",
                    "human_ci_low",
                    "human_ci_high",
                    "n_effective",
                    "rank"),
                RunCoverage.on(List.of("system", "slice", "metric")),
                "left")
            .where(
                col("run_id")
                    .isNotNull()
                    .or(col("metric").isin(models.keySet().toArray()))
                    .or(leads))
            .withColumn("run_id", lit(run.runId()))
            .withColumn("validation_dimension", when(leads, lit("")).otherwise(dimension))
            .withColumn("n", when(leads, col("answered")).otherwise(col("n")))
            .withColumn("n_missing", when(leads, col("unanswered")).otherwise(col("n_missing")))
            .withColumn("n_groups", when(leads, col("labelled_groups")).otherwise(col("n_groups")))
            .withColumn("worst_case", when(leads, known).otherwise(col("worst_case")))
            .withColumn("best_case", when(leads, known.plus(missing)).otherwise(col("best_case")))
            .withColumn("rank", lit(null).cast("int"))
            .withColumn(
                "ci_method",
                when(leads, concat(lit("human: "), col("human_method")))
                    .otherwise(
                        concat(
                            coalesce(
                                col("ci_method"), lit("a model of several metrics has no mean")),
                            lit("; human: "),
                            col("human_method"))))
            .withColumn(
                "status",
                when(leads, lit("ok")).otherwise(coalesce(col("status"), lit("not_applicable"))))
            .na()
            .fill(0, new String[] {"n", "n_groups", "n_missing"})
            .select(kept);
    return measured.select(kept).unionByName(also);
  }

  private Dataset<Row> ranked(Dataset<Row> measured, Map<String, Bounds> metrics) {
    Object[] down =
        metrics.entrySet().stream()
            .filter(entry -> entry.getValue().direction() == dev.assay.core.Direction.DOWN)
            .map(Map.Entry::getKey)
            .toArray();
    Object[] directed =
        metrics.entrySet().stream()
            .filter(entry -> entry.getValue().direction() != dev.assay.core.Direction.NONE)
            .map(Map.Entry::getKey)
            .toArray();
    Column share = col("n_missing").divide(col("n").plus(col("n_missing")));
    Column eligible =
        col("estimate")
            .isNotNull()
            .and(share.leq(run.config().analyze().maxMissingShare()))
            .and(col("metric").isin(directed));
    Column worse =
        when(col("metric").isin(down), col("estimate")).otherwise(col("estimate").multiply(-1));
    return measured
        .withColumn("eligible", coalesce(eligible, lit(false)))
        .withColumn("badness", org.apache.spark.sql.functions.round(worse, 9))
        .withColumn(
            "rank",
            when(
                col("eligible"),
                rank()
                    .over(
                        Window.partitionBy("slice", "metric", "eligible").orderBy(asc("badness")))))
        .drop("eligible", "badness");
  }

  private static Row row(
      Row cell,
      Iterator<Row> groups,
      Bounds metric,
      Map<String, String> dimensions,
      String note,
      Settings settings,
      String runId) {
    String name = cell.getAs("metric");
    List<Observation> observations = new ArrayList<>();
    Map<String, String> names = new HashMap<>();
    long n = 0;
    long unmeasured = 0;
    double weight = 0;
    double total = 0;
    double missing = 0;
    while (groups.hasNext()) {
      Row group = groups.next();
      Cells.observation(group, names).ifPresent(observations::add);
      n += group.<Long>getAs("n");
      unmeasured += group.<Long>getAs("n_missing");
      weight += group.<Double>getAs("weight");
      total += group.<Double>getAs("total");
      missing += group.<Double>getAs("weight_missing");
    }
    Optional<Interval> interval =
        settings.interval(
            observations,
            metric.range(),
            cell.getAs("system") + "|" + cell.getAs("slice") + "|" + name);
    return NamedRow.of(Tables.LEADERBOARD)
        .copy(cell, "system", "slice", "metric")
        .set("n", n)
        .set("n_missing", unmeasured)
        .set("run_id", runId)
        .set("dimension", "")
        .set("validation_dimension", dimensions.get(name))
        .set("estimate", interval.map(Interval::estimate))
        .set("ci_low", interval.map(Interval::low))
        .set("ci_high", interval.map(Interval::high))
        .set("ci_method", interval.map(i -> i.method() + note).orElse("none: nothing was measured"))
        .set("n_groups", (long) observations.size())
        .set("worst_case", bound(metric.worst(), weight, total, missing))
        .set("best_case", bound(metric.best(), weight, total, missing))
        .set("status", interval.isPresent() ? "ok" : "no_input")
        .build();
  }

  private static Double bound(double value, double weight, double total, double missing) {
    if (missing == 0) {
      return weight == 0 ? null : (Double) (total / weight);
    }
    return Double.isFinite(value)
        ? (Double) ((total + missing * value) / (weight + missing))
        : null;
  }
}
