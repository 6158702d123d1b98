package dev.assay.jobs.analysis;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.when;

import dev.assay.config.AssayConfig;
import dev.assay.jobs.drift.DriftBetween;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.jobs.modular.ModularAnalysis;
import dev.assay.jobs.perturb.TwinAttributes;
import dev.assay.jobs.robustness.ChangedTwins;
import dev.assay.jobs.robustness.RobustnessAnalysis;
import dev.assay.jobs.scores.Cells;
import dev.assay.jobs.scores.EvaluatorSelection;
import dev.assay.jobs.slices.Slices;
import dev.assay.spark.Kept;
import dev.assay.tables.Concurrently;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Leaderboard, paired comparisons, marginal weaknesses, drift, problems and insights. */
public final class Analyze implements Stage {
  private static final StageSpec SPEC =
      StageSpec.of("analyze")
          .reads(
              Tables.SCORES,
              Tables.SENTENCE_SCORES,
              Tables.SET_SCORES,
              Tables.TEST_CASES,
              Tables.CASE_STRATA,
              Tables.RUN_CASES,
              Tables.STRATA,
              Tables.TOPICS,
              Tables.RESPONSES,
              Tables.LABELS,
              Tables.CALIBRATIONS,
              Tables.DECISIONS,
              Tables.REVIEW_QUEUE,
              Tables.RUNS)
          .writes(
              Tables.LEADERBOARD,
              Tables.ANSWER_COUNTS,
              Tables.COMPARISONS,
              Tables.WEAKNESSES,
              Tables.DRIFT,
              Tables.PROBLEMS,
              Tables.INSIGHTS,
              Tables.GRAMMAR_GROUPS,
              Tables.GRAMMAR_HYPOTHESES,
              Tables.GRAMMAR_CONTRASTS,
              Tables.GRAMMAR_RELIABILITY,
              Tables.ROBUSTNESS,
              Tables.ROBUSTNESS_SURFACE,
              Tables.RUN_CASES)
          .keys(
              "analyze", "calibrate", "label.dimensions", "label.consolidation", "grammar.modular");

  @Override
  public StageSpec spec() {
    return SPEC;
  }

  @Override
  public Plan plan(AssayConfig config) {
    return Plan.NO_MODEL;
  }

  @Override
  public Counts run(Run run) {
    Dataset<Row> covered = run.step("coverage", () -> Kept.ifFew(RunCoverage.responses(run)));
    Dataset<Row> changed = ChangedTwins.of(run, covered);
    Dataset<Row> asked = covered.where(not(TwinAttributes.made()));
    Slices slices = run.step("slices", () -> Slices.of(run.config().analyze(), asked));
    slices.left().forEach(sentence -> System.err.println("analyze: " + sentence));
    Cells cells = run.step("cells", () -> new Cells(run, slices));
    Dataset<Row> groups = run.step("cells", () -> Kept.of(cells.groups(asked)));
    HumanEstimates humans = run.step("labels", () -> new HumanEstimates(run, slices));
    Dataset<Row> said = run.step("labels", () -> Kept.of(humans.responses(asked)));
    try {
      Board[] board = new Board[1];
      List<Dataset<Row>> weak = new ArrayList<>();
      long[] twins = new long[1];
      long[] alike = new long[1];
      // To plan small queries takes as long as they do: others run meanwhile.
      Concurrently.run(
          run.spark(),
          List.of(
              () -> board[0] = Board.of(run, cells, groups, humans, said),
              () -> weak.add(made(run, "weaknesses", () -> weaknesses(run, cells, groups, asked))),
              () ->
                  twins[0] =
                      run.step("perturbations", () -> RobustnessAnalysis.store(run, changed)),
              () ->
                  alike[0] =
                      run.step(
                          "questions of a database", () -> ModularAnalysis.store(run, asked))));
      Dataset<Row> weaknesses = weak.get(0);
      Findings findings =
          run.step(
              "findings",
              () ->
                  new Findings(
                      run,
                      covered,
                      board[0].measured(),
                      new Coverage(run).rows(asked),
                      slices.left()));
      Concurrently.run(
          run.spark(),
          List.of(
              () -> put(run, Tables.LEADERBOARD, board[0].standing()),
              () -> put(run, Tables.COMPARISONS, board[0].comparisons()),
              () -> put(run, Tables.WEAKNESSES, weaknesses),
              () -> put(run, Tables.DRIFT, run.step("drift", findings::drift)),
              () ->
                  put(run, Tables.PROBLEMS, run.step("problems", () -> findings.problems(changed))),
              () -> put(run, Tables.INSIGHTS, run.step("insights", findings::insights)),
              () ->
                  RunCoverage.keep(
                      run,
                      run.step(
                          "kept scores",
                          () ->
                              KeptScores.rows(
                                  run,
                                  cells.metrics(),
                                  covered.withColumn("slices", slices.column()),
                                  board[0].leading().judged(said))))));
      Counts counts = run.step("counts", () -> counts(board[0], weaknesses));
      run.step("answer counts", () -> AnswerCounts.store(run));
      run.step(
          "drift since other runs",
          () -> DriftBetween.store(run, EvaluatorSelection.primaries(run.config())));
      counts =
          alike[0] == 0 ? counts : counts.and("groups of questions that mean the same", alike[0]);
      counts = twins[0] == 0 ? counts : counts.and("effects of perturbations", twins[0]);
      long same = run.step("perturbations", () -> ChangedTwins.left(run, covered));
      return same == 0 ? counts : counts.and("answers to twins that changed nothing", same);
    } finally {
      groups.unpersist();
      said.unpersist();
    }
  }

  /** By the configured slices, and by conditions that are searched for. */
  private static Dataset<Row> weaknesses(
      Run run, Cells cells, Dataset<Row> groups, Dataset<Row> asked) {
    Dataset<Row> found = new WeakSlices(run, cells).rows(groups, asked).transform(Kept::cut);
    return new Weaknesses(run, cells)
        .rows(groups)
        .join(
            found, RunCoverage.on(List.of("run_id", "system", "metric", "conditions")), "left_anti")
        .unionByName(found);
  }

  static Dataset<Row> made(Run run, String step, Supplier<Dataset<Row>> rows) {
    return run.step(step, () -> Kept.apart(rows.get()));
  }

  /** All in one query: each alone is a job. */
  private static Counts counts(Board board, Dataset<Row> weaknesses) {
    Column human = when(col("dimension").equalTo(""), "cells").otherwise("human estimates");
    Map<String, Long> found = new HashMap<>();
    board
        .leaderboard()
        .select(human.as("kind"))
        .unionAll(board.comparisons().select(lit("comparisons")))
        .unionAll(weaknesses.select(lit("weaknesses")))
        .groupBy("kind")
        .count()
        .collectAsList()
        .forEach(row -> found.put(row.getAs("kind"), row.getAs("count")));
    Counts counts = new Counts(Map.of());
    for (String kind : List.of("cells", "human estimates", "comparisons", "weaknesses")) {
      counts = counts.and(kind, found.getOrDefault(kind, 0L));
    }
    return counts;
  }

  private static void put(Run run, Table table, Dataset<Row> rows) {
    run.store().deleteWhere(table, col("run_id").equalTo(run.runId()));
    run.store().append(table, rows);
  }
}
