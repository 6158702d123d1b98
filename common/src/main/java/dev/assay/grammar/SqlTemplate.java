package dev.assay.grammar;

import java.io.Serializable;
import java.util.List;

/**
 * The logic of a family of questions.
 *
 * @param id a hash of the normalised SQL
 * @param sql one SELECT with placeholders {@code [Table.Column]} in WHERE, unquoted
 * @param placeholders the distinct ones, in order of first appearance
 */
public record SqlTemplate(String id, String sql, QueryKind kind, List<Placeholder> placeholders)
    implements Serializable {}
