package dev.assay.config.grammar;

import java.io.Serializable;

/**
 * How templates are filled. See {@code conf/reference.conf}.
 *
 * @param maxCombinations of values for an SQL template
 * @param maxSet elements of an answer that is a set
 * @param connections sessions with the database at a time
 * @param corpusChunks chunks of a corpus that is searched for the answers, at most
 */
public record FillConfig(int maxCombinations, int maxSet, int connections, int corpusChunks)
    implements Serializable {}
