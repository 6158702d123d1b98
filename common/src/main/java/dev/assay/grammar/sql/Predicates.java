package dev.assay.grammar.sql;

import static dev.assay.grammar.sql.RefusedException.unless;

import dev.assay.grammar.Placeholder;
import dev.assay.grammar.database.ColumnSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.JdbcNamedParameter;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.PlainSelect;

/** Where placeholders stand, and which columns are compared with them. */
final class Predicates {
  private final Scope scope;
  private final List<Placeholder> places;
  private final List<Object> nodes;
  private final Set<String> columns = new HashSet<>();

  Predicates(Scope scope, List<Placeholder> places, List<Object> nodes) {
    this.scope = scope;
    this.places = places;
    this.nodes = nodes;
  }

  /** Columns whose values the question gives, in the normal form. */
  Set<String> columns() {
    return columns;
  }

  static int index(JdbcNamedParameter parameter) {
    return Integer.parseInt(parameter.getName().substring(1));
  }

  void check(PlainSelect plain, Written written) {
    unless(!places.isEmpty(), "it has no placeholder [Table.Column] in WHERE");
    List<Object> within = plain.getWhere() == null ? List.of() : Nodes.of(plain.getWhere());
    long inWhere = within.stream().filter(JdbcNamedParameter.class::isInstance).count();
    unless(
        inWhere == written.placeholders().size(),
        "placeholders stand in WHERE and nowhere else");
    for (Object node : within) {
      if (node instanceof Between between) {
        compared(
            List.of(
                between.getLeftExpression(),
                between.getBetweenExpressionStart(),
                between.getBetweenExpressionEnd()));
      } else if (node instanceof BinaryExpression binary) {
        compared(List.of(binary.getLeftExpression(), binary.getRightExpression()));
      }
    }
    unless(
        !columns.isEmpty(), "no column is compared with a placeholder");
  }

  private void compared(List<Expression> sides) {
    List<Placeholder> here = new ArrayList<>();
    for (Expression side : sides) {
      if (side instanceof JdbcNamedParameter parameter) {
        here.add(places.get(index(parameter)));
      }
    }
    if (here.isEmpty()) {
      return;
    }
    for (Expression side : sides) {
      for (Object node : Nodes.of(side)) {
        if (node instanceof Column column) {
          Scope.Found found = scope.find(column);
          columns.add(found.normal());
          here.forEach(place -> fits(found.column(), place));
        }
      }
    }
  }

  private void fits(ColumnSchema column, Placeholder place) {
    ColumnSchema given =
        scope.sources().stream()
            .filter(source -> source.table().name().equals(place.table()))
            .findFirst()
            .flatMap(source -> source.table().column(place.column()))
            .orElse(column);
    unless(
        given.type() == column.type(),
        column.qualified()
            + " is "
            + column.type()
            + " and "
            + place.text()
            + " is "
            + given.type()
            + ": they cannot be compared");
  }
}
