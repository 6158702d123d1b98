package dev.assay.grammar.world;

import java.util.List;
import java.util.SortedMap;

/**
 * A table of the bank.
 *
 * @param key the column by which people know a row
 * @param rows by column; a column that a row lacks is NULL
 */
record WorldTable(String name, String key, List<SortedMap<String, Object>> rows) {

  /** The column that other tables refer to. */
  static String id(String table) {
    return table + "_id";
  }
}
