package dev.assay.config.scores;

import java.util.Optional;

/**
 * One file of scores, a row each. See {@code conf/reference.conf}.
 *
 * @param path what to read
 * @param format csv, jsonl, parquet or delta; by the ending unless given
 * @param metric whose values all of them are, where no column says it
 * @param idColumn where the record's own id stands, if not in {@code id}
 * @param systemColumn where the system stands, if not in {@code system}
 * @param metricColumn where the metric stands, if not in {@code metric}
 * @param valueColumn where the value stands, if not in {@code value}
 */
public record ScoreSource(
    String path,
    Optional<String> format,
    Optional<String> metric,
    Optional<String> idColumn,
    Optional<String> systemColumn,
    Optional<String> metricColumn,
    Optional<String> valueColumn) {}
