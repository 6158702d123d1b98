package dev.assay.model;

import dev.assay.base.Logistic;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A verdict on a claim.
 *
 * @param probability that the sentence is supported, in [0, 1]: σ(distance) of the embedded model,
 *     σ(logit) of a network
 * @param logit z, of support against everything else; positive is support
 * @param distance z over the length of the model's weights: the signed distance from its boundary,
 *     in units of its feature space; empty where the model does not show its last layer
 * @param contradiction probability that a passage contradicts the sentence, where the model knows
 * @param match the passage, from 0, and the sentence in it, that supports most; empty when no
 *     passage has words
 * @param flags short remarks, such as {@code number_mismatch}
 * @param detail further numbers by name
 * @param truncated whether a text was longer than the model reads
 */
public record Support(
    double probability,
    double logit,
    OptionalDouble distance,
    OptionalDouble contradiction,
    Optional<Match> match,
    List<String> flags,
    Map<String, Double> detail,
    boolean truncated) {

  /** Where the support was found. */
  public record Match(int passage, String sentence) {}

  /** The same with σ(distance) for its probability, as HCAT has it; itself without a distance. */
  public Support byDistance() {
    return distance.isEmpty()
        ? this
        : new Support(
            Logistic.sigmoid(distance.getAsDouble()),
            logit,
            distance,
            contradiction,
            match,
            flags,
            detail,
            truncated);
  }

  public Support {
    flags = List.copyOf(flags);
    detail = Map.copyOf(detail);
  }
}
