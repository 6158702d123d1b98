package dev.assay.report;

import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.collect_set;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.count_distinct;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.regexp_replace;
import static org.apache.spark.sql.functions.substring;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import dev.assay.core.Direction;
import dev.assay.report.Findings.Cloud;
import dev.assay.spark.Kept;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Scores in scope: what is known of each metric, single values by topic, and what is missing. */
record ScoreRows(Scope scope) {

  private static final int MOST_ROWS_OF_A_SYSTEM = 3000;
  private static final int MOST_ROWS = 12_000;
  private static final int MOST_MISSING = 100;
  private static final int QUESTION_START = 120;

  /** What has no value in {@code n} rows each, for one of {@code reasons} that are alike. */
  record Missing(
      List<String> what,
      List<String> systems,
      String status,
      String reason,
      long reasons,
      long n) {}

  List<String> systems() {
    return scope.responses().select("system").distinct().orderBy("system").collectAsList().stream()
        .map(row -> row.<String>getAs("system"))
        .toList();
  }

  /** Metrics by name: as declared, else as their rows pass or fail. */
  Map<String, MetricFacts> metrics(Map<String, MetricFacts> declared) {
    Map<String, MetricFacts> facts = new LinkedHashMap<>();
    List<Row> rows =
        scope
            .said()
            .groupBy("metric")
            .agg(max("threshold").as("threshold"), sum("up").as("up"), sum("down").as("down"))
            .orderBy("metric")
            .collectAsList();
    Map<String, MetricFacts> seen = new LinkedHashMap<>();
    for (Row row : rows) {
      String name = Values.text(row, "metric");
      seen.put(name, facts(row, name, declared.get(name)));
    }
    declared.keySet().stream().filter(seen::containsKey).forEach(n -> facts.put(n, seen.get(n)));
    seen.forEach(facts::putIfAbsent);
    return facts;
  }

  private static MetricFacts facts(Row row, String name, MetricFacts declared) {
    OptionalDouble threshold = Values.number(row, "threshold");
    if (declared != null) {
      return new MetricFacts(
          name,
          declared.direction(),
          threshold.isPresent() ? threshold : declared.threshold(),
          declared.meaning(),
          declared.primary(),
          declared.range());
    }
    long up = Values.whole(row, "up");
    long down = Values.whole(row, "down");
    Direction direction = up > down ? Direction.UP : down > up ? Direction.DOWN : Direction.NONE;
    return MetricFacts.undeclared(name, direction, threshold);
  }

  /**
   * Single values of {@code metrics}, for the same rows of each system; where twins were asked too,
   * they have half of the room at most, and no more than they fill.
   */
  Cloud cloud(List<String> metrics, List<String> systems, Map<Integer, String> topics) {
    Dataset<Row> rows = Kept.of(scope.known().marked(scope.responses()));
    try {
      return cloud(rows, metrics, systems, topics);
    } finally {
      rows.unpersist();
    }
  }

  private Cloud cloud(
      Dataset<Row> rows, List<String> metrics, List<String> systems, Map<Integer, String> topics) {
    Row counted =
        rows.groupBy("system")
            .agg(count(lit(1)).as("all"), count(when(col("changed"), 1)).as("twins"))
            .agg(
                coalesce(sum("all"), lit(0L)).as("all"),
                coalesce(max("twins"), lit(0L)).as("twins"))
            .head();
    long total = Values.whole(counted, "all");
    long twins = Values.whole(counted, "twins");
    int most = MOST_ROWS / Math.max(1, systems.size());
    int ofTwins = (int) Math.min(most / 2, twins);
    Dataset<Row> chosen = null;
    for (String system : systems) {
      for (boolean changed : twins > 0 ? new boolean[] {false, true} : new boolean[] {false}) {
        int limit = Math.min(MOST_ROWS_OF_A_SYSTEM, changed ? ofTwins : most - ofTwins);
        Dataset<Row> part =
            Scope.sample(
                rows.where(col("system").equalTo(system).and(col("changed").equalTo(changed))),
                limit,
                col("case_id"),
                col("repeat"));
        chosen = chosen == null ? part : chosen.union(part);
      }
    }
    if (chosen == null || metrics.isEmpty()) {
      return new Cloud(List.of(), Map.of(), total);
    }
    Dataset<Row> keys = Kept.of(chosen.select("case_id", "system", "repeat"));
    try {
      return cloud(keys, metrics, topics, total);
    } finally {
      keys.unpersist();
    }
  }

  private Cloud cloud(
      Dataset<Row> chosen, List<String> metrics, Map<Integer, String> topics, long total) {
    Map<List<Object>, Integer> places = new LinkedHashMap<>();
    List<Findings.Row> rows = new ArrayList<>();
    Dataset<Row> shown =
        scope
            .cases(chosen)
            .select(
                col("case_id"),
                col("stratum_id"),
                col("perturbation"),
                substring(col("question"), 1, QUESTION_START).as("question"));
    for (Row row :
        chosen.join(shown, "case_id").orderBy("system", "case_id", "repeat").collectAsList()) {
      places.put(key(row), rows.size());
      Optional<Integer> stratum = RowValues.optional(row, "stratum_id");
      rows.add(
          new Findings.Row(
              Values.text(row, "system"),
              stratum.map(id -> topics.getOrDefault(id, Integer.toString(id))).orElse(""),
              Values.text(row, "question"),
              Values.text(row, "perturbation")));
    }
    Map<String, List<OptionalDouble>> values = new LinkedHashMap<>();
    for (String metric : metrics) {
      values.put(
          metric,
          new ArrayList<>(java.util.Collections.nCopies(rows.size(), OptionalDouble.empty())));
    }
    scope
        .values(Set.copyOf(metrics), chosen)
        .collectAsList()
        .forEach(
            row ->
                values
                    .get(Values.text(row, "metric"))
                    .set(places.get(key(row)), Values.number(row, "value")));
    return new Cloud(rows, values, total);
  }

  private static List<Object> key(Row row) {
    return List.of(
        Values.text(row, "case_id"), Values.text(row, "system"), Values.whole(row, "repeat"));
  }

  /**
   * Scores and answers without a value, and rejected input, most frequent first. Reasons that
   * differ by numbers alone are one, and metrics that lack the same number of values for the same
   * reason and systems are one line.
   */
  List<Missing> missing() {
    Dataset<Row> scores =
        scope
            .said()
            .where(col("status").notEqual("ok"))
            .select(
                col("metric").as("what"), col("system"), col("status"), col("reason"), col("n"));
    Dataset<Row> answers =
        scope
            .covered(Tables.RESPONSES, col("status").notEqual("ok"))
            .select(
                lit("answer").as("what"),
                col("system"),
                col("status"),
                col("error").as("reason"),
                lit(1L).as("n"));
    Dataset<Row> rejected =
        scope
            .read(Tables.REJECTED)
            .select(
                lit("input").as("what"),
                lit("").as("system"),
                col("stage").as("status"),
                col("reason"),
                lit(1L).as("n"));
    return scores
        .union(answers)
        .union(rejected)
        .groupBy(
            col("what"), col("status"), regexp_replace(col("reason"), "[0-9]+", "#").as("alike"))
        .agg(
            sum("n").as("count"),
            array_sort(collect_set("system")).as("systems"),
            min("reason").as("reason"),
            count_distinct(col("reason")).as("reasons"))
        .groupBy("status", "systems", "alike", "count", "reason", "reasons")
        .agg(array_sort(collect_list("what")).as("what"))
        .orderBy(col("count").desc(), col("what"), col("status"), col("reason"))
        .limit(MOST_MISSING)
        .collectAsList()
        .stream()
        .map(
            row ->
                new Missing(
                    RowValues.list(row, "what"),
                    RowValues.list(row, "systems"),
                    Values.text(row, "status"),
                    Values.text(row, "reason"),
                    Values.whole(row, "reasons"),
                    Values.whole(row, "count")))
        .toList();
  }

  /** Models that spoke, by the metrics that they spoke for. */
  List<String> models() {
    return scope
        .said()
        .where(col("model").isNotNull())
        .select("model")
        .distinct()
        .orderBy("model")
        .limit(50)
        .collectAsList()
        .stream()
        .map(row -> row.<String>getAs("model"))
        .toList();
  }
}
