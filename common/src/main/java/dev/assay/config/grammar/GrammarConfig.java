package dev.assay.config.grammar;

import java.util.Optional;

/**
 * Questions grounded in a database, and which module of a system fails them. See {@code
 * conf/reference.conf}.
 *
 * @param suite the name of the suite that the questions make
 * @param templates the file of templates that a person edits
 * @param export a file that the questions are written to as a suite; empty: none is
 * @param database empty: stage {@code grammar} has nothing to ask
 */
public record GrammarConfig(
    String suite,
    String templates,
    Optional<DatabaseConfig> database,
    SqlTemplatesConfig sql,
    TextTemplatesConfig text,
    Optional<String> export,
    FillConfig fill,
    ModularConfig modular) {}
