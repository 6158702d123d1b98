package dev.assay.tables;

import java.util.function.UnaryOperator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * A change of a table's shape that added columns cannot express: from one version to the next.
 *
 * @param table name of the table
 * @param from the version whose rows it takes; it gives those of the version after
 * @param name what changes, in a few words
 * @param rows the new rows from the old, without actions, the same whenever it is asked. Columns
 *     that it leaves out are added as to any older table
 */
record Migration(String table, int from, String name, UnaryOperator<Dataset<Row>> rows) {}
