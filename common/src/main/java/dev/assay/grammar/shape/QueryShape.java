package dev.assay.grammar.shape;

import dev.assay.grammar.Placeholder;
import java.util.List;
import java.util.Optional;

/**
 * A query by its parts. Names are the database's own, without quotes.
 *
 * @param items what is projected
 * @param sources tables in the order in which they are joined
 * @param conditions what must hold of the values that are filled in, all of them
 * @param order what the rows are sorted by
 * @param limited whether only the first row counts
 */
public record QueryShape(
    List<Item> items,
    List<Source> sources,
    List<Condition> conditions,
    Optional<Order> order,
    boolean limited) {

  /**
   * A column of a table as the query calls it.
   *
   * @param alias of the table; its name where it has none
   */
  public record Column(String alias, String table, String name) {}

  /**
   * Something that is projected.
   *
   * @param function in small letters, such as {@code count}; empty: the column as it is
   * @param column empty for {@code count(*)}
   */
  public record Item(String function, Optional<Column> column) {}

  /**
   * A table.
   *
   * @param links the columns that tie it to tables before it
   */
  public record Source(String alias, String table, List<Link> links) {}

  /** Two columns that are equal: of the joined table, and of one before it. */
  public record Link(Column own, Column other) {}

  /**
   * A condition.
   *
   * @param operator {@code =}, {@code >}, {@code >=}, {@code <} or {@code <=}
   */
  public record Condition(Column column, String operator, Placeholder value) {}

  /** What comes first. */
  public record Order(Column column, boolean descending) {}

  /** The table of this alias. */
  public Source source(String alias) {
    return sources.stream()
        .filter(source -> source.alias().equalsIgnoreCase(alias))
        .findFirst()
        .orElseThrow();
  }
}
