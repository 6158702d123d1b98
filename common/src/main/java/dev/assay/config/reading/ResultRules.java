package dev.assay.config.reading;

import dev.assay.base.Nearest;
import dev.assay.config.AnalyzeConfig;
import dev.assay.config.AssayConfig;
import dev.assay.config.CalibrateConfig;
import dev.assay.config.EvaluateConfig;
import dev.assay.config.GateConfig;
import dev.assay.config.LabelConfig;
import dev.assay.config.LabelDimension;
import dev.assay.config.LabelSource;
import dev.assay.slices.SliceBy;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the blocks from evaluation to the gate allow. */
record ResultRules(Checks checks) {

  private static final List<String> CANDIDATES =
      List.of("logistic", "isotonic", "beta", "venn_abers", "boosted");
  private static final List<String> METHODS =
      Stream.concat(Stream.of("auto"), CANDIDATES.stream()).toList();
  private static final List<String> SLICES =
      List.of("system", "query_type", "stratum_id", "language");

  private static final List<String> EXPORTS =
      List.of("jsonl", "csv", "parquet", "delta", "label-studio");
  private static final List<String> IMPORTS =
      List.of("auto", "jsonl", "csv", "xlsx", "parquet", "delta", "label-studio");
  private static final List<String> RATINGS = List.of("low", "medium", "high", "critical");

  void check(AssayConfig config) {
    evaluate(config);
    label(config.label());
    calibrate(config.calibrate());
    models(config);
    new DecisionRules(checks).check(config);
    thresholds(config);
    analyze(config.analyze());
    checks.text(config.report().path(), "report.path");
    checks.atLeast(0, config.report().worstCases(), "report.worst-cases");
    bar(config);
    new GateRules(checks).check(config);
    new ModularRules(checks).check(config.grammar().modular());
  }

  private void bar(AssayConfig config) {
    Map<String, Double> bars = config.report().bar();
    Key key = Key.of("report.bar");
    bars.forEach(
        (appetite, bar) ->
            checks.require(
                bar > 0 && bar < 1,
                key.child(appetite),
                "a number between 0 and 1, both excluded"));
    checks.oneOf(bars.keySet(), config.report().appetite(), Key.of("report.appetite"), "appetite");
    config
        .risks()
        .forEach(
            (name, risk) ->
                checks.require(
                    bars.containsKey(risk.appetite()),
                    key,
                    "a bar for the appetite '" + risk.appetite() + "' of risks." + name,
                    Key.of("risks").child(name).child("appetite")));
  }

  private void evaluate(AssayConfig config) {
    EvaluateConfig evaluate = config.evaluate();
    Key key = Key.of("evaluate");
    checks.require(
        !evaluate.evaluators().isEmpty() || !config.given().isEmpty(),
        key.child("evaluators"),
        "at least one evaluator");
    checks.evaluators(evaluate.evaluators(), key.child("evaluators"));
    evaluate
        .parameters()
        .keySet()
        .forEach(id -> checks.evaluator(id, key.child("parameters").child(id)));
    evaluate
        .thresholds()
        .keySet()
        .forEach(metric -> checks.metric(metric, key.child("thresholds").child(metric)));
    checks.range(0.0, 1.0, evaluate.maxErrorShare(), "evaluate.max-error-share");
    checks.atLeast(1, evaluate.rowTimeoutSeconds(), "evaluate.row-timeout-seconds");
  }

  private void label(LabelConfig label) {
    for (int i = 0; i < label.sources().size(); i++) {
      Key key = Key.of("label.sources").at(i);
      LabelSource source = label.sources().get(i);
      checks.text(source.path(), key.child("path"));
      checks.oneOf(IMPORTS, source.format(), key.child("format"), "format");
    }
    label
        .dimensions()
        .forEach(
            (name, dimension) -> {
              Key key = Key.of("label.dimensions").child(name);
              checks.oneOf(
                  List.of("binary", "ordinal", "nominal"),
                  dimension.kind(),
                  key.child("kind"),
                  "kind");
              checks.oneOf(
                  List.of("auto", "true", "false"),
                  dimension.showExpected(),
                  key.child("show-expected"),
                  "value");
              checks.require(
                  dimension.kind().equals("binary")
                      ? dimension.levels().isEmpty()
                          || dimension.levels().equals(dimension.allowed())
                      : dimension.levels().stream().distinct().count() >= 2
                          && dimension.levels().stream().distinct().count()
                              == dimension.levels().size(),
                  key.child("levels"),
                  "two or more levels, each once (for binary none: they are 0 and 1)",
                  key.child("kind"));
              checks.eachOf(
                  dimension.allowed(), dimension.passing(), key.child("passing"), "level");
              checks.require(
                  dimension.passing().isEmpty()
                      || !dimension.isBinary()
                          && dimension.passing().size() < dimension.levels().size(),
                  key.child("passing"),
                  "some of the levels, not all (for binary none: 1 passes)",
                  key.child("kind"),
                  key.child("levels"));
            });
    label
        .values()
        .fail()
        .forEach(
            word ->
                checks.require(
                    label.values().pass().stream().noneMatch(word::equalsIgnoreCase),
                    Key.of("label.values.fail"),
                    "words that label.values.pass does not hold: '" + word + "' is in both",
                    Key.of("label.values.pass")));
    checks.oneOf(
        List.of("majority", "dawid_skene"),
        label.consolidation(),
        Key.of("label.consolidation"),
        "consolidation");
    checks.text(label.export().path(), "label.export.path");
    checks.oneOf(EXPORTS, label.export().format(), Key.of("label.export.format"), "format");
    checks.atLeast(1, label.export().limit(), "label.export.limit");
  }

  private void calibrate(CalibrateConfig calibrate) {
    checks.metrics(calibrate.metrics(), Key.of("calibrate.metrics"));
    checks.errorRate(calibrate.alpha(), "calibrate.alpha");
    checks.open(calibrate.trainShare(), "calibrate.train-share");
    checks.open(calibrate.conformalShare(), "calibrate.conformal-share");
    checks.require(
        calibrate.trainShare() + calibrate.conformalShare() < 1,
        Key.of("calibrate.conformal-share"),
        "less than 1 together with calibrate.train-share ("
            + calibrate.trainShare()
            + "), so that groups remain for testing",
        Key.of("calibrate.train-share"));
    checks.oneOf(METHODS, calibrate.method(), Key.of("calibrate.method"), "method");
    Key candidates = Key.of("calibrate.candidates");
    checks.require(!calibrate.candidates().isEmpty(), candidates, "at least one method");
    checks.eachOf(CANDIDATES, calibrate.candidates(), candidates, "method");
    checks.atLeast(2, calibrate.folds(), "calibrate.folds");
    for (int i = 0; i < calibrate.slices().size(); i++) {
      String slice = calibrate.slices().get(i);
      checks.require(
          SliceBy.parse(slice).isPresent()
              && (SLICES.contains(slice) || Nearest.of(slice, SLICES).isEmpty()),
          Key.of("calibrate.slices").at(i),
          String.join(", ", SLICES)
              + ", or an attribute unlike these, or several joined by ×, x or &");
    }
    checks.atLeast(1, calibrate.sliceMinGroups(), "calibrate.slice-min-groups");
    checks.atLeast(2, calibrate.minGroups(), "calibrate.min-groups");
    checks.range(0.0, 1.0, calibrate.minAuroc(), "calibrate.min-auroc");
    checks.atLeast(100, calibrate.replicates(), "calibrate.replicates");
  }

  private void models(AssayConfig config) {
    config
        .calibrate()
        .models()
        .forEach(
            (name, model) -> {
              Key key = Key.of("calibrate.models").child(name);
              checks.require(
                  !name.contains(".") && !name.isBlank() && !name.equals(GateConfig.HUMAN),
                  key,
                  "a name without a dot, so that it is no metric's, and not 'human'");
              LabelDimension dimension = config.label().dimensions().get(model.dimension());
              checks.require(
                  dimension == null || dimension.isBinary(),
                  key.child("dimension"),
                  "a binary dimension");
              checks.metrics(model.metrics(), key.child("metrics"));
              checks.require(
                  model.metrics().size() >= 2
                      && model.metrics().stream().distinct().count() == model.metrics().size(),
                  key.child("metrics"),
                  "two or more metrics, each once");
              checks.oneOf(
                  List.of("boosted", "logistic"), model.method(), key.child("method"), "method");
            });
  }

  private void thresholds(AssayConfig config) {
    Map<String, Double> confidence = config.thresholds().confidence();
    Key appetites = Key.of("thresholds.confidence");
    checks.require(!confidence.isEmpty(), appetites, "at least one appetite");
    confidence.forEach(
        (appetite, level) ->
            checks.require(
                level > 0 && level < 1,
                appetites.child(appetite),
                "a number between 0 and 1, both excluded"));
    checks.atLeast(2, config.thresholds().folds(), "thresholds.folds");
    config
        .risks()
        .forEach(
            (name, risk) -> {
              Key key = Key.of("risks").child(name);
              checks.oneOf(RATINGS, risk.rating(), key.child("rating"), "rating");
              checks.metric(risk.metric(), key.child("metric"));
              checks.text(risk.dimension(), key.child("dimension"));
              checks.oneOf(confidence.keySet(), risk.appetite(), key.child("appetite"), "appetite");
            });
  }

  private void analyze(AnalyzeConfig analyze) {
    checks.open(analyze.confidence(), "analyze.confidence");
    checks.oneOf(
        List.of("bootstrap", "linearised"),
        analyze.interval(),
        Key.of("analyze.interval"),
        "interval");
    checks.atLeast(100, analyze.replicates(), "analyze.replicates");
    checks.range(0.0, 1.0, analyze.maxMissingShare(), "analyze.max-missing-share");
    checks.atLeast(1, analyze.minGroups(), "analyze.min-groups");
    for (int i = 0; i < analyze.slices().size(); i++) {
      checks.require(
          SliceBy.parse(analyze.slices().get(i)).isPresent(),
          Key.of("analyze.slices").at(i),
          "an attribute, or several joined by ×, x or &, each once and without an equals sign");
    }
    checks.atLeast(1, analyze.sliceMinGroups(), "analyze.slice-min-groups");
    checks.atLeast(1, analyze.sliceMaxValues(), "analyze.slice-max-values");
    checks.atLeast(2, analyze.sliceBins(), "analyze.slice-bins");
    checks.range(0, 3, analyze.searchConditions(), "analyze.search-conditions");
    checks.atLeast(5, analyze.searchMinGroups(), "analyze.search-min-groups");
    checks.atLeast(1, analyze.searchMaxSlices(), "analyze.search-max-slices");
    checks.range(0.0, 2.0, analyze.coverageDistance(), "analyze.coverage-distance");
  }
}
