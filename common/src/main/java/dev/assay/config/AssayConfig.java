package dev.assay.config;

import dev.assay.config.cases.PerturbConfig;
import dev.assay.config.cases.ShrinkConfig;
import dev.assay.config.cases.TestsConfig;
import dev.assay.config.grammar.GrammarConfig;
import dev.assay.config.models.ModelsConfig;
import dev.assay.config.scores.GivenMetric;
import dev.assay.config.scores.ScoresConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The whole configuration, resolved and checked. See {@code conf/reference.conf}. */
public record AssayConfig(
    RunConfig run,
    StoreConfig store,
    PipelineConfig pipeline,
    CorpusConfig corpus,
    ChunkConfig chunk,
    ModelsConfig models,
    StratifyConfig stratify,
    SampleConfig sample,
    GenerateConfig generate,
    TestsConfig tests,
    GrammarConfig grammar,
    PerturbConfig perturb,
    ShrinkConfig shrink,
    Map<String, SystemConfig> systems,
    AnswerConfig answer,
    LlmConfig llm,
    BudgetConfig budget,
    JudgesConfig judges,
    EvaluateConfig evaluate,
    ScoresConfig scores,
    LabelConfig label,
    CalibrateConfig calibrate,
    SetsConfig sets,
    AutomateConfig automate,
    ReviewConfig review,
    ThresholdsConfig thresholds,
    Map<String, RiskConfig> risks,
    AnalyzeConfig analyze,
    ReportConfig report,
    BaselineConfig baseline,
    GateConfig gate,
    SqlConfig sql) {

  /**
   * What scores from elsewhere are declared to be, by their own name: those of {@code
   * scores.metrics} and of every system's {@code score-columns}.
   */
  public Map<String, GivenMetric> given() {
    Map<String, GivenMetric> given = new TreeMap<>();
    systems
        .values()
        .forEach(
            system ->
                system.scoreColumns().ifPresent(scored -> scored.forEach(given::putIfAbsent)));
    given.putAll(scores.metrics());
    return given;
  }

  /**
   * Ids of the evaluators to run: those of {@code evaluate.evaluators}, and where questions come
   * from a database the one that says which answers are correct.
   */
  public List<String> evaluators() {
    List<String> ids = new ArrayList<>(evaluate.evaluators());
    String correct = grammar.modular().correct().replaceFirst("\\..*", "");
    if (grammar.database().isPresent() && !correct.equals("given") && !ids.contains(correct)) {
      ids.add(correct);
    }
    return ids;
  }

  /** Models of several metrics by name: those of {@code calibrate.models} that take part. */
  public Map<String, JointModelConfig> jointModels() {
    Map<String, JointModelConfig> models = new TreeMap<>(calibrate.models());
    models.values().removeIf(model -> !model.runsWith(evaluators()));
    return models;
  }

  /**
   * The share of its answers that people must pass before a system is trusted: that of the
   * strictest appetite among the risks of {@code dimension}, else of {@code report.appetite}.
   */
  public double bar(String dimension) {
    return risks.values().stream()
        .filter(risk -> risk.dimension().equals(dimension))
        .mapToDouble(risk -> report.bar().get(risk.appetite()))
        .max()
        .orElse(report.bar().get(report.appetite()));
  }

  /** The bar that {@code gate} holds to: that of {@code gate.appetite}, else the trusted one. */
  public double gateBar(String dimension) {
    return gate.appetite().map(report.bar()::get).orElseGet(() -> bar(dimension));
  }
}
