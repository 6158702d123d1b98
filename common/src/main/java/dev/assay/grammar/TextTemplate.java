package dev.assay.grammar;

import java.io.Serializable;
import java.util.SortedMap;

/**
 * One wording of the questions of an SQL template.
 *
 * @param text a question that has every placeholder of the SQL template
 * @param attributes what kind of wording it is, for example {@code length = short}, {@code style =
 *     formal}: the sides of hypotheses
 */
public record TextTemplate(String text, SortedMap<String, String> attributes)
    implements Serializable {}
