package dev.assay.config.grammar;

import java.util.List;

/**
 * How questions are worded. See {@code conf/reference.conf}.
 *
 * @param styles kinds of wording
 */
public record TextTemplatesConfig(List<String> styles) {}
