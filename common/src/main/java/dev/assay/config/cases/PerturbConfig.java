package dev.assay.config.cases;

import dev.assay.config.blocks.Default;
import dev.assay.config.blocks.ParametersConfig;
import dev.assay.perturb.Chain;
import dev.assay.perturb.Intensity;
import dev.assay.perturb.registry.Perturbators;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How questions are changed. See {@code conf/reference.conf}.
 *
 * @param recorded whether questions that came with recorded answers are changed too
 * @param maxCases twins at most
 * @param endpoint a name in {@code llm.endpoints}: who writes what a language model has to
 * @param parameters in the place of the endpoint's own
 * @param prompts files by perturbator, in the place of the bundled ones
 */
public record PerturbConfig(
    List<Entry> entries,
    boolean recorded,
    int maxCases,
    Optional<String> endpoint,
    Optional<ParametersConfig> parameters,
    Map<String, String> prompts) {

  /** The entries that twins are made by: without an endpoint not those that need one. */
  public List<Entry> able() {
    return entries.stream()
        .filter(entry -> endpoint.isPresent() || entry.writer().isEmpty())
        .toList();
  }

  /** Whether any entry changes what systems are handed beside the question. */
  public boolean changesPassages() {
    return entries.stream()
        .flatMap(entry -> entry.perturbators().stream())
        .anyMatch(Perturbators::changesPassages);
  }

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

    /** The perturbator whose words a language model writes; it is the first. */
    public Optional<String> writer() {
      return perturbators.stream().filter(Perturbators::writtenByModel).findFirst();
    }

    /** The perturbation in tables. */
    public String perturbation() {
      return name.orElseGet(() -> String.join("+", perturbators));
    }
  }
}
