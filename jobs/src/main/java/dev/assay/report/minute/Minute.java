package dev.assay.report.minute;

import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_set;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.min_by;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.size;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.when;

import dev.assay.jobs.analysis.Standing;
import dev.assay.report.figures.Conditions;
import dev.assay.report.figures.Shown;
import dev.assay.slices.SliceName;
import dev.assay.tables.RowValues;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;

/**
 * The three worst weaknesses of each system, one for each cause, and what to label next.
 *
 * @param metrics titles by qualified name
 * @param topics labels by stratum
 */
public record Minute(Map<String, String> metrics, Map<Integer, String> topics) {
  private static final int MOST = 3;

  /** Rows of a system among which {@link #MOST} are looked for. */
  private static final int LOOKED_AT = 50;

  private static final int LONGEST = 140;

  /**
   * One system.
   *
   * @param next what to label next, a line a dimension
   */
  public record Part(List<Weak> weak, List<String> next) {}

  /**
   * A condition under which the system is worse.
   *
   * @param what the metric that shows it best, with its mean there, how that differs, and what
   *     labels say of the metric where they do not call it fit
   * @param also other metrics that show it
   * @param example a question under it that went badly; empty where its text is not known
   */
  public record Weak(String where, String what, String also, String example) {}

  /**
   * By system; systems of which there is nothing to say are absent.
   *
   * @param analysis the run that the page is about
   * @param alpha the adjusted p-value above which a difference may be chance
   * @param waiting rows of the review queue that wait for a label, of the page's answers, but for
   *     twins that stage {@code perturb} made
   * @param labels of these answers
   */
  public Map<String, Part> of(
      Store store,
      Optional<String> analysis,
      double alpha,
      Dataset<Row> waiting,
      Dataset<Row> labels) {
    if (analysis.isEmpty()) {
      return new LinkedHashMap<>();
    }
    Map<String, List<Row>> weak = new TreeMap<>();
    Map<String, Standing> standings = Standing.of(store);
    List<Row> rows =
        store.isBlank(Tables.WEAKNESSES)
            ? List.of()
            : weak(store, analysis.get(), alpha, standings);
    rows.forEach(row -> weak.computeIfAbsent(row.getAs("system"), s -> new ArrayList<>()).add(row));
    weak.replaceAll((system, of) -> causes(of));
    Map<String, List<String>> next =
        store.isBlank(Tables.REVIEW_QUEUE) ? Map.of() : LabelNext.of(store, waiting, labels);
    Map<String, String> questions =
        questions(store, weak.values().stream().flatMap(List::stream).toList());
    Map<String, Part> parts = new LinkedHashMap<>();
    weak.forEach(
        (system, of) ->
            parts.put(
                system,
                new Part(
                    of.stream().map(row -> shown(row, questions, standings)).toList(),
                    next.getOrDefault(system, List.of()))));
    next.forEach((system, lines) -> parts.putIfAbsent(system, new Part(List.of(), lines)));
    return parts;
  }

  /**
   * Metrics that say the same of the same conditions are one weakness. What a fit metric shows
   * comes before what one shows that no label speaks for, and what unfit ones alone show is none
   * where there is any other. Of equally certain ones that comes first which the search found by
   * more metrics: it alone looks at conditions together, and at one metric of each evaluator.
   */
  private static List<Row> weak(
      Store store, String analysis, double alpha, Map<String, Standing> standings) {
    Dataset<Row> causes =
        store
            .read(Tables.WEAKNESSES)
            .where(col("run_id").equalTo(analysis).and(col("p_adjusted").leq(alpha)))
            .withColumn("doubt", Doubt.of(standings))
            .groupBy("system", "conditions")
            .agg(
                min_by(
                        struct(
                            "metric",
                            "doubt",
                            "estimate",
                            "difference",
                            "p_adjusted",
                            "n",
                            "exemplar_case_ids"),
                        struct(col("doubt"), col("p_adjusted"), col("metric")))
                    .as("first"),
                array_sort(collect_set(when(col("doubt").lt(Doubt.UNFIT), col("metric"))))
                    .as("metrics"),
                count(when(col("found_by").equalTo("search"), 1)).as("searched"))
            .select(
                col("system"), col("conditions"), col("metrics"), col("searched"), col("first.*"));
    return causes
        .withColumn("least", min("doubt").over(Window.partitionBy("system")))
        .where(col("doubt").lt(Doubt.UNFIT).or(col("least").equalTo(Doubt.UNFIT)))
        .withColumn(
            "place",
            row_number()
                .over(
                    Window.partitionBy("system")
                        .orderBy(
                            col("doubt"),
                            col("p_adjusted"),
                            col("searched").desc(),
                            size(col("metrics")).desc(),
                            col("conditions"))))
        .where(col("place").leq(LOOKED_AT))
        .orderBy("system", "place")
        .collectAsList();
  }

  /**
   * Of one system's rows, the first few such that none narrows another: a slice and a part of it
   * have one cause.
   */
  private static List<Row> causes(List<Row> rows) {
    List<Row> kept = new ArrayList<>();
    List<Set<Map.Entry<String, String>>> conditions = new ArrayList<>();
    for (Row row : rows) {
      Set<Map.Entry<String, String>> pairs =
          SliceName.pairs(row.<String>getAs("conditions"))
              .orElse(Map.of("", row.<String>getAs("conditions")))
              .entrySet();
      if (kept.size() < MOST
          && conditions.stream()
              .noneMatch(other -> other.containsAll(pairs) || pairs.containsAll(other))) {
        kept.add(row);
        conditions.add(pairs);
      }
    }
    return kept;
  }

  private static Map<String, String> questions(Store store, List<Row> rows) {
    List<String> ids =
        rows.stream()
            .flatMap(row -> RowValues.<String>list(row, "exemplar_case_ids").stream().limit(1))
            .distinct()
            .sorted()
            .toList();
    Map<String, String> questions = new TreeMap<>();
    if (!ids.isEmpty()) {
      store
          .read(Tables.TEST_CASES)
          .where(col("group_id").isin(ids.toArray()).or(col("case_id").isin(ids.toArray())))
          .groupBy("group_id")
          .agg(min_by(col("question"), col("case_id")).as("question"))
          .collectAsList()
          .forEach(row -> questions.put(row.getAs("group_id"), row.getAs("question")));
    }
    return questions;
  }

  private Weak shown(Row row, Map<String, String> questions, Map<String, Standing> standings) {
    String metric = row.getAs("metric");
    String also =
        RowValues.<String>list(row, "metrics").stream()
            .filter(name -> !name.equals(metric))
            .map(this::title)
            .collect(Collectors.joining(", "));
    return new Weak(
        where(row.getAs("conditions")),
        title(metric)
            + " "
            + Shown.share(row, "estimate")
            + " against "
            + elsewhere(row)
            + " elsewhere (p "
            + Shown.p(row, "p_adjusted")
            + ", n "
            + Shown.count(row.<Long>getAs("n"))
            + ")"
            + Doubt.words(standings.getOrDefault(metric, Standing.NONE)),
        also,
        RowValues.<String>list(row, "exemplar_case_ids").stream()
            .findFirst()
            .map(id -> cut(questions.getOrDefault(id, "")))
            .orElse(""));
  }

  private static String elsewhere(Row row) {
    OptionalDouble here = RowValues.number(row, "estimate");
    OptionalDouble more = RowValues.number(row, "difference");
    return here.isPresent() && more.isPresent()
        ? Shown.decimals(here.getAsDouble() - more.getAsDouble())
        : "–";
  }

  private String title(String metric) {
    return metrics.getOrDefault(metric, metric);
  }

  private String where(String conditions) {
    return Conditions.of(SliceName.pairs(conditions).orElse(Map.of()), topics);
  }

  static String cut(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    return line.codePointCount(0, line.length()) <= LONGEST
        ? line
        : line.substring(0, line.offsetByCodePoints(0, LONGEST)) + "…";
  }
}
