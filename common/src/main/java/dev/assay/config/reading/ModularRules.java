package dev.assay.config.reading;

import dev.assay.config.grammar.ModularConfig;
import dev.assay.grammar.modular.CauseWay;
import java.util.Arrays;

/** What block {@code grammar.modular} allows. */
final class ModularRules {
  private final Checks checks;

  ModularRules(Checks checks) {
    this.checks = checks;
  }

  void check(ModularConfig modular) {
    Key block = Key.of("grammar").child("modular");
    checks.text(modular.hypothesis(), block.child("hypothesis"));
    checks.metric(modular.correct(), block.child("correct"));
    modular.judge().ifPresent(metric -> checks.metric(metric, block.child("judge")));
    modular.retrieval().ifPresent(metric -> checks.metric(metric, block.child("retrieval")));
    modular.entailment().ifPresent(metric -> checks.metric(metric, block.child("entailment")));
    checks.eachOf(
        Arrays.stream(CauseWay.values()).map(CauseWay::id).toList(),
        modular.cause(),
        block.child("cause"),
        "way");
    checks.metrics(modular.referenceFree(), block.child("reference-free"));
  }
}
