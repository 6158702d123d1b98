package dev.assay.config.grammar;

/**
 * How templates are filled. See {@code conf/reference.conf}.
 *
 * @param maxCombinations of values for an SQL template
 */
public record FillConfig(int maxCombinations) {}
