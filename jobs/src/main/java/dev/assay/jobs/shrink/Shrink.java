package dev.assay.jobs.shrink;

import static org.apache.spark.sql.functions.col;

import dev.assay.config.AssayConfig;
import dev.assay.config.cases.ShrinkConfig;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.jobs.robustness.AttackGoals;
import dev.assay.jobs.robustness.DecisionName;
import dev.assay.jobs.scores.EvaluatorSelection;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;

/** Finds the smallest edits that still fail, by asking. */
public final class Shrink implements Stage {
  private static final StageSpec SPEC =
      StageSpec.of("shrink")
          .reads(
              Tables.TEST_CASES,
              Tables.CASE_STRATA,
              Tables.RESPONSES,
              Tables.SCORES,
              Tables.CHUNKS,
              Tables.RUN_CASES)
          .writes(
              Tables.TEST_CASES,
              Tables.RESPONSES,
              Tables.LLM_CALLS,
              Tables.SCORES,
              Tables.SENTENCE_SCORES,
              Tables.LEAST_EDITS)
          .keys(
              "shrink",
              "perturb.entries",
              "systems",
              "evaluate",
              "models",
              "judges",
              "llm",
              "budget");

  @Override
  public StageSpec spec() {
    return SPEC;
  }

  /** Systems that are asked may answer what they did not before. */
  @Override
  public boolean skippable() {
    return false;
  }

  /** A search for decisions goes by them and by what decides; another is the same without. */
  @Override
  public List<Table> reads(AssayConfig config) {
    return decides(config)
        ? Stream.concat(
                reads().stream(),
                Stream.of(Tables.DECISIONS, Tables.CALIBRATIONS, Tables.GUARANTEES))
            .toList()
        : reads();
  }

  private static boolean decides(AssayConfig config) {
    return config.shrink().metrics().stream()
        .anyMatch(metric -> metric.startsWith(DecisionName.PREFIX));
  }

  @Override
  public Plan plan(AssayConfig config) {
    ShrinkConfig shrink = config.shrink();
    return Plan.UNKNOWN_INPUT.note(
        String.format(
            Locale.ROOT,
            "at most %,d questions beside those of answer, at most %,d for each of at most %,d"
                + " failing twins of a system and metric, and what judges are asked of their"
                + " answers; not counted here",
            shrink.maxCalls(),
            shrink.callsPerCase(),
            shrink.maxCases()));
  }

  @Override
  public void check(AssayConfig config) {
    metrics(config);
  }

  /** The metrics that twins can fail. */
  static List<String> metrics(AssayConfig config) {
    TreeSet<String> known = new TreeSet<>(EvaluatorSelection.metrics(config).keySet());
    known.add(AttackGoals.METRIC);
    List<String> others = EvaluatorSelection.metricsOfOthers(config);
    for (String metric : config.shrink().metrics()) {
      if (metric.startsWith(DecisionName.PREFIX) && !known.contains(metric)) {
        continue; // Which dimensions are decided on, labels say.
      }
      if (known.contains(metric) && others.contains(metric)) {
        throw new StageException(
            "shrink.metrics names '%s', which a search cannot ask for: it is given with the answers, or compares several answers to one question. Name metrics that one new answer has, such as %s, or leave shrink.metrics empty."
                .formatted(
                    metric,
                    EvaluatorSelection.primariesOfOneAnswer(config).stream()
                        .findFirst()
                        .orElse(AttackGoals.METRIC)));
      }
      if (!known.contains(metric)) {
        throw new StageException(
            "shrink.metrics names '%s', which no selected evaluator measures. Known: %s."
                .formatted(metric, String.join(", ", known)));
      }
    }
    return config.shrink().metrics().isEmpty()
        ? Stream.concat(
                EvaluatorSelection.primariesOfOneAnswer(config).stream(),
                Stream.of(AttackGoals.METRIC))
            .toList()
        : config.shrink().metrics();
  }

  @Override
  public Counts run(Run run) {
    if (run.config().shrink().maxCases() == 0) {
      throw new StageException(
          "Nothing is searched with shrink.max-cases = 0. Set how many failing twins of a system"
              + " are looked at, for example shrink.max-cases = 20.");
    }
    if (run.finished("evaluate").isEmpty()) {
      throw new StageException(
          "No evaluation of '%s' has finished, so it is not known which twins fail. Run evaluate first."
              .formatted(run.config().run().name()));
    }
    requireDecisions(run);
    List<Search> searches = run.step("failing twins", () -> Weak.of(run, metrics(run.config())));
    LeastEdits found = new LeastEdits(run, searches);
    List<Row> rows = run.step("search", found::rows);
    run.store().deleteWhere(Tables.LEAST_EDITS, col("run_id").equalTo(run.runId()));
    if (!rows.isEmpty()) {
      run.store()
          .append(
              Tables.LEAST_EDITS, run.spark().createDataFrame(rows, Tables.LEAST_EDITS.schema()));
    }
    return Counts.of("failing twins", rows.size())
        .and("searched", searches.stream().filter(one -> one.search().isPresent()).count())
        .and("questions asked", found.asked())
        .and("searches that the budget ended", found.ended());
  }

  /** A decision that is named was made, on a dimension that there is. */
  private static void requireDecisions(Run run) {
    if (!decides(run.config())) {
      return;
    }
    if (run.finished("apply").isEmpty()) {
      throw new StageException(
          "shrink.metrics names a decision, and no apply of '%s' has finished. Run label, calibrate and apply first, then shrink."
              .formatted(run.config().run().name()));
    }
    List<String> known =
        run
            .store()
            .read(Tables.DECISIONS)
            .select("dimension")
            .distinct()
            .orderBy("dimension")
            .collectAsList()
            .stream()
            .map(row -> DecisionName.PREFIX + row.<String>getAs("dimension"))
            .toList();
    for (String metric : run.config().shrink().metrics()) {
      if (metric.startsWith(DecisionName.PREFIX) && !known.contains(metric)) {
        throw new StageException(
            "shrink.metrics names '%s', and nothing was decided on that dimension. Decided on: %s."
                .formatted(metric, known.isEmpty() ? "none" : String.join(", ", known)));
      }
    }
  }
}
