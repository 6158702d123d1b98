package dev.assay.jobs;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.concat_ws;
import static org.apache.spark.sql.functions.countDistinct;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;

import dev.assay.config.LabelDimension;
import dev.assay.core.Hashes;
import dev.assay.stats.Agreement;
import dev.assay.stats.Coefficient;
import dev.assay.stats.Interval;
import dev.assay.stats.Rating;
import dev.assay.stats.Resampling;
import dev.assay.stats.Seeds;
import dev.assay.tables.Tables;
import java.util.ArrayList;
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
import org.apache.spark.sql.RowFactory;
import scala.collection.JavaConverters;

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
        run.store()
            .read(Tables.LABELS)
            .join(
                Covered.responses(run).select("case_id", "system", "repeat", "group_id"),
                Covered.keys())
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
                            row.getString(0),
                            row.getList(1),
                            Optional.ofNullable(declared.get(row.getString(0))),
                            resampling),
                Encoders.row(Tables.SET_SCORES.schema()))
            .localCheckpoint();
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
                        new TreeSet<>(labels.stream().map(r -> r.getString(3)).toList())));
    boolean ordered = declared.map(one -> !one.kind().equals("nominal")).orElse(levels.size() <= 2);
    List<Rating> ratings = new ArrayList<>();
    for (Row label : labels) {
      int level = levels.indexOf(label.getString(3));
      if (level >= 0) {
        ratings.add(new Rating(label.getString(0), label.getString(1), label.getString(2), level));
      }
    }
    String content = labels.stream().map(Row::toString).sorted().reduce(dimension, Hashes::sha256);
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
    return RowFactory.create(
        runId,
        ALL_SYSTEMS,
        "dimension=" + dimension,
        PREFIX + coefficient.id(),
        found.map(Interval::estimate).orElse(null),
        found.map(interval -> (long) interval.n()).orElse(0L),
        missing,
        JavaConverters.mapAsScalaMap(detail),
        found.isPresent() ? "ok" : "not_applicable",
        found.map(Interval::method).orElse("no response has two labels, or all labels are one"),
        null,
        content);
  }
}
