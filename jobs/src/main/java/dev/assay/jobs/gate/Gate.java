package dev.assay.jobs.gate;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import dev.assay.base.Nearest;
import dev.assay.config.AssayConfig;
import dev.assay.config.BaselineConfig;
import dev.assay.config.GateConfig;
import dev.assay.core.Direction;
import dev.assay.core.Metric;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.jobs.engine.UsageException;
import dev.assay.jobs.inputs.JudgedDimensions;
import dev.assay.jobs.inputs.RecordedSystems;
import dev.assay.jobs.scores.EvaluatorSelection;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Fails where a system cannot be shown to be good enough, or has become worse. */
public final class Gate implements Stage {
  private static final StageSpec SPEC =
      StageSpec.of("gate")
          .reads(
              Tables.LEADERBOARD,
              Tables.THRESHOLDS,
              Tables.RUN_CASES,
              Tables.RESPONSES,
              Tables.TEST_CASES)
          .keys(
              "gate",
              "baseline",
              "report.bar",
              "report.appetite",
              "report.dimension",
              "analyze.confidence",
              "analyze.min-groups");

  private final Consumer<GateResult> told;

  public Gate() {
    this(result -> {});
  }

  /**
   * @param told gets the tests before a breach is thrown
   */
  Gate(Consumer<GateResult> told) {
    this.told = told;
  }

  @Override
  public StageSpec spec() {
    return SPEC;
  }

  @Override
  public boolean skippable() {
    return false;
  }

  @Override
  public Plan plan(AssayConfig config) {
    return Plan.NO_MODEL;
  }

  @Override
  public void check(AssayConfig config) {
    GateConfig gate = config.gate();
    if (config.baseline().run().equals(BaselineConfig.PREVIOUS)) {
      throw new UsageException("gate needs a named baseline.run; previous is for changes");
    }
    RecordedSystems.names(config.systems())
        .ifPresent(
            known -> {
              require(known, gate.systems(), "gate.systems");
              require(known, config.baseline().systems().keySet(), "baseline.systems");
            });
    SliceValues.of(config)
        .ifPresent(known -> known.require(gate.slices(), config.analyze().sliceBins()));
    if (gate.human()) {
      JudgedDimensions.names(config.label().sources())
          .ifPresent(known -> requireJudged(known, gate.dimension()));
      return;
    }
    Map<String, Metric> metrics = EvaluatorSelection.metrics(config);
    Metric metric = metrics.get(gate.metric());
    if (metric == null) {
      throw new UsageException(
          "gate.metric = '%s' is no metric that this configuration selects."
                  .formatted(gate.metric())
              + Nearest.hint(gate.metric(), metrics.keySet()));
    }
    if (metric.direction() == Direction.NONE) {
      throw new UsageException(
          "gate.metric = '%s' has no better end, so nothing can be held to it."
              .formatted(gate.metric()));
    }
    if (List.of("auto", "metric").contains(gate.method()) && metric.threshold().isEmpty()) {
      throw new UsageException(
          "gate.metric = '%s' has no threshold of its own. Set gate.method = fixed and gate.threshold, or gate.method = none."
              .formatted(gate.metric()));
    }
  }

  /** Labels of other files may be in the store: only what resembles one of these is an error. */
  private static void requireJudged(Set<String> known, String dimension) {
    if (!known.contains(dimension) && Nearest.of(dimension, known).isPresent()) {
      throw new UsageException(
          "gate.dimension = '%s', which no label of label.sources is about.%s"
              .formatted(dimension, Nearest.hint(dimension, known)));
    }
  }

  private static void require(Set<String> known, Collection<String> names, String key) {
    for (String name : names) {
      if (!known.contains(name)) {
        throw new UsageException(
            "%s names '%s', of which there is no answer.%s"
                .formatted(key, name, Nearest.hint(name, known)));
      }
    }
  }

  @Override
  public Counts run(Run run) {
    check(run.config());
    run.step("newest answers", () -> requireNewest(run));
    GateBound bound = run.step("bounds", () -> new GateBound(run));
    GateCells cells = run.step("cells", () -> GateCells.of(run, bound));
    List<GateCheck> checks = new ArrayList<>(run.step("cells", cells::checks));
    if (!run.config().baseline().run().isEmpty()) {
      checks.addAll(run.step("drops", () -> new GateDrops(run, cells, bound).checks()));
    }
    GateResult result = new GateResult(checks, run.config().gate().require().equals("no-drop"));
    told.accept(result);
    if (!result.failures().isEmpty()) {
      throw new GateBreach(result.summary());
    }
    return Counts.of("tests passed", checks.size());
  }

  /**
   * An analysis says nothing of answers that came after it. A call that failed once more is no
   * answer: it leaves nothing to analyse again.
   */
  private static void requireNewest(Run run) {
    long later =
        run.covered("answer")
            .select("case_id", "system", "repeat")
            .join(run.store().read(Tables.RESPONSES), RunCoverage.keys())
            .where(col("answer").isNotNull())
            .where(col("answered_at").gt(lit(run.latestStart("analyze"))))
            .count();
    if (later > 0) {
      throw new StageException(
          "The analysis is older than %d of the answers that this run covers.".formatted(later)
              + " Run 'assay analyze' first.");
    }
  }
}
