package dev.assay.config.cases;

import dev.assay.config.blocks.Default;
import dev.assay.perturb.Chain;
import dev.assay.perturb.Intensity;
import dev.assay.perturb.registry.Perturbators;
import java.io.Serializable;
import java.util.List;

/**
 * How the texts of a system's index are changed before they are embedded and found. See {@code
 * conf/reference.conf}.
 *
 * @param perturbators applied one after the other
 */
public record IndexNoise(List<String> perturbators, @Default("medium") String intensity)
    implements Serializable {

  /** What changes a sentence. */
  public Chain chain() {
    return new Chain(perturbators.stream().map(Perturbators::of).toList(), Intensity.of(intensity));
  }

  /** As people are told: what, and how much of it. */
  @Override
  public String toString() {
    return String.join("+", perturbators) + " (" + intensity + ")";
  }
}
