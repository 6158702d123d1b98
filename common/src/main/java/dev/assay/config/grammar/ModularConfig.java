package dev.assay.config.grammar;

/**
 * How answers to grounded questions are evaluated. See {@code conf/reference.conf}.
 *
 * @param hypothesis the attribute whose values are contrasted
 */
public record ModularConfig(String hypothesis) {}
