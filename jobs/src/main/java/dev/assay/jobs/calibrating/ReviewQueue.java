package dev.assay.jobs.calibrating;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.greatest;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.round;
import static org.apache.spark.sql.functions.sqrt;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import dev.assay.base.Rounding;
import dev.assay.config.ReviewConfig;
import dev.assay.conformal.CalibrationStatus;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.labels.LabelRows;
import dev.assay.spark.Kept;
import dev.assay.stats.sampling.Inclusion;
import dev.assay.tables.Tables;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.types.DataTypes;

/**
 * What a person should look at: what the strongest metric of each dimension refers (the one whose
 * calibration is ok, else any, with the highest lower bound of AUROC), and a sample of what it
 * decided, so that nothing has no chance to be labelled.
 *
 * <p>A response's size is 2 √(p (1 − p)), of K levels √((1 − Σ p²) K / (K − 1)), up to twice as
 * much where its stratum has few labels; from it follows its {@code labelling_probability} in a
 * round of {@code review.size} labels. The permanent random number of the case decides whether it
 * is drawn, the same for every system, repeat and dimension, so that systems are compared on the
 * same cases. Priorities from ½ to 1 are the round; what follows was only referred. Whoever labels
 * from the top labels a probability sample at any depth.
 *
 * <p>What was drawn before stays, with the larger of its chance then and now: since the random
 * number is permanent, that is the chance of having been drawn in either round; likewise of a label
 * that holds from another night, by the chance that it had there. Labels of responses that were not
 * drawn have no chance, and do not enter weighted estimates.
 */
public final class ReviewQueue {
  private static final List<String> KEY = CarriedChances.KEY;

  /** Stands in column {@code why} of what is no referral. */
  private static final String CHECK = ": decided by machine, drawn as a check: ";

  /** For two levels the same as for a binary label. */
  private static final Column LEVELS =
      expr(
          "IF(level_probabilities IS NULL, NULL, sqrt(greatest(0D, 1D -"
              + " aggregate(map_values(level_probabilities), 0D, (a, p) -> a + p * p)) *"
              + " size(level_probabilities) / (size(level_probabilities) - 1D)))");

  private final Run run;
  private final List<StoredCalibration> calibrated;
  private final ReviewConfig config;

  ReviewQueue(Run run, List<StoredCalibration> calibrated) {
    this.run = run;
    this.calibrated = calibrated;
    this.config = run.config().review();
  }

  /** Whether a row of the queue is there to check what the machine decided. */
  public static Column isCheck() {
    return col("why").contains(CHECK);
  }

  Dataset<Row> rows(Dataset<Row> decisions, Dataset<Row> responses) {
    Dataset<Row> candidates = candidates(decisions, responses).transform(Kept::apart);
    HashMap<String, Inclusion> inclusions = inclusions(candidates);
    Column chance =
        udf(
                (UDF2<String, Double, Double>)
                    (dimension, size) -> inclusions.get(dimension).chance(size),
                DataTypes.DoubleType)
            .apply(col("dimension"), col("size"));
    Column priority =
        udf(
                (org.apache.spark.sql.api.java.UDF3<String, Double, Double, Double>)
                    (dimension, size, number) -> inclusions.get(dimension).priority(size, number),
                DataTypes.DoubleType)
            .apply(col("dimension"), col("size"), col("random"));
    Column referred = col("decision").equalTo("refer");
    Column labelled = col("labels").isNotNull();
    Column either = greatest(col("now"), coalesce(col("then"), lit(0.0)));
    Column drawn = col("random").lt(either);
    // A label that came from elsewhere than the draw has no chance that could be known.
    Column known = not(labelled).or(col("then").isNotNull().and(drawn));
    return candidates
        .withColumn("random", CarriedChances.random(run))
        .withColumn("now", chance)
        .withColumn("priority", greatest(priority, coalesce(col("before"), lit(0.0))))
        .withColumn("labelling_probability", when(known, either))
        .where(referred.or(drawn).or(labelled))
        .withColumn(
            "why",
            concat(col("metric"), when(referred, lit(": ")).otherwise(lit(CHECK)), col("reason")))
        .select(
            "case_id",
            "system",
            "repeat",
            "dimension",
            "priority",
            "labelling_probability",
            "why",
            "exported_at",
            "labelled_at");
  }

  /** One row a response and dimension, with its size and what the queue already knows of it. */
  private Dataset<Row> candidates(Dataset<Row> decisions, Dataset<Row> responses) {
    Column strongest = lit(false);
    for (Map.Entry<String, StoredCalibration> entry : strongest(calibrated).entrySet()) {
      strongest =
          strongest.or(
              col("dimension")
                  .equalTo(entry.getKey())
                  .and(col("metric").equalTo(entry.getValue().metric())));
    }
    Dataset<Row> labelled =
        LabelRows.standing(run.store())
            .groupBy("case_id", "system", "repeat", "dimension")
            .agg(max("labelled_at").as("labelled_at"), lit(1L).as("labels"));
    Dataset<Row> known =
        run.store()
            .read(Tables.REVIEW_QUEUE)
            .select(
                col("case_id"),
                col("system"),
                col("repeat"),
                col("dimension"),
                col("exported_at"),
                col("labelled_at").as("seen"),
                col("priority").as("before"),
                col("labelling_probability").as("then"));
    Dataset<Row> rows =
        decisions
            .where(strongest)
            .join(
                responses.select(
                    col("case_id"),
                    col("system"),
                    col("repeat"),
                    coalesce(col("stratum_id").cast("string"), lit("")).as("stratum")),
                RunCoverage.keys())
            .join(labelled, RunCoverage.on(KEY), "left")
            .join(known, RunCoverage.on(KEY), "left")
            .join(new CarriedChances(run).rows(), RunCoverage.on(KEY), "left")
            // A label of another night has no chance but the one that it had there.
            .withColumn(
                "then",
                when(col("held").isNull(), col("then"))
                    .when(col("carried").isNotNull(), greatest(col("then"), col("carried"))))
            // A label without a time is one all the same: nobody is asked for it again.
            .withColumn(
                "labelled_at",
                when(
                    col("labels").isNotNull(),
                    coalesce(col("labelled_at"), col("seen"), lit(run.time()))))
            .drop("held", "carried", "seen")
            .transform(Kept::apart);
    Dataset<Row> strata =
        rows.groupBy("dimension", "stratum")
            .agg(
                count(lit(1)).as("responses"),
                sum(coalesce(col("labels"), lit(0L))).as("stratum_labels"));
    // A stratum has its due when its labels are its share of the round.
    Dataset<Row> totals = strata.groupBy("dimension").agg(sum("responses").as("all"));
    Column due = col("responses").multiply(config.size()).divide(col("all"));
    Column missing = greatest(lit(0.0), lit(1.0).minus(col("stratum_labels").divide(due)));
    Column p = col("probability");
    Column uncertainty =
        coalesce(LEVELS, sqrt(p.multiply(lit(1.0).minus(p))).multiply(2), lit(1.0));
    return rows.join(
            strata
                .join(totals, "dimension")
                .withColumn("boost", missing.multiply(config.coverage()).plus(1))
                .select("dimension", "stratum", "boost"),
            RunCoverage.on(List.of("dimension", "stratum")))
        .withColumn("size", round(uncertainty.multiply(col("boost")), 3));
  }

  /** By dimension, from how many responses have each size. */
  private HashMap<String, Inclusion> inclusions(Dataset<Row> candidates) {
    Map<String, Map<Double, Long>> counts = new TreeMap<>();
    for (Row row : candidates.groupBy("dimension", "size").count().collectAsList()) {
      counts
          .computeIfAbsent(row.getAs("dimension"), dimension -> new TreeMap<>())
          .put(row.getAs("size"), row.getAs("count"));
    }
    HashMap<String, Inclusion> inclusions = new HashMap<>();
    counts.forEach(
        (dimension, sizes) ->
            inclusions.put(dimension, Inclusion.of(sizes, config.size(), config.floor())));
    return inclusions;
  }

  /** The metric of each dimension that its queue and its plans rest on. */
  static Map<String, StoredCalibration> strongest(List<StoredCalibration> calibrated) {
    Map<String, StoredCalibration> strongest = new TreeMap<>();
    Comparator<StoredCalibration> order =
        Comparator.<StoredCalibration, Boolean>comparing(
                one -> one.status() == CalibrationStatus.OK)
            .thenComparing(one -> Rounding.toNano(one.aurocLow()))
            .thenComparing(StoredCalibration::metric, Comparator.reverseOrder());
    for (StoredCalibration one : calibrated) {
      strongest.merge(one.dimension(), one, (a, b) -> order.compare(a, b) >= 0 ? a : b);
    }
    return strongest;
  }
}
