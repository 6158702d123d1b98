package dev.assay.grammar.world;

/**
 * A fact of the database that no document tells, on purpose.
 *
 * @param value as people write it
 * @param document where it would stand; where a whole document is left out, its name too
 */
public record Gap(String table, String key, String column, String value, String document) {}
