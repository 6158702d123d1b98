package dev.assay.jobs.analysis;

import static org.apache.spark.sql.functions.abs;
import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.round;
import static org.apache.spark.sql.functions.slice;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.when;

import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.perturb.TwinAttributes;
import dev.assay.perturb.Meaning;
import dev.assay.tables.RowValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Perturbations under which a metric crosses its threshold: one problem for each system,
 * perturbation, direction and thing that metrics look at. A twin is compared with the same system's
 * answer, of the same repeat, to the case that it was made from; where either has no value there is
 * no flip, and where another answer is right for the twin none is a problem. High where twins fail
 * what their origins pass, and where another kind of person turns a verdict either way; never by a
 * metric that labels found unfit.
 *
 * <p>Source: 002, "Problems reported by the evaluator", whose problem for each twin and metric is
 * folded.
 */
final class Flips {
  /** Twins that a problem names at most. */
  private static final int TWINS = 5;

  private static final String FAILS = "fails";
  private static final String PASSES = "passes";

  private Flips() {}

  /**
   * Problems.
   *
   * @param covered the covered responses with {@code parent_case_id}, {@code perturbation} and
   *     {@code attributes}
   * @param scores of any responses
   * @param causes of each metric that is looked at what it looks at
   * @param standings what calibrations found of metrics
   */
  static List<Finding> problems(
      Dataset<Row> covered,
      Dataset<Row> scores,
      Map<String, String> causes,
      Map<String, Standing> standings) {
    Dataset<Row> passed =
        scores
            .where(col("passed").isNotNull().and(col("metric").isin(causes.keySet().toArray())))
            .select("case_id", "system", "repeat", "metric", "passed", "value", "threshold");
    Column meaning = col("attributes").getItem(TwinAttributes.MEANING);
    Dataset<Row> twins =
        covered
            .where(col("parent_case_id").isNotNull())
            .where(meaning.isNull().or(meaning.isin(kept())))
            .select(
                col("case_id"),
                col("system"),
                col("repeat"),
                col("parent_case_id"),
                coalesce(col("perturbation"), lit("perturbed")).as("perturbation"),
                coalesce(meaning.equalTo(Meaning.COUNTERFACTUAL.id()), lit(false)).as("people"))
            .join(passed, RunCoverage.keys());
    Dataset<Row> origins =
        covered
            .select("case_id", "system", "repeat")
            .join(passed, RunCoverage.keys())
            .select(
                col("case_id").as("parent_case_id"),
                col("system"),
                col("repeat"),
                col("metric"),
                col("passed").as("was_passed"),
                col("value").as("was"));
    Column by = round(abs(col("value").minus(col("was"))), 9);
    Column flip =
        when(col("passed").equalTo(col("was_passed")), "")
            .when(col("passed"), PASSES)
            .otherwise(FAILS);
    Column told =
        struct(
            by.multiply(-1).as("by"),
            col("case_id"),
            col("repeat"),
            col("parent_case_id"),
            col("value"),
            col("was"),
            col("threshold"));
    List<Row> cells =
        twins
            .join(origins, RunCoverage.on(List.of("parent_case_id", "system", "repeat", "metric")))
            .withColumn("flip", flip)
            .groupBy("system", "perturbation", "metric", "flip")
            .agg(
                count(lit(1)).as("n"),
                max("people").as("people"),
                slice(array_sort(collect_list(when(col("flip").notEqual(""), told))), 1, TWINS)
                    .as("told"))
            .collectAsList();
    return folded(cells, causes, standings);
  }

  private static List<Finding> folded(
      List<Row> cells, Map<String, String> causes, Map<String, Standing> standings) {
    Map<List<String>, Long> judged = new HashMap<>();
    Map<String, List<Row>> alike = new TreeMap<>();
    for (Row cell : cells) {
      judged.merge(cell(cell), cell.<Long>getAs("n"), Long::sum);
      if (!cell.<String>getAs("flip").isEmpty()) {
        alike
            .computeIfAbsent(
                String.join(
                    "\u0000",
                    cell.getAs("system"),
                    cell.getAs("perturbation"),
                    causes.get(cell.<String>getAs("metric")),
                    cell.getAs("flip")),
                key -> new ArrayList<>())
            .add(cell);
      }
    }
    List<Finding> found = new ArrayList<>();
    alike.values().forEach(same -> found.add(problem(same, judged, standings)));
    return found;
  }

  private static List<String> cell(Row cell) {
    return List.of(cell.getAs("system"), cell.getAs("perturbation"), cell.getAs("metric"));
  }

  private static Standing standing(Row cell, Map<String, Standing> standings) {
    return standings.getOrDefault(cell.<String>getAs("metric"), Standing.NONE);
  }

  /**
   * One of all that have one cause: about the metric that flips most often, an unfit one only where
   * all are.
   */
  private static Finding problem(
      List<Row> same, Map<List<String>, Long> judged, Map<String, Standing> standings) {
    List<Row> ordered =
        same.stream()
            .sorted(
                Comparator.comparing((Row cell) -> standing(cell, standings).isUnfit())
                    .thenComparing(cell -> -cell.<Long>getAs("n"))
                    .thenComparing(cell -> cell.<String>getAs("metric")))
            .toList();
    Row first = ordered.get(0);
    boolean fails = first.getAs("flip").equals(FAILS);
    boolean people = first.getAs("people");
    List<Row> told = RowValues.list(first, "told");
    Row worst = told.get(0);
    List<String> others =
        ordered.stream().skip(1).map(cell -> cell.<String>getAs("metric")).sorted().toList();
    Set<String> cases = new LinkedHashSet<>();
    for (Row twin : told) {
      cases.add(twin.getAs("case_id"));
      cases.add(twin.getAs("parent_case_id"));
    }
    return new Finding(
            fails || people ? Finding.HIGH : Finding.MEDIUM,
            first.getAs("metric"),
            first.getAs("system"),
            "flip",
            Finding.say(
                    "System '%s' %s %s on %d of %d answers to twins by %s and %s on the cases that they"
                        + " were made from. Furthest: %.3f after %.3f, threshold %.3f, repeat %d of"
                        + " case %s.",
                    first.<String>getAs("system"),
                    fails ? FAILS : PASSES,
                    first.<String>getAs("metric"),
                    first.<Long>getAs("n"),
                    judged.get(cell(first)),
                    first.<String>getAs("perturbation"),
                    fails ? PASSES : FAILS,
                    worst.<Double>getAs("value"),
                    worst.<Double>getAs("was"),
                    worst.<Double>getAs("threshold"),
                    worst.<Integer>getAs("repeat"),
                    worst.<String>getAs("case_id"))
                + (others.isEmpty()
                    ? ""
                    : " Flipped too, and of the same texts: " + String.join(", ", others) + "."),
            people
                ? "Compare the two answers: who asks, or is asked about, should not decide."
                : "Compare the two answers: the wording of the question should not decide.",
            List.copyOf(cases),
            Map.of(
                "perturbation",
                first.getAs("perturbation"),
                "flips",
                first.getAs("n").toString(),
                "parent_case_id",
                worst.getAs("parent_case_id"),
                "value",
                worst.getAs("value").toString(),
                "value_before",
                worst.getAs("was").toString()))
        .restingOn(standing(first, standings));
  }

  private static Object[] kept() {
    return Arrays.stream(Meaning.values()).filter(Meaning::keepsAnswer).map(Meaning::id).toArray();
  }
}
