package dev.assay.jobs.scores;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.least;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.round;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import dev.assay.core.Field;
import dev.assay.core.Metric;
import dev.assay.core.Spec;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.slices.Slices;
import dev.assay.slices.SliceName;
import dev.assay.stats.Observation;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * The cells of the analysis, system × slice × metric, as sums by group: what every interval and
 * test needs, however many rows there are. Where every covered case was sampled, rows carry their
 * sampling weights; otherwise nothing is weighted and {@link #note()} says so.
 */
public final class Cells {
  /** The slice of everything. */
  public static final String ALL = SliceName.ALL;

  private final Run run;
  private final Map<String, Metric> metrics;
  private final Map<String, String> dimensions = new HashMap<>();
  private final List<String> expecting = new ArrayList<>();
  private final Slices slices;
  private boolean weighted;

  /** By the usual slices. */
  public Cells(Run run) {
    this(run, Slices.USUAL);
  }

  /** By {@code slices}. */
  public Cells(Run run, Slices slices) {
    this.run = run;
    this.slices = slices;
    this.metrics = new HashMap<>(EvaluatorSelection.metrics(run.config()));
    for (Map.Entry<String, Spec> spec : EvaluatorSelection.specs(run.config()).entrySet()) {
      dimensions.put(spec.getKey(), spec.getValue().dimension().id());
      if (spec.getValue().needs().contains(Field.EXPECTED)) {
        expecting.add(spec.getKey());
      }
    }
  }

  /** Declared metrics by qualified name, with configured thresholds. */
  public Map<String, Metric> metrics() {
    return metrics;
  }

  /** Validation dimension by qualified metric. */
  public Map<String, String> dimensions() {
    return dimensions;
  }

  /** What to add to the name of a method. */
  public String note() {
    return weighted ? (finite() ? ", finite corpus" : "") : ", unweighted";
  }

  private boolean finite() {
    return run.config().analyze().finiteCorpus();
  }

  /**
   * One row per system, slice, metric and group: {@code stratum}, {@code n} and {@code weight} of
   * what was measured, {@code total} = Σ weight · value, {@code n_missing}, {@code weight_missing},
   * and {@code fraction}, the chance with which the group was drawn where the estimate is about the
   * corpus alone, else 0. A question that the corpus cannot answer has no expected answer: what
   * compares with one is about the other questions, and nothing is missing.
   */
  public Dataset<Row> groups(Dataset<Row> covered) {
    weighted = covered.where(col("sampling_weight").isNull()).isEmpty();
    Column weight = weighted ? col("sampling_weight") : lit(1.0);
    Column stratum = stratum();
    Column ok = col("status").equalTo("ok");
    Dataset<Row> rows =
        weighted && finite()
            ? covered
                .join(fractions(covered), RunCoverage.on(List.of("group_id")), "left")
                .na()
                .fill(0, new String[] {"fraction"})
            : covered.withColumn("fraction", lit(0.0));
    Column aside =
        coalesce(col("unanswerable"), lit(false)).and(col("metric").isin(expecting.toArray()));
    return run.store()
        .read(Tables.SCORES)
        .where(col("metric").isin(metrics.keySet().toArray()))
        .join(
            rows.select(
                col("case_id"),
                col("system"),
                col("repeat"),
                col("group_id"),
                weight.as("w"),
                stratum.as("stratum"),
                col("fraction"),
                not(col("answerable")).and(col("expected_answer").isNull()).as("unanswerable"),
                explode(slices.column()).as("slice")),
            RunCoverage.keys())
        .where(not(aside))
        .groupBy("system", "slice", "metric", "group_id")
        .agg(
            min("stratum").as("stratum"),
            sum(when(ok, 1L).otherwise(0L)).as("n"),
            sum(when(ok, col("w")).otherwise(0.0)).as("weight"),
            sum(when(ok, col("w").multiply(col("value"))).otherwise(0.0)).as("total"),
            sum(when(ok, 0L).otherwise(1L)).as("n_missing"),
            sum(when(ok, 0.0).otherwise(col("w"))).as("weight_missing"),
            min("fraction").as("fraction"));
  }

  /** The weights of a drawn chunk's own questions sum to 1 over its chance. */
  private static Dataset<Row> fractions(Dataset<Row> covered) {
    return covered
        .where(col("parent_case_id").isNull())
        .select("case_id", "group_id", "sampling_weight")
        .distinct()
        .groupBy("group_id")
        .agg(least(lit(1.0), round(lit(1.0).divide(sum("sampling_weight")), 9)).as("fraction"));
  }

  /**
   * The stratum that a covered response's case was drawn from; empty where it was drawn from none.
   */
  public static Column stratum() {
    return coalesce(when(col("drawn"), col("stratum_id").cast("string")), lit(""));
  }

  /** The columns of {@link #groups} that {@link #observations} reads. */
  public static Column group() {
    return org.apache.spark.sql.functions.struct(
        col("group_id"), col("stratum"), col("weight"), col("total"), col("fraction"));
  }

  /** Groups that were measured, each as one observation of its weighted mean. */
  public static List<Observation> observations(List<Row> groups) {
    Map<String, String> names = new HashMap<>();
    return groups.stream().flatMap(group -> observation(group, names).stream()).toList();
  }

  /**
   * A group as an observation of its weighted mean, where it was measured.
   *
   * @param names of groups and strata so far, each held once: a group is in several slices
   */
  public static Optional<Observation> observation(Row group, Map<String, String> names) {
    double weight = group.getAs("weight");
    return weight > 0
        ? Optional.of(
            new Observation(
                names.computeIfAbsent(group.getAs("group_id"), id -> id),
                names.computeIfAbsent(group.getAs("stratum"), name -> name),
                group.<Double>getAs("total") / weight,
                weight,
                group.getAs("fraction")))
        : Optional.empty();
  }
}
