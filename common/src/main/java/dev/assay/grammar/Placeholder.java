package dev.assay.grammar;

import java.io.Serializable;

/**
 * A value to be filled in, written {@code [Table.Column]}: one of that column's. Two values of one
 * column in the same query have different roles: {@code [Table.Column:from]}, {@code
 * [Table.Column:to]}.
 *
 * @param role empty where the column has one value in the query
 */
public record Placeholder(String table, String column, String role) implements Serializable {

  public Placeholder(String table, String column) {
    this(table, column, "");
  }

  /** As it is written in templates. */
  public String text() {
    return "[" + table + "." + column + (role.isEmpty() ? "" : ":" + role) + "]";
  }
}
