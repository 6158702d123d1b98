package dev.assay.jobs.analysis;

import static org.apache.spark.sql.functions.col;

import dev.assay.core.Direction;
import dev.assay.core.Metric;
import dev.assay.core.Spec;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.scores.Cells;
import dev.assay.jobs.scores.EvaluatorSelection;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Sentences that a reader should act on (problems) or know (insights), made by rules. */
final class Findings {
  private final Run run;
  private final Dataset<Row> covered;
  private final List<CoverageRow> coverage;
  private final Map<String, Metric> metrics;
  private final List<String> primaries;
  private final List<Row> setScores;
  private final Map<String, Standing> standings;
  private final MeanFindings means;
  private final List<String> withoutSlice;
  private final SetFindings sets;
  private final SentenceFindings sentences;

  /**
   * @param covered the responses that the analysis is about, with their cases
   * @param leaderboard its cells
   * @param withoutSlice sentences about attributes by which there is no slice
   */
  Findings(
      Run run,
      Dataset<Row> covered,
      Dataset<Row> leaderboard,
      List<CoverageRow> coverage,
      List<String> withoutSlice) {
    this.withoutSlice = withoutSlice;
    this.run = run;
    this.covered = covered;
    this.coverage = coverage;
    this.metrics = EvaluatorSelection.metrics(run.config());
    this.primaries = EvaluatorSelection.primaries(run.config());
    this.setScores = setScores(run);
    List<Row> overall =
        leaderboard
            .where(col("slice").equalTo(Cells.ALL))
            .orderBy("metric", "system")
            .collectAsList();
    this.standings = Standing.of(run.store());
    this.means = new MeanFindings(overall, metrics, primaries, causes(run), standings);
    this.sets = new SetFindings(setScores, EvaluatorSelection.setMetrics(run.config()));
    this.sentences =
        new SentenceFindings(covered, run.store().read(Tables.SENTENCE_SCORES), metrics);
  }

  /** Metrics of one validation dimension that compare the same things by the same kind of model. */
  private static Map<String, String> causes(Run run) {
    Map<String, String> causes = new HashMap<>();
    for (Spec spec : EvaluatorSelection.measured(run.config())) {
      for (Metric metric : spec.metrics()) {
        causes.put(
            spec.qualified(metric),
            spec.dimension().id() + new TreeSet<>(spec.needs()) + new TreeSet<>(spec.slots()));
      }
    }
    return causes;
  }

  private static List<Row> setScores(Run run) {
    return run.finished("evaluate")
        .map(
            id ->
                run.store()
                    .read(Tables.SET_SCORES)
                    .where(col("run_id").equalTo(id))
                    .orderBy("metric", "system", "slice")
                    .collectAsList())
        .orElse(List.of());
  }

  /**
   * Means and set scores past their thresholds, much that is missing, metrics that flip under a
   * perturbation, leaks by kind, steps that are missing, topics that no test touches.
   *
   * @param changed the responses without those of twins that changed nothing
   */
  Dataset<Row> problems(Dataset<Row> changed) {
    List<Finding> found =
        new ArrayList<>(
            WorstAnswers.named(
                means.problems(run.config().analyze().maxMissingShare()),
                covered,
                run.store().read(Tables.SCORES),
                metrics.keySet().stream()
                    .filter(name -> metrics.get(name).direction() == Direction.DOWN)
                    .toList()));
    found.addAll(sets.problems());
    found.addAll(sentences.leaks());
    found.addAll(sentences.steps());
    for (CoverageRow topic : coverage) {
      if (topic.isUntouched()) {
        found.add(
            new Finding(
                Finding.MEDIUM,
                "",
                "",
                "",
                Finding.say(
                    "No test touches %s: %d chunks, %d tokens.",
                    topic.name(), topic.chunks().all(), topic.tokens().all()),
                "Raise sample.size or sample.min-per-stratum, or add cases about it: no estimate"
                    + " speaks for it.",
                List.of(),
                topic.attributes()));
      }
    }
    if (!changed.where(col("parent_case_id").isNotNull()).isEmpty()) {
      Map<String, String> looksAt = new TreeMap<>();
      metrics.keySet().forEach(metric -> looksAt.put(metric, means.cause(metric)));
      found.addAll(Flips.problems(changed, run.store().read(Tables.SCORES), looksAt, standings));
    }
    return table(Tables.PROBLEMS, found);
  }

  /**
   * Who is best, worst, fastest, slowest, cheapest and dearest; the hardest cases; the weakest
   * sentences; the drift of the questions; what the tests touch.
   */
  Dataset<Row> insights() {
    List<Finding> found = new ArrayList<>(means.insights());
    found.addAll(CostFindings.insights(covered));
    List<String> down =
        primaries.stream().filter(name -> metrics.get(name).direction() == Direction.DOWN).toList();
    found.addAll(HardestCases.insights(covered, run.store().read(Tables.SCORES), primaries, down));
    found.addAll(sentences.weakest());
    found.addAll(sets.insights());
    for (String sentence : withoutSlice) {
      found.add(
          new Finding(
              Finding.LOW,
              "",
              "",
              "slices",
              sentence,
              "Look at analyze.slices, analyze.slice-min-groups and the attributes of cases and"
                  + " responses.",
              List.of()));
    }
    for (CoverageRow part : coverage) {
      found.add(
          new Finding(
              Finding.LOW,
              "",
              "",
              "",
              part.description(),
              "See views v_coverage and v_coverage_documents.",
              List.of(),
              part.attributes()));
    }
    return table(Tables.INSIGHTS, found);
  }

  /** How the questions moved, where questions_drift ran. */
  Dataset<Row> drift() {
    return run.spark().createDataFrame(DriftRows.of(setScores, run.runId()), Tables.DRIFT.schema());
  }

  private Dataset<Row> table(Table table, List<Finding> found) {
    List<Row> rows = found.stream().map(finding -> finding.row(run.runId())).toList();
    return run.spark().createDataFrame(rows, table.schema());
  }
}
