package dev.assay.jobs.calibrating;

import dev.assay.calibration.LabelledParts;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.calibration.Splits;
import dev.assay.config.SetsConfig;
import dev.assay.conformal.Automation;
import dev.assay.conformal.Automation.Tested;
import dev.assay.conformal.CaseSets;
import dev.assay.conformal.Decision;
import dev.assay.conformal.Guarantee;
import dev.assay.conformal.Nonconformity;
import dev.assay.conformal.SetGuarantees;
import dev.assay.conformal.SmallSampleSets;
import dev.assay.jobs.calibrating.LabelRounds.Round;
import dev.assay.jobs.scores.Cells;
import dev.assay.stats.SeenShare;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.io.Serializable;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.apache.spark.sql.Row;
import scala.collection.JavaConverters;
import scala.collection.Seq;

/**
 * What an executor makes of the labelled rows of a calibration: its promises, as rows of their
 * table, and the cuts that were tested.
 *
 * @param fitted calibrations by name
 * @param splits which group serves what
 */
record PromiseWork(
    HashMap<String, Fitted> fitted,
    Splits splits,
    Automation automation,
    SetGuarantees sets,
    SetsConfig config,
    Timestamp time)
    implements Serializable {

  Cell cell(Fitted one, List<Row> rows) {
    ProbabilityMap map = one.map();
    LabelledParts parts = LabelledParts.of(splits, labelled(rows));
    List<Row> promises = new ArrayList<>();
    boolean decides = !map.scale().passing().isEmpty();
    Nonconformity nonconformity = Category.nonconformity(config, map.scale());
    CaseSets made;
    // With too many groups for sets of few labels split sets are valid and lose nothing.
    List<LabelledResponse> kept =
        SmallSampleSets.knows(config.method()) ? one.small().rows(parts) : List.of();
    if (!kept.isEmpty()) {
      promises.add(row(one.subject(), one.small().of(kept, parts.test()), kept, one.joint(), time));
      made =
          one.small()
              .predictor(kept)
              .<CaseSets>map(CaseSets.Compared::new)
              .orElseGet(() -> CaseSets.Quantiles.of(map.scale(), nonconformity, List.of(), false));
    } else {
      Map<List<String>, Integer> sizes = groupRows(rows);
      List<Guarantee> own =
          sets.of(
              map, nonconformity, parts, row -> sizes.get(List.of(row.groupId(), row.category())));
      own.forEach(promise -> promises.add(row(one.subject(), promise, time)));
      made = CaseSets.Quantiles.of(map.scale(), nonconformity, own, sets.byLabel());
    }
    Map<String, Integer> all = groupAll(rows);
    ToIntFunction<LabelledResponse> ofGroup = row -> all.get(row.groupId());
    if (decides) {
      promises.add(row(one.subject(), automation.risk(map, made, parts, ofGroup), time));
    }
    return new Cell(
        one.subject(),
        promises,
        automation.test(map, made, parts, ofGroup),
        Automation.trainAuroc(map, parts.train()).orElse(0),
        decides);
  }

  /** What a guarantee is about. */
  record Subject(String calibrationId, String metric, String dimension, String slice)
      implements Serializable {

    String name() {
      return metric + " " + dimension + " " + slice;
    }
  }

  /**
   * A fitted calibration.
   *
   * @param small its sets where labels are few
   */
  record Fitted(Subject subject, ProbabilityMap map, boolean joint, SmallSampleSets small)
      implements Serializable {}

  /**
   * What the executors find out of one metric and dimension.
   *
   * @param decides whether anything can be accepted or rejected: some label passes
   */
  record Cell(
      Subject subject, List<Row> promises, Tested tested, double trainAuroc, boolean decides)
      implements Serializable {

    String name() {
      return subject.name();
    }
  }

  /** How many rows each group has in each category. */
  private static Map<List<String>, Integer> groupRows(List<Row> rows) {
    Map<List<String>, Integer> sizes = new HashMap<>();
    for (Row row : rows) {
      sizes.put(
          List.of(row.getAs("group_id"), row.getAs("category")),
          Math.toIntExact(row.getAs("group_rows")));
    }
    return sizes;
  }

  /** How many rows each group has; 0 where that does not matter. */
  private static Map<String, Integer> groupAll(List<Row> rows) {
    Map<String, Integer> sizes = new HashMap<>();
    for (Row row : rows) {
      sizes.put(row.getAs("group_id"), Math.toIntExact(row.getAs("group_all")));
    }
    return sizes;
  }

  private static List<LabelledResponse> labelled(List<Row> rows) {
    List<LabelledResponse> labelled = new ArrayList<>();
    for (Row row : rows) {
      labelled.add(
          new LabelledResponse(
              row.getAs("group_id"),
              RowValues.list(row, "scores"),
              row.getAs("label"),
              row.getAs("weight"),
              row.getAs("category"),
              Map.of()));
    }
    return labelled;
  }

  /** The labelled rows that a guarantee keeps. */
  static List<LabelledResponse> labelledCases(Row guarantee) {
    List<Row> cases = RowValues.list(guarantee, "cases");
    List<Seq<Double>> vectors = RowValues.list(guarantee, "vectors");
    List<LabelledResponse> rows = new ArrayList<>();
    for (int i = 0; i < cases.size(); i++) {
      Row one = cases.get(i);
      List<Double> scores =
          vectors.isEmpty()
              ? List.of(one.<Double>getAs("score"))
              : JavaConverters.seqAsJavaList(vectors.get(i));
      rows.add(
          LabelledResponse.of(
              one.getAs("group_id"), scores, one.getAs("label"), one.getAs("weight")));
    }
    return rows;
  }

  /** A promise as a row of its table. */
  private static Row row(Subject subject, Guarantee one, Timestamp time) {
    return row(subject, one, List.of(), false, time);
  }

  /** A promise of decisions that was made in a round of labels. */
  static Row row(Subject subject, Guarantee one, Round round, Timestamp time) {
    return named(subject, one, time)
        .set("round", round.number())
        .set("labels", round.labels())
        .set("cases", List.of())
        .build();
  }

  private static Row row(
      Subject subject, Guarantee one, List<LabelledResponse> cases, boolean joint, Timestamp time) {
    return named(subject, one, time)
        .set("cases", cases.stream().map(PromiseWork::kept).toList())
        .set(
            "vectors",
            Optional.of(cases.stream().map(LabelledResponse::scores).toList())
                .filter(vectors -> joint && !vectors.isEmpty()))
        .build();
  }

  private static NamedRow named(Subject subject, Guarantee one, Timestamp time) {
    boolean whole = subject.slice().equals(Cells.ALL);
    Optional<SeenShare> missed =
        one.decisions().map(of -> of.seen().missed()).filter(SeenShare::known);
    Optional<SeenShare> least =
        one.decisions().map(of -> of.seen().leastSure()).filter(SeenShare::known);
    return NamedRow.of(Tables.GUARANTEES)
        .set("calibration_id", subject.calibrationId())
        .set("slice", Category.within(subject.slice(), one.slice()))
        .set("method", one.method())
        .set("metric", subject.metric())
        .set("dimension", subject.dimension())
        .set("fitted_at", time)
        .set("kind", one.kind().id())
        .set("alpha", one.alpha())
        .set("delta", one.delta())
        .set("quantile", one.quantile())
        .set("n_groups", (long) one.groups())
        .set("n_decided", one.decided().map(Integer::longValue))
        .set("n_errors", one.errors().map(Integer::longValue))
        .set("p_value", one.pValue())
        .set("share", one.share())
        .set("observed", one.observed())
        .set("n_observed", (long) one.observedGroups())
        .set("promise", (whole ? "" : "Of " + subject.slice() + ": ") + one.promise())
        .set("reason", Optional.of(one.reason()).filter(why -> !why.isEmpty()))
        .set("decision", one.decisions().flatMap(of -> of.side()).map(Decision::id))
        .set("missed", missed.map(SeenShare::share))
        .set("missed_low", missed.map(SeenShare::low))
        .set("missed_high", missed.map(SeenShare::high))
        .set("n_failed", missed.map(seen -> (long) seen.groups()))
        .set("least_sure", least.map(SeenShare::share))
        .set("least_sure_low", least.map(SeenShare::low))
        .set("least_sure_high", least.map(SeenShare::high));
  }

  private static Row kept(LabelledResponse row) {
    return NamedRow.of(Tables.GUARANTEES.element("cases"))
        .set("group_id", row.groupId())
        .set("score", row.score())
        .set("label", row.level())
        .set("weight", row.weight())
        .build();
  }
}
