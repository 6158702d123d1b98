package dev.assay.jobs;

import static org.apache.spark.sql.functions.col;

import dev.assay.calibration.Decision;
import dev.assay.calibration.Ruling;
import dev.assay.tables.Tables;
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

/** One decision per covered response, calibrated metric and dimension. */
final class Decisions {
  private final Run run;
  private final Map<String, List<Calibrated>> byMetric = new HashMap<>();

  Decisions(Run run, List<Calibrated> calibrated) {
    this.run = run;
    for (Calibrated one : calibrated) {
      byMetric.computeIfAbsent(one.metric(), metric -> new ArrayList<>()).add(one);
    }
  }

  Dataset<Row> rows(Dataset<Row> covered) {
    HashMap<String, List<Calibrated>> calibrations = new HashMap<>(byMetric);
    return run.store()
        .read(Tables.SCORES)
        .where(col("metric").isin(calibrations.keySet().toArray()))
        .join(covered, Covered.keys(), "left_semi")
        .select("case_id", "system", "repeat", "metric", "value", "status", "reason")
        .flatMap(
            (FlatMapFunction<Row, Row>) score -> decide(score, calibrations),
            Encoders.row(Tables.DECISIONS.schema()));
  }

  private static Iterator<Row> decide(Row score, Map<String, List<Calibrated>> calibrations) {
    List<Row> rows = new ArrayList<>();
    for (Calibrated calibrated : calibrations.get(score.getString(3))) {
      if (score.isNullAt(4)) {
        rows.add(
            refer(
                score, calibrated, "no value: " + score.getString(5) + ", " + score.getString(6)));
      } else if (calibrated.rule().isEmpty()) {
        rows.add(
            refer(
                score,
                calibrated,
                "calibration is " + calibrated.status().id() + ": " + calibrated.reason()));
      } else {
        Ruling ruling = calibrated.rule().get().decide(score.getDouble(4));
        rows.add(
            row(
                score,
                calibrated,
                ruling.probability(),
                ruling.set().texts().toArray(String[]::new),
                ruling.decision(),
                ruling.reason()));
      }
    }
    return rows.iterator();
  }

  private static Row refer(Row score, Calibrated calibrated, String reason) {
    return row(score, calibrated, null, null, Decision.REFER, reason);
  }

  private static Row row(
      Row score,
      Calibrated calibrated,
      Double probability,
      String[] set,
      Decision decision,
      String reason) {
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
        reason);
  }
}
