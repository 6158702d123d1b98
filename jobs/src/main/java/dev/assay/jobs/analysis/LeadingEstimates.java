package dev.assay.jobs.analysis;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map_from_entries;
import static org.apache.spark.sql.functions.max_by;
import static org.apache.spark.sql.functions.sort_array;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.when;

import dev.assay.jobs.engine.Run;
import dev.assay.jobs.scores.Cells;
import dev.assay.stats.ppi.HumanEquivalent;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * The one human estimate of each labelled dimension that leads: metric {@value #METRIC}. Its
 * predictions are those of the metric that calibration found fit and whose AUROC has the highest
 * lower end; where none is fit, the labels speak alone. So the choice is made by how a metric ranks
 * responses and not by what the estimate comes to.
 */
final class LeadingEstimates {
  static final String METRIC = "human";

  /** The metric whose predictions are used, empty: none; NULL on the sums of ordinary metrics. */
  static final String BY = "predicted_by";

  private final Run run;
  private final Dataset<Row> sums;
  private final List<Lead> leads;

  /**
   * Which rows lead in a dimension.
   *
   * @param metric whose rows they are
   * @param fit whether its predictions are used
   */
  private record Lead(String dimension, String metric, boolean fit) {
    Column rows() {
      return col("dimension").equalTo(dimension).and(col("metric").equalTo(metric));
    }
  }

  /**
   * @param sums of {@link HumanEstimates#sums(Dataset)}
   */
  LeadingEstimates(Run run, Dataset<Row> sums) {
    this.run = run;
    this.sums = sums;
    this.leads = leads();
  }

  private List<Lead> leads() {
    List<Row> pairs = sums.select("metric", "dimension").distinct().collectAsList();
    TreeMap<String, String> any = new TreeMap<>();
    for (Row pair : pairs) {
      any.merge(
          pair.getAs("dimension"), pair.getAs("metric"), (a, b) -> a.compareTo(b) < 0 ? a : b);
    }
    Map<String, String> fit = fit(pairs);
    return any.entrySet().stream()
        .map(
            one ->
                new Lead(
                    one.getKey(),
                    fit.getOrDefault(one.getKey(), one.getValue()),
                    fit.containsKey(one.getKey())))
        .toList();
  }

  /** The sums, and again those of what leads. */
  Dataset<Row> sums() {
    Dataset<Row> all = sums.withColumn(BY, lit(null).cast("string"));
    for (Lead lead : leads) {
      all =
          all.unionByName(
              sums.where(lead.rows())
                  .withColumn("metric", lit(METRIC))
                  .withColumn(BY, lit(lead.fit() ? lead.metric() : "")));
    }
    return all;
  }

  /**
   * What leads of each response, as {@code run_cases.judged} keeps it, by the response's key.
   *
   * @param responses of {@link HumanEstimates#responses}
   */
  Dataset<Row> judged(Dataset<Row> responses) {
    Column led = lit(false);
    Column predicts = lit(false);
    for (Lead lead : leads) {
      led = led.or(lead.rows());
      predicts = lead.fit() ? predicts.or(lead.rows()) : predicts;
    }
    Column said =
        struct(
            col("label"),
            when(col("label").isNotNull(), col("own")).as("label_weight"),
            when(predicts, col("prediction")).as("prediction"),
            col("sw").as("weight"));
    return responses
        .where(led)
        .groupBy("case_id", "system", "repeat")
        .agg(
            map_from_entries(sort_array(collect_list(struct(col("dimension"), said))))
                .as("judged"));
  }

  /** What leads of an estimate: from labels alone where no metric is fit to predict. */
  static HumanEquivalent shown(HumanEquivalent estimate, String by) {
    return by != null && by.isEmpty() ? estimate.labelsAlone() : estimate;
  }

  /** Where predictions come from, in words. */
  static String words(String by) {
    return by == null ? "" : by.isEmpty() ? ", no metric is fit to help" : ", predicted by " + by;
  }

  /** By dimension, of the newest calibrations over all cases. */
  private Map<String, String> fit(List<Row> known) {
    if (known.isEmpty()) {
      return Map.of();
    }
    List<Row> calibrations =
        run.store()
            .read(Tables.CALIBRATIONS)
            .where(col("slice").equalTo(Cells.ALL))
            .groupBy("metrics", "dimension")
            .agg(
                max_by(
                        struct("status", "auroc_low"),
                        struct(col("fitted_at"), col("calibration_id")))
                    .as("newest"))
            .select(col("metrics"), col("dimension"), col("newest.*"))
            .where(col("status").equalTo("ok").and(col("auroc_low").isNotNull()))
            .collectAsList();
    TreeMap<String, Row> best = new TreeMap<>();
    for (Row row : calibrations) {
      String metric = name(RowValues.list(row, "metrics"));
      boolean covered =
          known.stream()
              .anyMatch(
                  pair ->
                      pair.getAs("metric").equals(metric)
                          && Objects.equals(pair.getAs("dimension"), row.getAs("dimension")));
      if (covered) {
        best.merge(row.getAs("dimension"), row, this::better);
      }
    }
    TreeMap<String, String> metrics = new TreeMap<>();
    best.forEach((dimension, row) -> metrics.put(dimension, name(RowValues.list(row, "metrics"))));
    return metrics;
  }

  private Row better(Row one, Row other) {
    int order = one.<Double>getAs("auroc_low").compareTo(other.getAs("auroc_low"));
    if (order == 0) {
      order =
          name(RowValues.list(other, "metrics")).compareTo(name(RowValues.list(one, "metrics")));
    }
    return order >= 0 ? one : other;
  }

  /** The metric, or the name of the model of several. */
  private String name(List<String> metrics) {
    return metrics.size() == 1
        ? metrics.get(0)
        : run.config().jointModels().entrySet().stream()
            .filter(model -> model.getValue().metrics().equals(metrics))
            .map(Map.Entry::getKey)
            .findFirst()
            .orElse("");
  }
}
