package dev.assay.tables;

import java.util.Map;
import org.apache.spark.sql.types.StructType;

/**
 * A Delta table as it stands, which may be of an older or newer shape than its declaration.
 *
 * @param schema its columns with their comments
 * @param properties its properties, constraints among them
 * @param comment what a row is; empty without
 */
record Stored(StructType schema, Map<String, String> properties, String comment) {}
