package dev.assay.jobs;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;

import dev.assay.calibration.Decision;
import dev.assay.calibration.Ruling;
import dev.assay.conformal.CaseRule;
import dev.assay.conformal.CaseSets;
import dev.assay.tables.Tables;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import scala.collection.JavaConverters;

/** One decision per covered response, calibrated metric and dimension. */
final class Decisions {
  private final Run run;
  private final List<Calibrated> models = new ArrayList<>();
  private final Map<String, Judges> byMetric = new HashMap<>();

  Decisions(Run run, List<Calibrated> calibrated) {
    this.run = run;
    CaseRules rules = CaseRules.latest(run);
    for (Calibrated one : calibrated) {
      if (!one.inputs().isEmpty()) {
        models.add(one);
      }
      byMetric
          .computeIfAbsent(one.metric(), metric -> new Judges(new ArrayList<>(), new HashMap<>()))
          .all()
          .add(new Judge(one, rules.of(one).orElse(null)));
    }
    for (Calibrated one : Calibrated.slices(run, run.latestStart("calibrate"))) {
      if (byMetric.containsKey(one.metric())) {
        byMetric
            .get(one.metric())
            .slices()
            .put(one.name(), new Judge(one, rules.of(one).orElse(null)));
      }
    }
  }

  /**
   * A calibration with what applies it.
   *
   * @param ruleOrNull absent when nothing could be fitted
   */
  private record Judge(Calibrated calibrated, CaseRule ruleOrNull) implements Serializable {}

  /**
   * Who judges a metric.
   *
   * @param all one a dimension
   * @param slices who judges in their place, by name
   */
  private record Judges(List<Judge> all, Map<String, Judge> slices) implements Serializable {

    /** One a dimension: that of the response's slice where it has one of its own. */
    List<Judge> of(String sliceOrNull) {
      if (slices.isEmpty()) {
        return all;
      }
      return all.stream()
          .map(
              judge ->
                  slices.getOrDefault(
                      judge.calibrated().metric()
                          + " "
                          + judge.calibrated().dimension()
                          + " "
                          + sliceOrNull,
                      judge))
          .toList();
    }
  }

  Dataset<Row> rows(Dataset<Row> covered) {
    HashMap<String, Judges> judges = new HashMap<>(byMetric);
    Dataset<Row> scores =
        run.store()
            .read(Tables.SCORES)
            .where(col("metric").isin(judges.keySet().toArray()))
            .select("case_id", "system", "repeat", "metric", "value", "status", "reason")
            .withColumn("scores", array(col("value")));
    for (Calibrated model : models) {
      scores = scores.unionByName(JointScores.modelled(run, model));
    }
    return scores
        .join(
            covered
                .withColumn("category", Category.of(run.config().sets()))
                .withColumn("decider", Category.decider(run.config().automate().by()))
                .select("case_id", "system", "repeat", "category", "decider"),
            Covered.keys())
        .select(
            "case_id",
            "system",
            "repeat",
            "metric",
            "value",
            "status",
            "reason",
            "category",
            "decider",
            "scores")
        .flatMap(
            (FlatMapFunction<Row, Row>) score -> decide(score, judges),
            Encoders.row(Tables.DECISIONS.schema()));
  }

  private static Iterator<Row> decide(Row score, Map<String, Judges> judges) {
    List<Row> rows = new ArrayList<>();
    for (Judge judge : judges.get(score.getString(3)).of(score.getString(8))) {
      Calibrated calibrated = judge.calibrated();
      if (score.isNullAt(4)) {
        rows.add(
            refer(
                score, calibrated, "no value: " + score.getString(5) + ", " + score.getString(6)));
      } else if (judge.ruleOrNull() == null) {
        rows.add(
            refer(
                score,
                calibrated,
                "calibration is " + calibrated.status().id() + ": " + calibrated.reason()));
      } else {
        double[] inputs =
            score.<Double>getList(9).stream().mapToDouble(Double::doubleValue).toArray();
        Ruling ruling = judge.ruleOrNull().decide(score.getDouble(4), score.getString(7), inputs);
        CaseSets sets = judge.ruleOrNull().sets();
        rows.add(
            row(
                score,
                calibrated,
                sets.passing().isEmpty() ? null : ruling.probability(),
                sets.texts(ruling.set()).toArray(String[]::new),
                ruling.decision(),
                ruling.reason(),
                sets.levels(score.getDouble(4))));
      }
    }
    return rows.iterator();
  }

  private static Row refer(Row score, Calibrated calibrated, String reason) {
    return row(score, calibrated, null, null, Decision.REFER, reason, Map.of());
  }

  private static Row row(
      Row score,
      Calibrated calibrated,
      Double probability,
      String[] set,
      Decision decision,
      String reason,
      Map<String, Double> levels) {
    return RowFactory.create(
        score.getString(0),
        score.getString(1),
        score.getInt(2),
        score.getString(3),
        calibrated.dimension(),
        probability,
        calibrated.alpha(),
        set,
        decision.id(),
        reason,
        levels.isEmpty() ? null : JavaConverters.mapAsScalaMap(levels),
        calibrated.slice());
  }
}
