package dev.assay.jobs;

import dev.assay.config.AssayConfig;
import dev.assay.config.SystemConfig;
import dev.assay.core.Evaluator;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.estimate.Cluster;
import dev.assay.jobs.estimate.CostModel;
import dev.assay.jobs.estimate.EndpointTerms;
import dev.assay.jobs.estimate.StageEstimate;
import dev.assay.jobs.estimate.StageWork;
import dev.assay.jobs.estimate.Told;
import dev.assay.jobs.estimate.UnitCosts;
import dev.assay.jobs.estimate.Workload;
import dev.assay.jobs.scores.Evaluate;
import dev.assay.jobs.scores.EvaluatorSelection;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * How long stages take on this machine and what they add to the store, as far as a dry run knows
 * how many answers there are. How long texts are and how fast endpoints answer it does not know:
 * what models read, calls and texts are left out, and the line says so.
 *
 * @param workload empty where how many answers there are is known once the input is read
 * @param recorded whether all systems' answers are recorded
 */
record TimePlan(Optional<Workload> workload, boolean recorded, CostModel model) {
  private static final String ANSWER = "answer";
  private static final Set<String> STAGES =
      Set.of(ANSWER, "evaluate", "calibrate", "apply", "analyze", "report");
  private static final Workload.Texts NOT_READ = new Workload.Texts(0, 0, 0, 0, 0);

  static TimePlan of(AssayConfig config, Stage stage) {
    CostModel model = new CostModel(UnitCosts.measured());
    List<String> kinds = config.systems().values().stream().map(SystemConfig::kind).toList();
    boolean recorded = !kinds.isEmpty() && kinds.stream().allMatch("table"::equals);
    OptionalLong answers = Evaluate.answers(config);
    if (!STAGES.contains(stage.name()) || answers.orElse(0) == 0) {
      return new TimePlan(Optional.empty(), recorded, model);
    }
    List<Evaluator> evaluators =
        stage.name().equals(ANSWER) ? List.of() : EvaluatorSelection.all(config);
    int systems = Math.max(1, kinds.size());
    int batch = config.pipeline().commitRows();
    return new TimePlan(
        Optional.of(
            new Workload(
                answers.getAsLong(), systems, false, evaluators, Set.of(), NOT_READ, 0, batch)),
        recorded,
        model);
  }

  /** A line on {@code stage}; nothing where nothing is known before the input is read. */
  Optional<String> line(Stage stage, Plan plan) {
    if (stage.name().equals(ANSWER) && !recorded) { // What an endpoint takes nobody knows.
      return Optional.empty();
    }
    return workload.flatMap(
        one ->
            one.stages().stream()
                .filter(work -> work.stage().equals(stage.name()))
                .map(work -> told(one, plan, work))
                .findFirst());
  }

  /** What is fixed was measured beside tables that are larger than those of a small run. */
  private static String time(StageEstimate estimate) {
    return estimate.bound().equals(CostModel.FIXED)
        ? "less than " + Told.seconds(estimate.seconds().high().orElseThrow())
        : "about " + Told.estimate(estimate.seconds(), Told::seconds);
  }

  private String told(Workload all, Plan plan, StageWork work) {
    List<String> besides = new ArrayList<>();
    if (work.stage().equals(ANSWER)) {
      besides.add("texts");
    } else if (work.stage().equals("evaluate")) {
      besides.add("quoted sentences");
      if (all.evaluators().stream().anyMatch(one -> !one.spec().models().isEmpty())) {
        besides.add("what models read");
      }
    }
    if (plan.llmCalls() > 0) {
      besides.add("calls");
    }
    Cluster here = Cluster.here();
    StageEstimate estimate = model.of(work.withoutModels(), here, EndpointTerms.UNKNOWN);
    return String.format(
        Locale.ROOT,
        "%,.0f answers at most: %s on this machine (%d cores)%s%s",
        all.answers(),
        time(estimate),
        here.cores(),
        work.rows().isEmpty() ? "" : ", " + Told.estimate(estimate.bytes(), Told::bytes),
        besides.isEmpty() ? "" : ", and on top of it " + String.join(", ", besides));
  }
}
