package dev.assay.jobs;

import static org.apache.spark.sql.functions.col;

import dev.assay.config.AssayConfig;
import dev.assay.config.GateConfig;
import dev.assay.core.Direction;
import dev.assay.core.Metric;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.scores.Cells;
import dev.assay.jobs.scores.EvaluatorSelection;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;

/** Fails when the bad end of a system's interval is past the threshold. */
public final class Gate implements Stage {

  @Override
  public String name() {
    return "gate";
  }

  @Override
  public String meaning() {
    return "Compares the bad end of each system's interval of gate.metric with the threshold and"
        + " fails (exit code 2) when one is past it, or when there is nothing to compare.";
  }

  @Override
  public List<Table> reads() {
    return List.of(Tables.LEADERBOARD, Tables.THRESHOLDS);
  }

  @Override
  public List<Table> writes() {
    return List.of();
  }

  @Override
  public boolean skippable() {
    return false;
  }

  @Override
  public List<String> keys() {
    return List.of("gate");
  }

  @Override
  public Plan plan(AssayConfig config) {
    return Plan.NO_MODEL;
  }

  @Override
  public Counts run(Run run) {
    GateConfig config = run.config().gate();
    Metric metric = metric(run, config);
    double threshold = threshold(run, config, metric);
    List<Row> cells =
        run.store()
            .read(Tables.LEADERBOARD)
            .where(
                col("run_id")
                    .equalTo(run.latest("analyze"))
                    .and(col("slice").equalTo(Cells.ALL))
                    .and(col("dimension").equalTo(""))
                    .and(col("metric").equalTo(config.metric())))
            .orderBy("system")
            .collectAsList();
    List<String> breaches = new ArrayList<>();
    long held = 0;
    for (Row cell : cells) {
      String system = cell.getAs("system");
      if (!config.systems().isEmpty() && !config.systems().contains(system)) {
        continue;
      }
      held++;
      Double bad = cell.getAs(metric.direction() == Direction.UP ? "ci_low" : "ci_high");
      if (bad == null) {
        breaches.add(
            "system '%s' has no interval (%s)".formatted(system, cell.<String>getAs("ci_method")));
      } else if (!metric.direction().passes(bad, threshold)) {
        breaches.add(
            String.format(
                java.util.Locale.ROOT,
                "system '%s': the bad end of its interval is %.4f, the threshold %.4f",
                system,
                bad,
                threshold));
      }
    }
    if (held == 0) {
      breaches.add("the last analysis has no system to hold to it");
    }
    if (!breaches.isEmpty()) {
      throw new GateBreach("Gate on " + config.metric() + ": " + String.join("; ", breaches) + ".");
    }
    return Counts.of("systems passed", held);
  }

  private static Metric metric(Run run, GateConfig config) {
    Map<String, Metric> metrics = EvaluatorSelection.metrics(run.config());
    Metric metric = metrics.get(config.metric());
    if (metric == null || metric.direction() == Direction.NONE) {
      throw new StageException(
          "gate.metric = '%s' is not a metric with a better end that this configuration selects."
                  .formatted(config.metric())
              + " Known: "
              + String.join(", ", metrics.keySet())
              + ".");
    }
    return metric;
  }

  private static double threshold(Run run, GateConfig config, Metric metric) {
    if (config.threshold().isPresent()) {
      return config.threshold().get();
    }
    if (!config.method().equals("metric")) {
      return chosen(run, config);
    }
    return metric
        .threshold()
        .orElseThrow(
            () ->
                new StageException(
                    "gate.metric = '"
                        + config.metric()
                        + "' has no threshold of its own; set gate.threshold."));
  }

  /** What {@code calibrate} chose for the method, dimension and appetite. */
  private static double chosen(Run run, GateConfig config) {
    List<Row> rows =
        run.store()
            .read(Tables.THRESHOLDS)
            .where(
                col("metric")
                    .equalTo(config.metric())
                    .and(col("dimension").equalTo(config.dimension()))
                    .and(col("slice").equalTo(Cells.ALL))
                    .and(col("method").equalTo(config.method()))
                    .and(col("appetite").equalTo(config.appetite())))
            .takeAsList(1);
    String wanted =
        "gate.method = '%s' for %s, dimension '%s', appetite '%s'"
            .formatted(config.method(), config.metric(), config.dimension(), config.appetite());
    if (rows.isEmpty()) {
      throw new StageException(
          wanted + ": there is no such threshold. Run 'assay calibrate' with labels of it first.");
    }
    Double threshold = rows.get(0).getAs("threshold");
    if (threshold == null) {
      throw new StageException(wanted + " has no value: " + rows.get(0).getAs("reason") + ".");
    }
    return threshold;
  }
}
