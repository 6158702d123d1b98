package dev.assay.config.reading;

import dev.assay.config.AssayConfig;
import dev.assay.config.EndpointConfig;
import dev.assay.config.cases.PerturbConfig;
import dev.assay.perturb.Intensity;
import dev.assay.perturb.Perturbator;
import dev.assay.perturb.registry.Perturbators;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the block {@code perturb} allows. */
record PerturbRules(Checks checks) {

  void check(AssayConfig config, List<String> running) {
    PerturbConfig perturb = config.perturb();
    Key entries = Key.of("perturb.entries");
    checks.require(
        !running.contains("perturb") || !perturb.entries().isEmpty(),
        entries,
        "at least one { perturbators = [...] } for stage perturb");
    checks.atLeast(1, perturb.maxCases(), "perturb.max-cases");
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < perturb.entries().size(); i++) {
      PerturbConfig.Entry entry = perturb.entries().get(i);
      Key key = entries.at(i);
      Key steps = key.child("perturbators");
      checks.require(!entry.perturbators().isEmpty(), steps, "at least one perturbator");
      for (int s = 0; s < entry.perturbators().size(); s++) {
        checks.oneOf(Perturbators.ids(), entry.perturbators().get(s), steps.at(s), "perturbator");
        checks.require(
            s == 0 || !Perturbators.writtenByModel(entry.perturbators().get(s)),
            steps.at(s),
            "a perturbator by rules here: what a language model writes is written of the question"
                + " as it is, and stands first");
      }
      checks.oneOf(Intensity.ids(), entry.intensity(), key.child("intensity"), "intensity");
      entry.name().ifPresent(name -> checks.text(name, key.child("name")));
      checks.require(
          seen.add(entry.perturbation() + "@" + entry.intensity()),
          key,
          "an entry of its own: another has the same name and intensity");
    }
    endpoint(config);
  }

  private void endpoint(AssayConfig config) {
    PerturbConfig perturb = config.perturb();
    Key prompts = Key.of("perturb.prompts");
    List<String> written = Perturbators.ofModels().stream().map(Perturbator::id).toList();
    perturb
        .prompts()
        .forEach(
            (name, file) -> {
              checks.oneOf(written, name, prompts.child(name), "prompt");
              checks.text(file, prompts.child(name));
            });
    perturb
        .parameters()
        .ifPresent(given -> new LlmRules(checks).parameters(Key.of("perturb.parameters"), given));
    if (perturb.endpoint().isEmpty()) {
      return;
    }
    String name = perturb.endpoint().get();
    Key key = Key.of("perturb.endpoint");
    checks.oneOf(config.llm().endpoints().keySet(), name, key, "endpoint");
    EndpointConfig endpoint = config.llm().endpoints().get(name);
    checks.require(
        endpoint == null || endpoint.chats(), key, "an endpoint of kind openai or another chat");
  }
}
