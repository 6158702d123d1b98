package dev.assay.config.grammar;

import dev.assay.config.blocks.Default;
import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * A table of Spark's as a table of the database. See {@code conf/reference.conf}.
 *
 * @param path of a Delta table; empty: {@code table} names it
 * @param table a table or view of the session's catalogs; empty: {@code path} names it
 * @param primaryKey columns
 * @param foreignKeys columns, each with the column that it names rows by: {@code branch.branch_id}
 */
public record TableConfig(
    @Default("") String path,
    @Default("") String table,
    List<String> primaryKey,
    Map<String, String> foreignKeys)
    implements Serializable {}
