package dev.assay.config.reading;

import dev.assay.config.grammar.HypothesisConfig;
import dev.assay.config.grammar.ModularConfig;
import dev.assay.grammar.modular.CauseWay;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** What block {@code grammar.modular} allows. */
record ModularRules(Checks checks) {

  void check(ModularConfig modular) {
    Key block = Key.of("grammar").child("modular");
    Key hypotheses = block.child("hypotheses");
    List<String> attributes =
        modular.hypotheses().stream().map(HypothesisConfig::attribute).toList();
    attributes.forEach(attribute -> checks.text(attribute, hypotheses));
    checks.require(
        Set.copyOf(attributes).size() == attributes.size(), hypotheses, "each attribute once");
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
