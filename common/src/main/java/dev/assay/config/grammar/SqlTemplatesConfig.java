package dev.assay.config.grammar;

import java.util.List;

/**
 * Which SQL templates are made, and what they may have. See {@code conf/reference.conf}.
 *
 * @param maxHops foreign keys that an enumerated query follows at most
 * @param maxTemplates that are enumerated; where the schema suggests more, a seeded choice
 * @param maxElements of the answers of enumerated templates, as the first rows suggest
 * @param kinds of queries that are enumerated
 * @param maxJoins of any template, whoever wrote it
 * @param functions that templates may call beside those that every template may
 */
public record SqlTemplatesConfig(
    int maxHops,
    int maxTemplates,
    int maxElements,
    List<String> kinds,
    int maxJoins,
    List<String> functions) {}
