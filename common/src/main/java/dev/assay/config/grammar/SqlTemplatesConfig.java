package dev.assay.config.grammar;

import dev.assay.config.blocks.ParametersConfig;
import java.util.List;
import java.util.Optional;

/**
 * Which SQL templates are made, and what they may have. See {@code conf/reference.conf}.
 *
 * @param maxHops foreign keys that an enumerated query follows at most
 * @param maxTemplates that are enumerated; where the schema suggests more, a seeded choice
 * @param maxElements of the answers of enumerated templates, as the first rows suggest
 * @param kinds of queries that are enumerated
 * @param maxJoins of any template, whoever wrote it
 * @param functions that templates may call beside those that every template may
 * @param endpoint a name in {@code llm.endpoints} whose model writes further templates; empty: none
 * @param criteria what templates it is asked for, in words: a question each
 * @param number of templates that it is asked for by a criterion
 * @param prompt a prompt file in the place of the bundled one
 */
public record SqlTemplatesConfig(
    int maxHops,
    int maxTemplates,
    int maxElements,
    List<String> kinds,
    int maxJoins,
    List<String> functions,
    Optional<String> endpoint,
    List<String> criteria,
    int number,
    Optional<String> prompt,
    Optional<ParametersConfig> parameters) {}
