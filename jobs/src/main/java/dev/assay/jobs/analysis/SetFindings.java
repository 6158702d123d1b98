package dev.assay.jobs.analysis;

import dev.assay.core.Direction;
import dev.assay.core.Metric;
import dev.assay.jobs.scores.Cells;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;

/**
 * What evaluators of whole sets say: values past their threshold, and how the questions drifted.
 *
 * @param scores rows of set_scores of one run
 * @param metrics metrics of the selected set evaluators by qualified name
 */
record SetFindings(List<Row> scores, Map<String, Metric> metrics) {
  private static final String DRIFT = "questions_drift.questions_drift";

  /** High where the value is past the threshold by as much as the threshold again. */
  List<Finding> problems() {
    List<Finding> found = new ArrayList<>();
    for (Row row : overall()) {
      Metric metric = metrics.get(row.<String>getAs("metric"));
      if (row.getAs("value") == null
          || metric.threshold().isEmpty()
          || metric.direction() == Direction.NONE) {
        continue;
      }
      double value = row.getAs("value");
      double threshold = metric.threshold().getAsDouble();
      if (!metric.direction().passes(value, threshold)) {
        boolean far =
            metric.direction() == Direction.DOWN ? value >= 2 * threshold : value < threshold / 2;
        String system = row.getAs("system");
        found.add(
            new Finding(
                far ? Finding.HIGH : Finding.MEDIUM,
                row.getAs("metric"),
                system.equals(Cells.ALL) ? "" : system,
                "set_threshold",
                Finding.say(
                    "%s of %s is %.3f over %d, past the threshold %.3f.",
                    row.<String>getAs("metric"),
                    system.equals(Cells.ALL) ? "all questions" : "system '" + system + "'",
                    value,
                    row.<Long>getAs("n"),
                    threshold),
                "Table set_scores has the value by slice, with its details.",
                List.of()));
      }
    }
    return found;
  }

  /** One on the drift of the questions, whatever it is; systems are not ranked by it. */
  List<Finding> insights() {
    List<Finding> found = new ArrayList<>();
    for (Row row : overall()) {
      if (!row.<String>getAs("metric").equals(DRIFT)) {
        continue;
      }
      double threshold = metrics.get(DRIFT).threshold().orElse(Double.POSITIVE_INFINITY);
      Double value = row.getAs("value");
      found.add(
          new Finding(
              Finding.LOW,
              DRIFT,
              "",
              "drift",
              value == null
                  ? "Whether the questions drift over time is not known: "
                      + row.<String>getAs("reason")
                      + "."
                  : Finding.say(
                      "Later questions lie at cosine distance %.3f from earlier ones, %s the"
                          + " threshold %.3f, over %d questions.",
                      value,
                      value <= threshold ? "within" : "past",
                      threshold,
                      row.<Long>getAs("n")),
              value != null && value > threshold
                  ? "Add test cases about what users ask now; table drift has the test."
                  : "Nothing to do.",
              List.of()));
    }
    return found;
  }

  private List<Row> overall() {
    return scores.stream()
        .filter(row -> row.<String>getAs("slice").equals(Cells.ALL))
        .filter(row -> metrics.containsKey(row.<String>getAs("metric")))
        .toList();
  }
}
