package dev.assay.grammar;

/** A value to be filled in, written {@code [Table.Column]}: one of that column's. */
public record Placeholder(String table, String column) {

  /** As it is written in templates. */
  public String text() {
    return "[" + table + "." + column + "]";
  }
}
