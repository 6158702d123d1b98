package dev.assay.jobs.sampling;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.round;
import static org.apache.spark.sql.functions.var_samp;

import dev.assay.config.SampleConfig.PilotConfig;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.StageException;
import dev.assay.stats.sampling.PilotSpread;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeSet;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * How much the scores of an earlier run vary within today's strata. Its cases find their stratum by
 * their first source chunk, so strata may have been made anew since.
 */
record Pilot(Run run) {

  /**
   * Standard deviation of a group's mean score by stratum, pooled over the pilot's systems.
   *
   * @param sizes the strata
   */
  SortedMap<Integer, Double> deviations(SortedMap<Integer, Long> sizes) {
    Map<Integer, PilotSpread> seen = new HashMap<>();
    for (Row row : spreads().collectAsList()) {
      PilotSpread one = new PilotSpread(row.getAs("variance"), row.getAs("degrees"));
      seen.merge(row.getAs("stratum_id"), one, Pilot::pooled);
    }
    if (seen.isEmpty()) {
      PilotConfig pilot = run.config().sample().pilot();
      throw new StageException(
          "The run '%s' has no two scores '%s' in one stratum, so there is no variance to go by."
                  .formatted(pilot.run(), pilot.metric())
              + " Evaluate that metric there, or use another sample.design.");
    }
    return PilotSpread.deviations(new TreeSet<>(sizes.keySet()), seen);
  }

  /** By stratum and system: stratum_id, variance, degrees of freedom. */
  private Dataset<Row> spreads() {
    PilotConfig pilot = run.config().sample().pilot();
    Dataset<Row> cases =
        run.store()
            .read(Tables.TEST_CASES)
            .select(
                col("case_id"), col("group_id"), col("source_chunk_ids").getItem(0).as("chunk_id"));
    return run.store()
        .read(Tables.SCORES.ofAllNights())
        .where(col("metric").equalTo(pilot.metric()).and(col("status").equalTo("ok")))
        .join(
            run.covered(pilot.run(), "answer"),
            RunCoverage.on(List.of("case_id", "system", "repeat", Table.NIGHT)),
            "left_semi")
        .join(cases, "case_id")
        .join(SampleDesign.strata(run).select("chunk_id", "stratum_id"), "chunk_id")
        .groupBy("stratum_id", "system", "group_id")
        .agg(round(avg("value"), 9).as("score"))
        .groupBy("stratum_id", "system")
        .agg(round(var_samp("score"), 9).as("variance"), count(lit(1)).minus(1).as("degrees"))
        .where(col("degrees").geq(1))
        .orderBy("stratum_id", "system")
        .select("stratum_id", "variance", "degrees");
  }

  private static PilotSpread pooled(PilotSpread one, PilotSpread other) {
    long degrees = one.degrees() + other.degrees();
    double squares = one.variance() * one.degrees() + other.variance() * other.degrees();
    return new PilotSpread(squares / degrees, degrees);
  }
}
