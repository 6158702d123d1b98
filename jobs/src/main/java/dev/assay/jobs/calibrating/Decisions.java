package dev.assay.jobs.calibrating;

import dev.assay.base.Rounding;
import dev.assay.conformal.CaseRule;
import dev.assay.conformal.Decision;
import dev.assay.conformal.Ruling;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;

/** One decision per covered response, calibrated metric and dimension. */
final class Decisions {
  private final Run run;
  private final List<StoredCalibration> models = new ArrayList<>();
  private final Map<String, Deciders> byMetric = new HashMap<>();

  Decisions(Run run, List<StoredCalibration> calibrated) {
    this.run = run;
    CaseRules rules = CaseRules.latest(run);
    for (StoredCalibration one : calibrated) {
      if (!one.inputs().isEmpty()) {
        models.add(one);
      }
      byMetric
          .computeIfAbsent(one.metric(), metric -> new Deciders(new ArrayList<>(), new HashMap<>()))
          .all()
          .add(new Decider(one, rules.of(one).orElse(null)));
    }
    for (StoredCalibration one : StoredCalibration.slices(run, run.latestStart("calibrate"))) {
      if (byMetric.containsKey(one.metric())) {
        byMetric
            .get(one.metric())
            .slices()
            .put(one.name(), new Decider(one, rules.of(one).orElse(null)));
      }
    }
  }

  /**
   * A calibration with what applies it.
   *
   * @param ruleOrNull absent when nothing could be fitted
   */
  private record Decider(StoredCalibration calibrated, CaseRule ruleOrNull)
      implements Serializable {}

  /**
   * Who decides by a metric.
   *
   * @param all one a dimension
   * @param slices who decides in their place, by name
   */
  private record Deciders(List<Decider> all, Map<String, Decider> slices) implements Serializable {

    /** One a dimension: that of the response's slice where it has one of its own. */
    List<Decider> of(String sliceOrNull) {
      if (slices.isEmpty()) {
        return all;
      }
      return all.stream()
          .map(
              decider ->
                  slices.getOrDefault(
                      decider.calibrated().metric()
                          + " "
                          + decider.calibrated().dimension()
                          + " "
                          + sliceOrNull,
                      decider))
          .toList();
    }
  }

  Dataset<Row> rows(Dataset<Row> covered) {
    HashMap<String, Deciders> deciders = new HashMap<>(byMetric);
    Dataset<Row> stored = run.store().read(Tables.SCORES);
    Dataset<Row> scores = JointScores.of(stored, deciders.keySet());
    for (StoredCalibration model : models) {
      scores = scores.unionByName(JointScores.ofModel(stored, model.metric(), model.inputs()));
    }
    return scores
        .join(
            covered
                .withColumn("category", Category.of(run.config().sets()))
                .withColumn("decider", Category.decider(run.config().automate().by()))
                .select("case_id", "system", "repeat", "category", "decider"),
            RunCoverage.keys())
        .select(
            "case_id",
            "system",
            "repeat",
            "metric",
            "status",
            "reason",
            "category",
            "decider",
            "scores")
        .flatMap(
            (FlatMapFunction<Row, Row>) score -> decide(score, deciders),
            Encoders.row(Tables.DECISIONS.schema()));
  }

  private static Iterator<Row> decide(Row score, Map<String, Deciders> deciders) {
    List<Row> rows = new ArrayList<>();
    for (Decider decider :
        deciders.get(score.<String>getAs("metric")).of(score.<String>getAs("decider"))) {
      rows.add(decide(score, decider.calibrated(), decider.ruleOrNull()));
    }
    return rows.iterator();
  }

  private static Row decide(Row score, StoredCalibration calibrated, CaseRule ruleOrNull) {
    if (RowValues.isNull(score, "scores")) {
      String why =
          "no value: " + score.<String>getAs("status") + ", " + score.<String>getAs("reason");
      return refer(score, calibrated, why);
    }
    if (ruleOrNull == null) {
      String why = "calibration is " + calibrated.status().id() + ": " + calibrated.reason();
      return refer(score, calibrated, why);
    }
    double[] scores =
        RowValues.<Double>list(score, "scores").stream().mapToDouble(Rounding::toNano).toArray();
    Ruling ruling = ruleOrNull.decide(score.getAs("category"), scores);
    Map<String, Double> levels = ruleOrNull.levels(scores);
    boolean passable = !ruleOrNull.map().scale().passing().isEmpty();
    return row(score, calibrated, ruling.decision(), ruling.reason())
        .set("probability", passable ? ruling.probability() : null)
        .set("prediction_set", ruleOrNull.texts(ruling.set()))
        .set("level_probabilities", Optional.of(levels).filter(known -> !known.isEmpty()))
        .build();
  }

  private static Row refer(Row score, StoredCalibration calibrated, String reason) {
    return row(score, calibrated, Decision.REFER, reason).build();
  }

  private static NamedRow row(
      Row score, StoredCalibration calibrated, Decision decision, String reason) {
    return NamedRow.of(Tables.DECISIONS)
        .copy(score, "case_id", "system", "repeat", "metric")
        .set("dimension", calibrated.dimension())
        .set("alpha", calibrated.alpha())
        .set("decision", decision.id())
        .set("reason", reason)
        .set("slice", calibrated.slice());
  }
}
