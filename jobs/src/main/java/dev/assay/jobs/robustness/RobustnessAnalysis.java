package dev.assay.jobs.robustness;

import static org.apache.spark.sql.functions.col;

import dev.assay.base.Seeds;
import dev.assay.core.Direction;
import dev.assay.core.Metric;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.scores.CellRows;
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
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
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

  /** The twin that changed fewest characters first. */
  private static final Comparator<Row> LEAST =
      Comparator.comparingLong((Row row) -> row.<Long>getAs("edit_distance"))
          .thenComparing(row -> row.<String>getAs("case_id"));

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
    String[] read = {
      "group_id",
      "case_id",
      "repeat",
      "meaning",
      "edit_distance",
      "value",
      "was",
      "verdict",
      "was_verdict"
    };
    return CellRows.map(
        pairs.select(
            Stream.of(CELL, read).flatMap(Arrays::stream).map(c -> col(c)).toArray(Column[]::new)),
        List.of(CELL),
        List.of("group_id", "case_id", "repeat"),
        Tables.ROBUSTNESS.schema(),
        (cell, rows) -> List.of(row(cell, rows)).iterator());
  }

  private Row row(Row cell, Iterator<Row> rows) {
    String metric = cell.getAs("metric");
    Optional<Scale> scale = Optional.ofNullable(scales.get(metric));
    List<Pair> pairs = new ArrayList<>();
    Set<String> meanings = new HashSet<>();
    LongSummaryStatistics distances = new LongSummaryStatistics();
    Row least = null;
    while (rows.hasNext()) {
      Row row = rows.next();
      pairs.add(pair(row, scale.map(Scale::sign).orElse(1)));
      meanings.add(row.getAs("meaning"));
      Long distance = row.getAs("edit_distance");
      if (distance != null) {
        distances.accept(distance);
      }
      least = fails(row) && (least == null || LEAST.compare(row, least) < 0) ? row : least;
    }
    Optional<Row> failing =
        Optional.ofNullable(least).filter(one -> cell.<String>getAs("dimension").isEmpty());
    String id = String.join("|", Arrays.stream(CELL).map(c -> cell.<String>getAs(c)).toList());
    Effect effect =
        Effect.of(
            pairs,
            scale.map(Scale::range).orElse(Range.SHARE),
            method,
            new Resampling(replicates, level, Seeds.of(seed, "robustness", id)));
    Optional<Interval> said = effect.drop().or(effect::flips);
    return NamedRow.of(Tables.ROBUSTNESS)
        .set("run_id", runId)
        .copy(cell, CELL)
        // Twins of a suite have none.
        .set("meaning", meanings.size() == 1 ? meanings.iterator().next() : null)
        .set("n", (long) effect.pairs())
        .set("n_groups", said.map(one -> (long) one.nGroups()).orElse(0L))
        .set("n_missing", (long) (pairs.size() - effect.pairs()))
        .set("judged", (long) effect.judged())
        .set("flips", (long) effect.flipped())
        .set("flip_rate", effect.flips().map(Interval::estimate))
        .set("flip_low", effect.flips().map(Interval::low).orElse(OptionalDouble.empty()))
        .set("flip_high", effect.flips().map(Interval::high).orElse(OptionalDouble.empty()))
        .set("drop", effect.drop().map(Interval::estimate))
        .set("ci_low", effect.drop().map(Interval::low).orElse(OptionalDouble.empty()))
        .set("ci_high", effect.drop().map(Interval::high).orElse(OptionalDouble.empty()))
        .set("worst_drop", effect.worstDrop())
        .set("mean_distance", distances.getCount() == 0 ? null : (Double) distances.getAverage())
        .set("ci_method", said.map(Interval::method).orElse("none: nothing was measured"))
        .set("worst_case_ids", effect.worst())
        .set("least_failing_distance", failing.map(row -> row.<Long>getAs("edit_distance")))
        .set("least_failing_case_id", failing.map(row -> row.<String>getAs("case_id")))
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

  /** Whether what its origin passed it fails, and how much was changed is known. */
  private static boolean fails(Row row) {
    return row.getAs("edit_distance") != null
        && "true".equals(row.getAs("was_verdict"))
        && "false".equals(row.getAs("verdict"));
  }
}
