package dev.assay.config.grammar;

/**
 * Which SQL templates are made. See {@code conf/reference.conf}.
 *
 * @param maxHops foreign keys that a query follows at most
 */
public record SqlTemplatesConfig(int maxHops) {}
