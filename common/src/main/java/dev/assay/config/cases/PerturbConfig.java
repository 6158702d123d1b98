package dev.assay.config.cases;

import dev.assay.config.blocks.Default;
import dev.assay.perturb.Chain;
import dev.assay.perturb.Intensity;
import dev.assay.perturb.registry.Perturbators;
import java.util.List;
import java.util.Optional;

/**
 * How questions are changed. See {@code conf/reference.conf}.
 *
 * @param recorded whether questions that came with recorded answers are changed too
 * @param maxCases twins at most
 */
public record PerturbConfig(List<Entry> entries, boolean recorded, int maxCases) {

  /**
   * One twin of each case.
   *
   * @param perturbators applied one after the other
   * @param name of the perturbation in tables; by default the perturbators' joined by +
   */
  public record Entry(
      List<String> perturbators, @Default("medium") String intensity, Optional<String> name) {

    /** What makes the twin. */
    public Chain chain() {
      return new Chain(
          perturbators.stream().map(Perturbators::of).toList(), Intensity.of(intensity));
    }

    /** The perturbation in tables. */
    public String perturbation() {
      return name.orElseGet(() -> String.join("+", perturbators));
    }
  }
}
