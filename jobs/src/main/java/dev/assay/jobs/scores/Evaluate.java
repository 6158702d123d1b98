package dev.assay.jobs.scores;

import static org.apache.spark.sql.functions.col;

import dev.assay.base.Hashes;
import dev.assay.config.AssayConfig;
import dev.assay.config.EvaluateConfig;
import dev.assay.core.Evaluator;
import dev.assay.core.Spec;
import dev.assay.evaluators.Evaluators;
import dev.assay.jobs.batches.Batch;
import dev.assay.jobs.batches.CommitBatches;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.LocalFiles;
import dev.assay.jobs.engine.ModelsAhead;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.jobs.given.GivenScores;
import dev.assay.spark.Evaluation;
import dev.assay.spark.Kept;
import dev.assay.spark.Tasks;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Every selected evaluator over every covered response, in one pass; only what is missing. */
public final class Evaluate implements Stage {
  private static final StageSpec SPEC =
      StageSpec.of("evaluate")
          .reads(
              Tables.TEST_CASES,
              Tables.CASE_STRATA,
              Tables.RESPONSES,
              Tables.CHUNKS,
              Tables.RUN_CASES)
          .writes(
              Tables.SCORES,
              Tables.SENTENCE_SCORES,
              Tables.SET_SCORES,
              Tables.LLM_CALLS,
              Tables.REJECTED,
              Tables.RUN_CASES)
          .keys("evaluate", "scores", "models", "judges", "llm", "budget", "analyze.confidence");

  private static final List<String> KEYS = List.of("case_id", "system", "repeat");
  private static final int FIRST_SLICE = 200;

  @Override
  public StageSpec spec() {
    return SPEC;
  }

  @Override
  public boolean fewFromOutside(AssayConfig config) {
    return config.scores().sources().stream().allMatch(source -> LocalFiles.isSmall(source.path()));
  }

  /** Evaluators past their first version, and what parameters are read from files. */
  @Override
  public String files(AssayConfig config) {
    return EvaluatorSelection.all(config).stream()
        .map(one -> version(one.spec()) + parameters(one, config))
        .collect(Collectors.joining());
  }

  private static String version(Spec spec) {
    return spec.version() > 1 ? spec.id() + " " + spec.version() + "\n" : "";
  }

  private static String parameters(Evaluator evaluator, AssayConfig config) {
    String id = evaluator.spec().id();
    return config.evaluate().parameters().containsKey(id)
        ? id + " " + Hashes.sha256(evaluator.provenance()) + "\n"
        : "";
  }

  @Override
  public boolean skippable(AssayConfig config) {
    // Judges that failed are asked again; files of given scores may have changed.
    return EvaluatorSelection.asking(config).isEmpty() && config.given().isEmpty();
  }

  @Override
  public List<String> help() {
    return Evaluators.all().stream()
        .map(evaluator -> evaluator.spec().id() + ": " + evaluator.spec().meaning())
        .toList();
  }

  @Override
  public Plan plan(AssayConfig config) {
    List<String> ids =
        EvaluatorSelection.evaluators(config).stream().map(e -> e.spec().id()).toList();
    return JudgedPlan.of(config)
        .note(
            "%d evaluators: %s; each distinct sentence reaches the model once"
                .formatted(ids.size(), String.join(", ", ids)));
  }

  /** Answers that there are at most; empty where only files that have to be read tell. */
  public static OptionalLong answers(AssayConfig config) {
    return JudgedPlan.rows(config);
  }

  @Override
  public Counts run(Run run) {
    try (Kept.Held covered = run.step("coverage", () -> Kept.held(RunCoverage.responses(run)))) {
      return run(run, covered.rows());
    }
  }

  private static Counts run(Run run, Dataset<Row> covered) {
    Evaluation evaluation = EvaluatorSelection.evaluation(run.config());
    Counts counts = run.step("row evaluators", () -> computed(run, covered, evaluation));
    if (!run.config().given().isEmpty()) {
      counts = counts.plus(run.step("given scores", () -> GivenScores.store(run, covered)));
    }
    if (!EvaluatorSelection.asking(run.config()).isEmpty()) {
      // After the others, since a budget may end here.
      counts = counts.plus(run.step("judges", () -> judged(run, covered)));
    }
    long sets = run.step("set evaluators", () -> SetScores.store(run, covered));
    run.step("coverage", () -> RunCoverage.record(run, covered));
    long late = run.<Long>step("failures", () -> FailedScores.tell(run, covered));
    Counts all = counts.values().isEmpty() ? Counts.of("set evaluators", sets) : counts;
    return late == 0 ? all : all.and(Counts.LATE, late);
  }

  private static Counts judged(Run run, Dataset<Row> covered) {
    try (JudgedScores judged = new JudgedScores(run)) {
      return judged.store(covered);
    }
  }

  /** The scores of row evaluators that are missing. */
  public static Counts computed(Run run, Dataset<Row> covered, Evaluation evaluation) {
    return computed(run, Covered.many(covered), evaluation);
  }

  /** The same. */
  static Counts computed(Run run, Covered covered, Evaluation evaluation) {
    if (evaluation.evaluators().isEmpty()) {
      return new Counts(Map.of());
    }
    try (ModelsAhead models = new ModelsAhead(run.spark(), evaluation.source()::models)) {
      return computed(run, covered, evaluation, evaluation.asksModels() ? models::begin : () -> {});
    }
  }

  private static Counts computed(
      Run run, Covered covered, Evaluation evaluation, Runnable modelsAreWanted) {
    List<PendingScores.Wanted> wanted = wanted(evaluation, run.config().evaluate());
    boolean none = run.store().isEmpty(Tables.SCORES.ofAllNights());
    if (none) {
      modelsAreWanted.run(); // All is missing, and nothing can be copied.
    }
    Dataset<Row> pending = PendingScores.of(run, covered, wanted);
    // Where there are no scores yet, nothing but the batches reads them, which keep them by
    // themselves.
    pending = none ? Kept.ifFew(pending) : CommitBatches.kept(pending);
    try {
      PendingScores.deleteStale(run.store(), covered, PendingScores.named(pending, wanted));
      long copied =
          new CopiedScores(run.store(), covered).copy(PendingScores.told(pending, wanted));
      if (copied > 0) {
        pending.unpersist();
        pending = CommitBatches.kept(PendingScores.of(run, covered, wanted));
      }
      long rows =
          new CommitBatches(run.config().pipeline(), FIRST_SLICE)
              .forEachShared(
                  "evaluate",
                  pending,
                  new Column[] {col("group_id")},
                  batch -> {
                    modelsAreWanted.run();
                    commit(run, evaluation, wanted, batch);
                  });
      Counts counts = Counts.of("responses scored", rows);
      return copied == 0 ? counts : counts.and("scores copied", copied);
    } finally {
      pending.unpersist();
    }
  }

  private static List<PendingScores.Wanted> wanted(Evaluation evaluation, EvaluateConfig config) {
    return evaluation.evaluators().stream()
        .map(
            evaluator -> {
              Spec spec = evaluator.spec();
              return new PendingScores.Wanted(
                  spec,
                  Hashes.sha256(
                      evaluator.provenance(),
                      evaluation.models(spec),
                      EvaluatorSelection.thresholds(spec, config)));
            })
        .toList();
  }

  /** Computes a batch once and appends both tables; the scores last, since they mark it as done. */
  private static void commit(
      Run run, Evaluation evaluation, List<PendingScores.Wanted> wanted, Batch batch) {
    long rows = batch.count();
    int tasks = evaluation.asksModels() ? Tasks.ofNetworks(rows) : Tasks.ofCheap(rows);
    Kept.during(
        evaluation.apply(batch.in(tasks), placed -> PendingScores.told(placed, wanted)),
        FIRST_SLICE,
        applied -> {
          Dataset<Row> few = applied.coalesce(Tasks.ofCheap(rows));
          PendingScores.append(run.store(), evaluation.sentences(few), evaluation.scores(few));
        });
  }
}
