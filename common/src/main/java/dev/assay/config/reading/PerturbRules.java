package dev.assay.config.reading;

import dev.assay.config.cases.PerturbConfig;
import dev.assay.perturb.Intensity;
import dev.assay.perturb.registry.Perturbators;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What the block {@code perturb} allows. */
record PerturbRules(Checks checks) {

  void check(PerturbConfig perturb, List<String> running) {
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
      }
      checks.oneOf(Intensity.ids(), entry.intensity(), key.child("intensity"), "intensity");
      entry.name().ifPresent(name -> checks.text(name, key.child("name")));
      checks.require(
          seen.add(entry.perturbation() + "@" + entry.intensity()),
          key,
          "an entry of its own: another has the same name and intensity");
    }
  }
}
