package dev.assay.jobs;

import dev.assay.calibration.LevelJudgement;
import dev.assay.calibration.Part;
import dev.assay.calibration.PassMap;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.calibration.Splits;
import dev.assay.config.SetsConfig;
import dev.assay.conformal.Automation;
import dev.assay.conformal.Automation.Tested;
import dev.assay.conformal.Guarantee;
import dev.assay.conformal.JudgedCase;
import dev.assay.conformal.JudgedParts;
import dev.assay.conformal.LabelledVector;
import dev.assay.conformal.LevelParts;
import dev.assay.conformal.LevelSets;
import dev.assay.conformal.SetGuarantees;
import dev.assay.conformal.SmallSampleSets;
import java.io.Serializable;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
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
    JudgedParts parts = JudgedParts.of(splits, cases(rows, one.map()));
    List<Row> promises = new ArrayList<>();
    boolean decides = !(one.map() instanceof PassMap levels) || !levels.scale().passing().isEmpty();
    if (SmallSampleSets.knows(config.method())) {
      promises.add(small(one, rows));
    } else if (one.map() instanceof PassMap levels) {
      LevelSets own = new LevelSets(sets, Category.score(config, levels.scale()));
      for (Guarantee promise : own.of(levels, LevelParts.of(splits, levels(rows)))) {
        promises.add(row(one.subject(), promise, time));
      }
    } else {
      for (Guarantee promise : sets.of(parts)) {
        promises.add(row(one.subject(), promise, time));
      }
    }
    if (decides) {
      promises.add(row(one.subject(), automation.risk(parts), time));
    }
    return new Cell(
        one.subject(), promises, automation.test(parts), parts.trainAuroc().orElse(0), decides);
  }

  private Row small(Fitted one, List<Row> rows) {
    List<LabelledVector> labelled = new ArrayList<>();
    List<LabelledVector> test = new ArrayList<>();
    for (Row row : rows) {
      LabelledVector vector =
          new LabelledVector(
              row.getString(0), row.<Double>getList(5), row.getInt(2), row.getDouble(3));
      (splits.of(vector.groupId()) == Part.TEST ? test : labelled).add(vector);
    }
    List<LabelledVector> kept = one.small().rows(labelled);
    return row(one.subject(), one.small().of(kept, test), kept, one.joint(), time);
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

  private static List<LevelJudgement> levels(List<Row> rows) {
    List<LevelJudgement> levels = new ArrayList<>();
    for (Row row : rows) {
      levels.add(
          new LevelJudgement(
              row.getString(0),
              row.getDouble(1),
              row.getInt(2),
              row.getDouble(3),
              row.getString(4),
              Map.of()));
    }
    return levels;
  }

  /** Of levels, those that pass count as 1 and the others as 0. */
  private static List<JudgedCase> cases(List<Row> rows, ProbabilityMap map) {
    List<JudgedCase> cases = new ArrayList<>();
    for (Row row : rows) {
      int label = row.getInt(2);
      if (map instanceof PassMap levels) {
        label = levels.scale().passing().contains(label) ? 1 : 0;
      }
      cases.add(
          new JudgedCase(
              row.getString(0),
              row.getDouble(1),
              map.probability(row.getDouble(1)),
              label,
              row.getDouble(3),
              row.getString(4)));
    }
    return cases;
  }

  /** The labelled rows that a guarantee keeps. */
  static List<LabelledVector> labelledCases(Row guarantee) {
    List<Row> cases = guarantee.getList(guarantee.fieldIndex("cases"));
    int vectors = guarantee.fieldIndex("vectors");
    List<LabelledVector> rows = new ArrayList<>();
    for (int i = 0; i < cases.size(); i++) {
      Row one = cases.get(i);
      List<Double> scores =
          guarantee.isNullAt(vectors)
              ? List.of(one.getDouble(1))
              : JavaConverters.seqAsJavaList(guarantee.<Seq<Double>>getList(vectors).get(i));
      rows.add(new LabelledVector(one.getString(0), scores, one.getInt(2), one.getDouble(3)));
    }
    return rows;
  }

  /** A promise as a row of its table. */
  static Row row(Subject subject, Guarantee one, Timestamp time) {
    return row(subject, one, List.of(), false, time);
  }

  private static Row row(
      Subject subject, Guarantee one, List<LabelledVector> cases, boolean joint, Timestamp time) {
    return RowFactory.create(
        subject.calibrationId(),
        Category.within(subject.slice(), one.slice()),
        one.method(),
        subject.metric(),
        subject.dimension(),
        time,
        one.kind().id(),
        one.alpha(),
        one.delta().orElse(null),
        one.quantile().orElse(null),
        (long) one.groups(),
        one.decided().map(Integer::longValue).orElse(null),
        one.errors().map(Integer::longValue).orElse(null),
        one.pValue().orElse(null),
        one.share().orElse(null),
        one.observed().orElse(null),
        (long) one.observedGroups(),
        (subject.slice().equals(Cells.ALL) ? "" : "Of " + subject.slice() + ": ") + one.promise(),
        one.reason().isEmpty() ? null : one.reason(),
        cases.stream()
            .map(c -> RowFactory.create(c.groupId(), c.scores().get(0), c.label(), c.weight()))
            .toArray(Row[]::new),
        joint && !cases.isEmpty()
            ? cases.stream().map(c -> c.scores().toArray(Double[]::new)).toArray(Double[][]::new)
            : null);
  }
}
