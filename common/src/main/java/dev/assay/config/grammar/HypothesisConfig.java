package dev.assay.config.grammar;

import dev.assay.config.blocks.Default;
import java.io.Serializable;

/**
 * What about a wording is suspected to make a system fail. See {@code conf/reference.conf}.
 *
 * @param attribute whose values are contrasted: the sides
 * @param suspected the value that is expected to do worse; empty: none is
 */
public record HypothesisConfig(String attribute, @Default("") String suspected)
    implements Serializable {}
