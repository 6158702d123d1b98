package dev.assay.grammar;

import java.io.Serializable;
import java.util.List;

/** An SQL template with its wordings, as they stand in the file that a person edits. */
public record GroundedTemplate(SqlTemplate sql, List<TextTemplate> texts) implements Serializable {}
