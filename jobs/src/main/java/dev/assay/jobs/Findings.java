package dev.assay.jobs;

import static org.apache.spark.sql.functions.col;

import dev.assay.core.Direction;
import dev.assay.core.Hashes;
import dev.assay.core.Metric;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/** Sentences that a reader should act on (problems) or know (insights), made by rules. */
final class Findings {
  private final Run run;
  private final List<Row> overall;
  private final List<CoverageRow> coverage;
  private final Map<String, Metric> metrics;

  Findings(Run run, Dataset<Row> leaderboard, List<CoverageRow> coverage) {
    this.run = run;
    this.coverage = coverage;
    this.overall =
        leaderboard
            .where(col("slice").equalTo(Cells.ALL).and(col("estimate").isNotNull()))
            .orderBy("metric", "system")
            .collectAsList();
    this.metrics = Selected.metrics(run.config());
  }

  /**
   * Systems whose mean lies past the threshold, high where the whole interval does; topics that no
   * test touches.
   */
  Dataset<Row> problems() {
    List<Row> rows = new ArrayList<>();
    for (Row cell : overall) {
      Metric metric = metrics.get(cell.<String>getAs("metric"));
      if (metric.threshold().isEmpty() || metric.direction() == Direction.NONE) {
        continue;
      }
      double threshold = metric.threshold().getAsDouble();
      double estimate = cell.getAs("estimate");
      if (metric.direction().passes(estimate, threshold)) {
        continue;
      }
      Double goodEnd = cell.getAs(metric.direction() == Direction.UP ? "ci_high" : "ci_low");
      boolean certain = goodEnd != null && !metric.direction().passes(goodEnd, threshold);
      rows.add(
          row(
              cell,
              certain ? "high" : "medium",
              String.format(
                  Locale.ROOT,
                  "The mean %s of system '%s' is %.3f, past the threshold %.3f%s.",
                  cell.<String>getAs("metric"),
                  cell.<String>getAs("system"),
                  estimate,
                  threshold,
                  certain ? ", and so is its whole interval" : "; its interval includes it"),
              "Look at the weakest slices and the worst cases of this metric."));
    }
    for (CoverageRow topic : coverage) {
      if (topic.isUntouched()) {
        rows.add(
            row(
                "medium",
                String.format(
                    Locale.ROOT,
                    "No test touches %s: %d chunks, %d tokens.",
                    topic.name(),
                    topic.chunks().all(),
                    topic.tokens().all()),
                "Raise sample.size or sample.min-per-stratum, or add cases about it: no estimate speaks"
                    + " for it.",
                topic.attributes()));
      }
    }
    return table(Tables.PROBLEMS, rows);
  }

  /** The best system of each primary metric, where it is alone; what the tests touch. */
  Dataset<Row> insights() {
    List<Row> rows = new ArrayList<>();
    for (String primary : Selected.primaries(run.config())) {
      List<Row> best =
          overall.stream()
              .filter(cell -> cell.<String>getAs("metric").equals(primary))
              .filter(cell -> Integer.valueOf(1).equals(cell.getAs("rank")))
              .toList();
      long ranked =
          overall.stream()
              .filter(cell -> cell.<String>getAs("metric").equals(primary))
              .filter(cell -> cell.getAs("rank") != null)
              .count();
      if (best.size() == 1 && ranked > 1) {
        Row cell = best.get(0);
        rows.add(
            row(
                cell,
                "low",
                String.format(
                    Locale.ROOT,
                    "System '%s' has the best mean %s, %.3f, of %d systems.",
                    cell.<String>getAs("system"),
                    primary,
                    cell.<Double>getAs("estimate"),
                    ranked),
                "See comparisons for whether the difference is significant."));
      }
    }
    for (CoverageRow part : coverage) {
      rows.add(
          row(
              "low",
              part.description(),
              "See views v_coverage and v_coverage_documents.",
              part.attributes()));
    }
    return table(Tables.INSIGHTS, rows);
  }

  private Row row(Row cell, String severity, String description, String action) {
    String metric = cell.getAs("metric");
    return RowFactory.create(
        run.runId(),
        Hashes.sha256(description),
        severity,
        metric.substring(0, metric.indexOf('.')),
        metric,
        cell.getAs("system"),
        description,
        action,
        List.of(),
        Map.of());
  }

  private Row row(
      String severity, String description, String action, Map<String, String> attributes) {
    return RowFactory.create(
        run.runId(),
        Hashes.sha256(description),
        severity,
        null,
        null,
        null,
        description,
        action,
        List.of(),
        attributes);
  }

  private Dataset<Row> table(Table table, List<Row> rows) {
    return run.spark().createDataFrame(rows, table.schema());
  }
}
