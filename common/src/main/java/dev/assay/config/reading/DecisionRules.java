package dev.assay.config.reading;

import dev.assay.config.AssayConfig;
import dev.assay.config.AutomateConfig;
import java.util.List;

/** What the blocks between calibration and the review queue allow. */
record DecisionRules(Checks checks) {

  void check(AssayConfig config) {
    checks.oneOf(
        List.of("split", "weighted", "cv-plus", "full"),
        config.sets().method(),
        Key.of("sets.method"),
        "method");
    checks.oneOf(
        List.of("none", "label", "stratum_id", "query_type", "language", "system"),
        config.sets().by(),
        Key.of("sets.by"),
        "category");
    checks.require(
        config.sets().by().equals("none")
            || List.of("split", "weighted").contains(config.sets().method()),
        Key.of("sets.by"),
        "none with sets.method = " + config.sets().method(),
        Key.of("sets.method"));
    checks.oneOf(
        List.of("lac", "aps", "raps"), config.sets().nominal(), Key.of("sets.nominal"), "score");
    checks.range(0.0, 1.0, config.sets().rapsPenalty(), "sets.raps-penalty");
    checks.atLeast(1, config.sets().rapsFreeRanks(), "sets.raps-free-ranks");
    AutomateConfig automate = config.automate();
    checks.oneOf(
        List.of("learn-then-test", "risk-control", "sets", "none"),
        automate.method(),
        Key.of("automate.method"),
        "method");
    checks.require(
        automate.by().equals("none") || config.calibrate().slices().contains(automate.by()),
        Key.of("automate.by"),
        "one of calibrate.slices, or none",
        Key.of("calibrate.slices"));
    checks.errorRate(automate.alpha(), "automate.alpha");
    checks.errorRate(automate.alphaAccept().orElse(.5), "automate.alpha-accept");
    checks.errorRate(automate.alphaReject().orElse(.5), "automate.alpha-reject");
    checks.range(0.5, 1.0, automate.minConfidence().orElse(1.0), "automate.min-confidence");
    boolean apart = List.of("learn-then-test", "none").contains(automate.method());
    checks.require(
        apart || automate.alphaAccept().isEmpty(),
        Key.of("automate.alpha-accept"),
        notApart(automate),
        Key.of("automate.method"));
    checks.require(
        apart || automate.alphaReject().isEmpty(),
        Key.of("automate.alpha-reject"),
        notApart(automate),
        Key.of("automate.method"));
    checks.require(
        automate.minConfidence().isEmpty() || !automate.method().equals("sets"),
        Key.of("automate.min-confidence"),
        "null with automate.method = sets, by which a single label decides, however sure",
        Key.of("automate.method"));
    checks.open(automate.maxMissed().orElse(.5), "automate.max-missed");
    checks.require(
        automate.maxMissed().isEmpty() || !automate.method().equals("sets"),
        Key.of("automate.max-missed"),
        "null with automate.method = sets, of whose decisions nothing is measured",
        Key.of("automate.method"));
    checks.errorRate(automate.delta(), "automate.delta");
    checks.atLeast(1, config.review().size(), "review.size");
    checks.range(0.0, 1.0, config.review().floor(), "review.floor");
    checks.range(0.0, 1.0, config.review().coverage(), "review.coverage");
  }

  private static String notApart(AutomateConfig automate) {
    return "null with automate.method = %s, which does not tell accepts from rejects"
        .formatted(automate.method());
  }
}
