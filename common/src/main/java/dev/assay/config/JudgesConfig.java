package dev.assay.config;

import dev.assay.config.blocks.ParametersConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which chat models judge. See {@code conf/reference.conf}.
 *
 * @param endpoints names in {@code llm.endpoints}; the first is the primary judge
 * @param samples how often each is asked the same
 * @param parameters in the place of the endpoint's own
 * @param prompts paths by the name of the bundled prompt that they replace
 * @param byop prompts of one's own, by name
 * @param byopFolder of more of them, each with a header; empty for none
 */
public record JudgesConfig(
    List<String> endpoints,
    int samples,
    Optional<ParametersConfig> parameters,
    Map<String, String> prompts,
    Map<String, ByopConfig> byop,
    String byopFolder) {

  /** What an evaluator by a prompt of one's own is called. */
  public static final String BYOP = "byop_";
}
