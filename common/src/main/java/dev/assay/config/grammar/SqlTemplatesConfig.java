package dev.assay.config.grammar;

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
 * @param endpoint in {@code llm.endpoints} that writes templates; empty: they are enumerated
 * @param criteria what it is asked for, in words
 * @param perCriterion templates that it is asked for by each
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
    int perCriterion) {}
