package dev.assay.grammar.world;

/**
 * One value of the database.
 *
 * @param key what people call the row by
 */
record Cell(String table, String key, String column) {}
