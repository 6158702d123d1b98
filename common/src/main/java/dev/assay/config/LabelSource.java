package dev.assay.config;

import dev.assay.config.blocks.Default;
import java.util.Optional;

/**
 * One file of labels. See {@code conf/reference.conf}.
 *
 * @param path what to read
 * @param format csv, jsonl, parquet, delta, label-studio, or auto
 * @param annotator whose labels all of them are
 * @param dimension what all of them are about, where no column says it
 * @param labelColumn where the label stands, if not in {@code label}
 * @param idColumn where the record's own id stands, if not in {@code id}
 * @param systemColumn where the system stands, if not in {@code system}
 */
public record LabelSource(
    String path,
    @Default("auto") String format,
    Optional<String> annotator,
    Optional<String> dimension,
    Optional<String> labelColumn,
    Optional<String> idColumn,
    Optional<String> systemColumn) {}
