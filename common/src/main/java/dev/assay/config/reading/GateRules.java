package dev.assay.config.reading;

import dev.assay.base.Nearest;
import dev.assay.calibration.thresholds.Thresholds;
import dev.assay.config.AssayConfig;
import dev.assay.config.GateConfig;
import dev.assay.slices.SliceBy;
import dev.assay.slices.SliceName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What blocks {@code gate} and {@code baseline} allow. */
record GateRules(Checks checks) {

  private static final List<String> OWN = List.of("auto", "metric", "fixed", "none");
  private static final Pattern SLICE = Pattern.compile("all|query_type=.+|stratum_id=-?\\d+");

  void check(AssayConfig config) {
    GateConfig gate = config.gate();
    if (!gate.human()) {
      checks.metric(gate.metric(), Key.of("gate.metric"));
    }
    bound(config);
    for (int i = 0; i < gate.slices().size(); i++) {
      checks.require(
          known(gate.slices().get(i), config),
          Key.of("gate.slices").at(i),
          "all, query_type=VALUE, stratum_id=NUMBER or key=value pairs of an entry of"
              + " analyze.slices",
          Key.of("analyze.slices"));
    }
    checks.require(!gate.slices().isEmpty(), "gate.slices", "at least one slice, such as all");
    checks.range(0.0, 1.0, gate.maxMissingShare(), "gate.max-missing-share");
    checks.range(0.0, 1.0, gate.tolerance(), "gate.tolerance");
    checks.oneOf(
        List.of("no-drop", "non-inferior"), gate.require(), Key.of("gate.require"), "requirement");
    checks.oneOf(
        List.of("text", "json", "junit", "github"), gate.format(), Key.of("gate.format"), "format");
    checks.require(
        gate.require().equals("no-drop") || !config.baseline().run().isEmpty(),
        Key.of("gate.require"),
        "no-drop without baseline.run",
        Key.of("baseline.run"));
    systems(config);
    dimension(config);
  }

  /** Whether an analysis by this configuration may have the slice. */
  private static boolean known(String slice, AssayConfig config) {
    return SLICE.matcher(slice).matches()
        || SliceName.by(slice)
            .filter(
                by ->
                    config.analyze().slices().stream()
                        .anyMatch(entry -> SliceBy.parse(entry).equals(Optional.of(by))))
            .isPresent();
  }

  private void bound(AssayConfig config) {
    GateConfig gate = config.gate();
    Key threshold = Key.of("gate.threshold");
    Key method = Key.of("gate.method");
    List<String> methods = new ArrayList<>(OWN);
    methods.addAll(Thresholds.methods());
    checks.oneOf(methods, gate.method(), method, "method");
    checks.require(
        !gate.human() || List.of("auto", "fixed", "none").contains(gate.method()),
        method,
        "auto, fixed or none with gate.metric = human",
        Key.of("gate.metric"));
    if (!OWN.contains(gate.method())) {
      checks.text(gate.dimension(), "gate.dimension");
    }
    gate.appetite()
        .ifPresent(
            appetite ->
                checks.oneOf(
                    gate.human()
                        ? config.report().bar().keySet()
                        : config.thresholds().confidence().keySet(),
                    appetite,
                    Key.of("gate.appetite"),
                    "appetite"));
    if (gate.method().equals("fixed")) {
      checks.require(
          gate.threshold().isPresent(), threshold, "a number with gate.method = fixed", method);
      checks.require(
          !gate.human() || gate.threshold().filter(share -> share <= 0 || share >= 1).isEmpty(),
          threshold,
          "a number between 0 and 1, both excluded, with gate.metric = human",
          Key.of("gate.metric"));
    } else {
      checks.require(
          gate.threshold().isEmpty(), threshold, "a number only with gate.method = fixed", method);
    }
  }

  /**
   * Names of systems, where the configuration alone says them all: a file of recorded answers may
   * name others.
   */
  private void systems(AssayConfig config) {
    boolean known =
        !config.systems().isEmpty()
            && config.systems().values().stream().noneMatch(one -> one.kind().equals("table"));
    if (known) {
      Set<String> systems = config.systems().keySet();
      checks.eachOf(systems, config.gate().systems(), Key.of("gate.systems"), "system");
      Key baseline = Key.of("baseline.systems");
      for (String name : config.baseline().systems().keySet()) {
        checks.oneOf(systems, name, baseline.child(name), "system");
      }
    }
  }

  /**
   * A dimension that only resembles a declared one. Another may be right: a binary one needs no
   * declaration.
   */
  private void dimension(AssayConfig config) {
    String dimension = config.gate().dimension();
    Set<String> known = new TreeSet<>(config.calibrate().dimensions());
    if (known.isEmpty() && !config.label().dimensions().isEmpty()) {
      known.addAll(config.label().dimensions().keySet());
      config.risks().values().forEach(risk -> known.add(risk.dimension()));
      config.calibrate().models().values().forEach(model -> known.add(model.dimension()));
      known.add(config.report().dimension());
    }
    known.remove("");
    if (!dimension.isEmpty() && Nearest.of(dimension, known).isPresent()) {
      checks.oneOf(known, dimension, Key.of("gate.dimension"), "dimension");
    }
  }
}
