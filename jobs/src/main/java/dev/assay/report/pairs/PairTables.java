package dev.assay.report.pairs;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.element_at;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.round;
import static org.apache.spark.sql.functions.stddev_samp;

import dev.assay.core.Direction;
import dev.assay.jobs.perturb.TwinAttributes;
import dev.assay.report.covered.CasesByHash;
import dev.assay.report.figures.Conditions;
import dev.assay.report.figures.Shown;
import dev.assay.spark.Kept;
import dev.assay.stats.Deviates;
import dev.assay.stats.Range;
import dev.assay.tables.RowValues;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * A metric by topic and kind of question, for each system: its mean over questions, and whether the
 * interval of that mean (Student's t, unweighted) passes the threshold. Twins that stage {@code
 * perturb} made are left out.
 *
 * @param metric qualified
 * @param threshold at which a response passes; empty where there is none
 * @param range of the metric's values
 * @param topics labels by stratum
 */
public record PairTables(
    String metric,
    Direction direction,
    OptionalDouble threshold,
    Range range,
    Map<Integer, String> topics) {
  private static final int LEAST_GROUPS = 5;

  /** One system; columns are kinds of questions. */
  public record Table(String system, List<String> columns, List<Line> lines) {}

  /** One topic. */
  public record Line(String topic, List<Cell> cells) {}

  /**
   * @param tone holds, fails, undecided or unknown
   * @param mean empty where nothing was measured
   */
  public record Cell(String tone, String mean, String interval, String n) {
    static final Cell NONE = new Cell("unknown", "", "", "");
  }

  /** Systems that were asked about more than one topic in more than one way; none elsewhere. */
  public List<Table> of(Store store, Optional<String> analysis, double confidence) {
    if (analysis.isEmpty()) {
      return List.of();
    }
    Dataset<Row> all = store.read(Tables.TEST_CASES);
    Dataset<Row> cases =
        Kept.ifFew(
            all.where(not(TwinAttributes.made()))
                .withColumns(CasesByHash.key())
                .select("a", "b", "group_id"));
    Dataset<Row> values =
        store
            .read(Tables.RUN_CASES)
            .where(col("run_id").equalTo(analysis.get()).and(col("slices").isNotNull()))
            .select(
                col("case_id"),
                col("system"),
                slice("stratum_id").as("topic"),
                slice("query_type").as("kind"),
                element_at(col("scores"), metric).getField("value").as("value"))
            .where(col("topic").isNotNull().and(col("kind").isNotNull()))
            .where(col("value").isNotNull());
    List<Row> rows =
        CasesByHash.join(values, cases, cases.isLocal() ? 0 : all.count(), CasesByHash.MOST)
            .groupBy("system", "topic", "kind", "group_id")
            .agg(round(avg("value"), 9).as("value"))
            .groupBy("system", "topic", "kind")
            .agg(
                round(avg("value"), 6).as("mean"),
                round(stddev_samp("value"), 6).as("deviation"),
                count(lit(1)).as("n"))
            .orderBy("system", "topic", "kind")
            .collectAsList();
    TreeSet<String> kinds = new TreeSet<>();
    TreeSet<Integer> strata = new TreeSet<>();
    Map<String, Map<String, Row>> cells = new TreeMap<>();
    for (Row row : rows) {
      String kind = row.getAs("kind");
      int stratum = Integer.parseInt(row.getAs("topic"));
      kinds.add(kind);
      strata.add(stratum);
      cells
          .computeIfAbsent(row.getAs("system"), s -> new TreeMap<>())
          .put(stratum + "\u0000" + kind, row);
    }
    if (kinds.size() < 2 || strata.size() < 2) {
      return List.of();
    }
    List<Table> tables = new ArrayList<>();
    cells.forEach(
        (system, of) ->
            tables.add(
                new Table(
                    system,
                    kinds.stream()
                        .map(kind -> Conditions.of(Map.of("query_type", kind), topics))
                        .toList(),
                    strata.stream()
                        .map(
                            stratum ->
                                new Line(
                                    topics.getOrDefault(stratum, "topic " + stratum),
                                    kinds.stream()
                                        .map(kind -> of.get(stratum + "\u0000" + kind))
                                        .map(row -> row == null ? Cell.NONE : cell(row, confidence))
                                        .toList()))
                        .toList())));
    return tables;
  }

  /** The value of a pair among a response's slices. */
  private static Column slice(String key) {
    return expr(
        "substring(element_at(filter(slices, s -> startswith(s, '%1$s=') AND NOT contains(s, ' & ')), 1), %2$d)"
            .formatted(key, key.length() + 2));
  }

  private Cell cell(Row row, double confidence) {
    double mean = row.getAs("mean");
    long n = row.getAs("n");
    OptionalDouble deviation = RowValues.number(row, "deviation");
    if (n < LEAST_GROUPS || deviation.isEmpty()) {
      return new Cell("unknown", Shown.share(row, "mean"), "", Shown.count(n));
    }
    if (deviation.getAsDouble() == 0) {
      return new Cell(
          alike(mean, n, confidence), Shown.share(row, "mean"), "all alike", Shown.count(n));
    }
    double t = Deviates.student(n - 1, 1 - (1 - confidence) / 2);
    double half = t * deviation.getAsDouble() / Math.sqrt(n);
    double low = range.clip(mean - half);
    double high = range.clip(mean + half);
    return new Cell(
        tone(low, high),
        Shown.share(row, "mean"),
        "[" + Shown.decimals(low) + ", " + Shown.decimals(high) + "]",
        Shown.count(n));
  }

  /**
   * Groups that do not differ have no spread: of those that were not asked, a share of up to 1 − (1
   * − confidence)^(1/n) may be at either end of the range.
   */
  String alike(double mean, long n, double confidence) {
    double unseen = 1 - Math.pow(1 - confidence, 1.0 / n);
    return tone(
        mean - unseen * Math.max(0, mean - range.low()),
        mean + unseen * Math.max(0, range.high() - mean));
  }

  private String tone(double low, double high) {
    if (threshold.isEmpty() || direction == Direction.NONE) {
      return "unknown";
    }
    double bar = threshold.getAsDouble();
    boolean all = direction.passes(direction == Direction.UP ? low : high, bar);
    boolean none = !direction.passes(direction == Direction.UP ? high : low, bar);
    return all ? "holds" : none ? "fails" : "undecided";
  }
}
