package dev.assay.config.grammar;

import dev.assay.config.blocks.ParametersConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How questions are worded. See {@code conf/reference.conf}.
 *
 * @param styles kinds of wording
 * @param variants wordings of each
 * @param endpoint a name in {@code llm.endpoints}; empty: by rules
 * @param criteria what a style means, in words for the model
 * @param prompt a prompt file in the place of the bundled one
 */
public record TextTemplatesConfig(
    List<String> styles,
    int variants,
    Optional<String> endpoint,
    Map<String, String> criteria,
    Optional<String> prompt,
    Optional<ParametersConfig> parameters) {}
