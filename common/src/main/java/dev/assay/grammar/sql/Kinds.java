package dev.assay.grammar.sql;

import dev.assay.grammar.Placeholder;
import dev.assay.grammar.QueryKind;
import java.util.List;
import java.util.Locale;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.IsNullExpression;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.PlainSelect;

/** What kind of question a checked query is, by its shape. */
final class Kinds {

  private Kinds() {}

  static QueryKind of(PlainSelect plain, List<Placeholder> places) {
    Expression item = plain.getSelectItems().get(0).getExpression();
    if (plain.getGroupBy() != null || plain.getHaving() != null) {
      return QueryKind.OTHER;
    }
    if (plain.getLimit() != null) {
      return plain.getLimit().getRowCount().toString().equals("1")
          ? QueryKind.TOP
          : QueryKind.OTHER;
    }
    List<Expression> conditions = SqlCheck.conjuncts(plain.getWhere());
    if (conditions.stream().anyMatch(Between.class::isInstance)
        || places.stream().anyMatch(place -> !place.role().isEmpty())) {
      return QueryKind.DATE_RANGE;
    }
    if (item instanceof Function function) {
      return switch (function.getName().toLowerCase(Locale.ROOT)) {
        case "count" -> QueryKind.COUNT;
        case "sum", "avg", "min", "max", "total" -> QueryKind.AGGREGATE;
        default -> QueryKind.OTHER;
      };
    }
    if (!(item instanceof Column)) {
      return QueryKind.OTHER;
    }
    boolean equal =
        conditions.stream()
            .allMatch(
                one -> one instanceof EqualsTo || one instanceof IsNullExpression n && n.isNot());
    if (!equal) {
      return QueryKind.COMPARISON;
    }
    return plain.getJoins() == null ? QueryKind.SELECT : QueryKind.JOIN;
  }
}
