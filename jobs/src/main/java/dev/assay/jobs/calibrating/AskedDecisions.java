package dev.assay.jobs.calibrating;

import static org.apache.spark.sql.functions.col;

import dev.assay.jobs.engine.Run;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * What the last calibrations decide of responses that no {@code apply} covers. Nothing is stored.
 */
public final class AskedDecisions {
  private AskedDecisions() {}

  /** The metrics, qualified, whose values decisions by {@code metrics} rest on. */
  public static Set<String> inputs(Run run, Collection<String> metrics) {
    return latest(run, metrics).stream()
        .flatMap(one -> one.inputs().isEmpty() ? Stream.of(one.metric()) : one.inputs().stream())
        .collect(Collectors.toSet());
  }

  /**
   * Columns of table {@code decisions}, of responses whose values are known: what has none is
   * decided by a person, and says nothing of the answer.
   *
   * @param responses with their cases
   * @param metrics qualified, or joint models of several
   */
  public static Dataset<Row> of(Run run, Dataset<Row> responses, Collection<String> metrics) {
    return new Decisions(run, latest(run, metrics))
        .rows(responses)
        .where(col("prediction_set").isNotNull());
  }

  private static List<StoredCalibration> latest(Run run, Collection<String> metrics) {
    return StoredCalibration.latest(run).stream()
        .filter(one -> metrics.contains(one.metric()))
        .toList();
  }
}
