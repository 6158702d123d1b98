package dev.assay.jobs.robustness;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.struct;

import dev.assay.base.Seeds;
import dev.assay.core.Direction;
import dev.assay.core.Metric;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.scores.EvaluatorSelection;
import dev.assay.perturb.effect.Effect;
import dev.assay.perturb.effect.Pair;
import dev.assay.spark.Kept;
import dev.assay.stats.Interval;
import dev.assay.stats.IntervalMethod;
import dev.assay.stats.Range;
import dev.assay.stats.Resampling;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;

/**
 * The part of an analysis that is about twins: table robustness, for every perturbation alone and
 * by intensity. Twins that a suite brought count like those of stage {@code perturb}. Where there
 * are none nothing is written.
 */
public final class RobustnessAnalysis implements Serializable {
  private static final String[] CELL = {
    "system", "perturbation", "intensity", "metric", "dimension"
  };

  private final HashMap<String, Scale> scales = new HashMap<>();
  private final String runId;
  private final long seed;
  private final int replicates;
  private final double level;
  private final IntervalMethod method;

  private RobustnessAnalysis(Run run) {
    this.runId = run.runId();
    this.seed = run.config().run().seed();
    this.replicates = run.config().analyze().replicates();
    this.level = run.config().analyze().confidence();
    this.method =
        IntervalMethod.valueOf(run.config().analyze().interval().toUpperCase(Locale.ROOT));
    for (Map.Entry<String, Metric> one : EvaluatorSelection.metrics(run.config()).entrySet()) {
      Metric metric = one.getValue();
      if (metric.direction() != Direction.NONE) {
        scales.put(
            one.getKey(),
            new Scale(metric.direction() == Direction.UP ? 1 : -1, metric.lower(), metric.upper()));
      }
    }
  }

  /**
   * Writes the table of this run and returns its number of rows.
   *
   * @param covered of {@link RunCoverage#responses}, without twins that changed nothing ({@link
   *     ChangedTwins})
   */
  public static long store(Run run, Dataset<Row> covered) {
    TwinPairs pairs = new TwinPairs(run, covered);
    run.store().deleteWhere(Tables.ROBUSTNESS, col("run_id").equalTo(run.runId()));
    run.store().deleteWhere(Tables.ROBUSTNESS_SURFACE, col("run_id").equalTo(run.runId()));
    if (pairs.isEmpty()) {
      return 0;
    }
    RobustnessAnalysis analysis = new RobustnessAnalysis(run);
    Dataset<Row> beside =
        pairs.rows(List.copyOf(new TreeSet<>(analysis.scales.keySet()))).transform(Kept::cut);
    Dataset<Row> rows = analysis.rows(beside).transform(Kept::cut);
    run.store().append(Tables.ROBUSTNESS, rows);
    HashMap<String, Scale> scales = new HashMap<>(analysis.scales);
    scales.keySet().retainAll(EvaluatorSelection.primaries(run.config()));
    run.store()
        .append(
            Tables.ROBUSTNESS_SURFACE,
            RobustnessSurface.rows(run, beside, covered, scales).transform(Kept::cut));
    return rows.count();
  }

  private Dataset<Row> rows(Dataset<Row> pairs) {
    Column[] cell = Arrays.stream(CELL).map(c -> col(c)).toArray(Column[]::new);
    return pairs
        .groupBy(cell)
        .agg(
            collect_list(
                    struct(
                        col("group_id"),
                        col("case_id"),
                        col("repeat"),
                        col("meaning"),
                        col("edit_distance"),
                        col("value"),
                        col("was"),
                        col("verdict"),
                        col("was_verdict")))
                .as("pairs"))
        .map((MapFunction<Row, Row>) this::row, Encoders.row(Tables.ROBUSTNESS.schema()));
  }

  private Row row(Row cell) {
    String metric = cell.getAs("metric");
    Optional<Scale> scale = Optional.ofNullable(scales.get(metric));
    List<Row> all = RowValues.list(cell, "pairs");
    List<Pair> pairs = new ArrayList<>();
    for (Row row : all) {
      pairs.add(pair(row, scale.map(Scale::sign).orElse(1)));
    }
    String id = String.join("|", Arrays.stream(CELL).map(c -> cell.<String>getAs(c)).toList());
    Effect effect =
        Effect.of(
            pairs,
            scale.map(Scale::range).orElse(Range.SHARE),
            method,
            new Resampling(replicates, level, Seeds.of(seed, "robustness", id)));
    Optional<Row> least = cell.<String>getAs("dimension").isEmpty() ? least(all) : Optional.empty();
    Optional<Interval> said = effect.drop().or(effect::flips);
    return NamedRow.of(Tables.ROBUSTNESS)
        .set("run_id", runId)
        .copy(cell, CELL)
        .set("meaning", meaning(all))
        .set("n", (long) effect.pairs())
        .set("n_groups", said.map(one -> (long) one.nGroups()).orElse(0L))
        .set("n_missing", (long) (all.size() - effect.pairs()))
        .set("judged", (long) effect.judged())
        .set("flips", (long) effect.flipped())
        .set("flip_rate", effect.flips().map(Interval::estimate))
        .set("flip_low", effect.flips().map(Interval::low).orElse(OptionalDouble.empty()))
        .set("flip_high", effect.flips().map(Interval::high).orElse(OptionalDouble.empty()))
        .set("drop", effect.drop().map(Interval::estimate))
        .set("ci_low", effect.drop().map(Interval::low).orElse(OptionalDouble.empty()))
        .set("ci_high", effect.drop().map(Interval::high).orElse(OptionalDouble.empty()))
        .set("worst_drop", effect.worstDrop())
        .set("mean_distance", distance(all))
        .set("ci_method", said.map(Interval::method).orElse("none: nothing was measured"))
        .set("worst_case_ids", effect.worst())
        .set("least_failing_distance", least.map(row -> row.<Long>getAs("edit_distance")))
        .set("least_failing_case_id", least.map(row -> row.<String>getAs("case_id")))
        .build();
  }

  private static Pair pair(Row row, int sign) {
    OptionalDouble value = RowValues.number(row, "value");
    OptionalDouble was = RowValues.number(row, "was");
    Optional<String> verdict = RowValues.optional(row, "verdict");
    Optional<String> before = RowValues.optional(row, "was_verdict");
    return new Pair(
        row.getAs("group_id"),
        row.getAs("case_id"),
        value.isPresent() && was.isPresent()
            ? OptionalDouble.of(sign * (was.getAsDouble() - value.getAsDouble()))
            : OptionalDouble.empty(),
        verdict.isPresent() && before.isPresent()
            ? Optional.of(!verdict.equals(before))
            : Optional.empty());
  }

  /** The twin that changed fewest characters of those that fail what their origin passed. */
  private static Optional<Row> least(List<Row> rows) {
    return rows.stream()
        .filter(row -> row.getAs("edit_distance") != null)
        .filter(
            row -> "true".equals(row.getAs("was_verdict")) && "false".equals(row.getAs("verdict")))
        .min(
            Comparator.comparingLong((Row row) -> row.<Long>getAs("edit_distance"))
                .thenComparing(row -> row.<String>getAs("case_id")));
  }

  /** The one that all share; twins of a suite have none. */
  private static Optional<String> meaning(List<Row> rows) {
    List<String> meanings =
        rows.stream().map(row -> row.<String>getAs("meaning")).distinct().toList();
    return meanings.size() == 1 ? Optional.ofNullable(meanings.get(0)) : Optional.empty();
  }

  private static OptionalDouble distance(List<Row> rows) {
    return rows.stream()
        .map(row -> row.<Long>getAs("edit_distance"))
        .filter(Objects::nonNull)
        .mapToLong(Long::longValue)
        .average();
  }
}
