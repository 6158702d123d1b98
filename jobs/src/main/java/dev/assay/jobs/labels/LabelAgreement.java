package dev.assay.jobs.labels;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.concat_ws;
import static org.apache.spark.sql.functions.countDistinct;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;

import dev.assay.base.Hashes;
import dev.assay.base.Seeds;
import dev.assay.config.LabelDimension;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.spark.Kept;
import dev.assay.stats.Interval;
import dev.assay.stats.Resampling;
import dev.assay.stats.agreement.Agreement;
import dev.assay.stats.agreement.Coefficient;
import dev.assay.stats.agreement.Rating;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;

/**
 * How far annotators agree, by dimension, for {@code set_scores}: every coefficient for ordered
 * levels, those for names where the levels have no order. Dimensions with one annotator have no
 * row.
 */
final class LabelAgreement {
  private static final String PREFIX = "agreement.";
  private static final String ALL_SYSTEMS = "all";

  private LabelAgreement() {}

  /** Computes and stores; returns how many rows. */
  static long store(Run run) {
    HashMap<String, LabelDimension> declared = new HashMap<>(run.config().label().dimensions());
    Resampling resampling =
        new Resampling(
            run.config().calibrate().replicates(),
            run.config().analyze().confidence(),
            Seeds.of(run.config().run().seed(), "agreement", ""));
    String runId = run.runId();
    Dataset<Row> rows =
        LabelRows.standing(run.store())
            .join(
                RunCoverage.responses(run).select("case_id", "system", "repeat", "group_id"),
                RunCoverage.keys())
            .groupBy("dimension")
            .agg(
                collect_list(
                        struct(
                            concat_ws("|", col("case_id"), col("system"), col("repeat")).as("item"),
                            col("group_id"),
                            col("annotator"),
                            coalesce(col("label"), lit("")).as("label")))
                    .as("ratings"),
                countDistinct("annotator").as("annotators"))
            .where(col("annotators").gt(1))
            .flatMap(
                (FlatMapFunction<Row, Row>)
                    row ->
                        coefficients(
                            runId,
                            row.getAs("dimension"),
                            RowValues.list(row, "ratings"),
                            Optional.ofNullable(declared.get(row.<String>getAs("dimension"))),
                            resampling),
                Encoders.row(Tables.SET_SCORES.schema()))
            .transform(Kept::apart);
    run.store().merge(Tables.SET_SCORES, rows);
    return rows.count();
  }

  private static Iterator<Row> coefficients(
      String runId,
      String dimension,
      List<Row> labels,
      Optional<LabelDimension> declared,
      Resampling resampling) {
    List<String> levels =
        declared
            .map(LabelDimension::allowed)
            .orElseGet(
                () ->
                    new ArrayList<>(
                        new TreeSet<>(
                            labels.stream().map(r -> r.<String>getAs("label")).toList())));
    boolean ordered = declared.map(one -> !one.kind().equals("nominal")).orElse(levels.size() <= 2);
    List<Rating> ratings = new ArrayList<>();
    for (Row label : labels) {
      int level = levels.indexOf(label.<String>getAs("label"));
      if (level >= 0) {
        ratings.add(
            new Rating(
                label.getAs("item"), label.getAs("group_id"), label.getAs("annotator"), level));
      }
    }
    String content = fingerprint(dimension, labels);
    List<Row> rows = new ArrayList<>();
    for (Coefficient coefficient : Coefficient.values()) {
      if (ordered || !coefficient.needsOrder()) {
        rows.add(
            row(
                runId,
                dimension,
                coefficient,
                Agreement.of(coefficient, ratings, Math.max(2, levels.size()), resampling),
                labels.size() - ratings.size(),
                content));
      }
    }
    return rows.iterator();
  }

  /** Hash of all labels in the order of responses and annotators. */
  private static String fingerprint(String dimension, List<Row> labels) {
    return labels.stream()
        .sorted(
            Comparator.comparing((Row label) -> label.<String>getAs("item"))
                .thenComparing(label -> label.<String>getAs("annotator")))
        .map(
            label ->
                Hashes.sha256(
                    label.getAs("item"),
                    label.getAs("group_id"),
                    label.getAs("annotator"),
                    label.getAs("label")))
        .reduce(dimension, Hashes::sha256);
  }

  private static Row row(
      String runId,
      String dimension,
      Coefficient coefficient,
      Optional<Interval> found,
      long missing,
      String content) {
    Map<String, Double> detail = new HashMap<>();
    found.ifPresent(
        interval -> {
          detail.put("n_groups", (double) interval.nGroups());
          interval.low().ifPresent(low -> detail.put("ci_low", low));
          interval.high().ifPresent(high -> detail.put("ci_high", high));
        });
    return NamedRow.of(Tables.SET_SCORES)
        .set("run_id", runId)
        .set("system", ALL_SYSTEMS)
        .set("slice", "dimension=" + dimension)
        .set("metric", PREFIX + coefficient.id())
        .set("value", found.map(Interval::estimate))
        .set("n", found.map(interval -> (long) interval.n()).orElse(0L))
        .set("n_missing", missing)
        .set("detail", detail)
        .set("status", found.isPresent() ? "ok" : "not_applicable")
        .set(
            "reason",
            found.map(Interval::method).orElse("no response has two labels, or all labels are one"))
        .set("fingerprint", content)
        .build();
  }
}
