package dev.assay.grammar.sql;

import dev.assay.grammar.Placeholder;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.JdbcNamedParameter;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.ComparisonOperator;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.OrderByElement;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.util.deparser.ExpressionDeParser;

/**
 * One text for templates that mean the same: aliases are gone, conditions of WHERE and of inner
 * joins are one sorted list, and comparisons have their sides in order.
 */
record NormalForm(Scope scope, List<Placeholder> places) {

  private static final Map<String, String> TURNED =
      Map.of("=", "=", "<>", "<>", "!=", "<>", ">", "<", "<", ">", ">=", "<=", "<=", ">=");

  String of(PlainSelect plain) {
    TreeSet<String> conditions = new TreeSet<>();
    if (plain.getWhere() != null) {
      SqlCheck.conjuncts(plain.getWhere()).forEach(one -> conditions.add(condition(one)));
    }
    TreeSet<String> outer = new TreeSet<>();
    for (Join join : plain.getJoins() == null ? List.<Join>of() : plain.getJoins()) {
      for (Expression on : join.getOnExpressions()) {
        SqlCheck.conjuncts(on)
            .forEach(one -> (join.isLeft() ? outer : conditions).add(condition(one)));
      }
    }
    return "SELECT "
        + (plain.getDistinct() == null ? "" : "DISTINCT ")
        + expression(plain.getSelectItems().get(0).getExpression())
        + " FROM "
        + scope.sources().stream().map(Scope.Source::normal).sorted().toList()
        + " OUTER "
        + outer
        + " WHERE "
        + conditions
        + " GROUP "
        + (plain.getGroupBy() == null
            ? ""
            : plain.getGroupBy().getGroupByExpressionList().stream()
                .map(one -> expression((Expression) one, plain))
                .sorted()
                .collect(Collectors.joining(", ")))
        + " HAVING "
        + (plain.getHaving() == null ? "" : expression(plain.getHaving(), plain))
        + " ORDER "
        + order(plain)
        + " LIMIT "
        + (plain.getLimit() == null ? "" : plain.getLimit().getRowCount());
  }

  private String order(PlainSelect plain) {
    return plain.getOrderByElements() == null
        ? ""
        : plain.getOrderByElements().stream()
            .map(
                (OrderByElement one) ->
                    expression(one.getExpression(), plain) + (one.isAsc() ? "" : " DESC"))
            .collect(Collectors.joining(", "));
  }

  private String condition(Expression one) {
    if (one instanceof ComparisonOperator comparison
        && TURNED.containsKey(comparison.getStringExpression())) {
      String left = expression(comparison.getLeftExpression());
      String right = expression(comparison.getRightExpression());
      String operator =
          comparison.getStringExpression().equals("!=") ? "<>" : comparison.getStringExpression();
      return left.compareTo(right) <= 0
          ? left + " " + operator + " " + right
          : right + " " + TURNED.get(operator) + " " + left;
    }
    if (one instanceof Between between && !between.isNot()) {
      String of = expression(between.getLeftExpression());
      return of
          + " BETWEEN "
          + expression(between.getBetweenExpressionStart())
          + " AND "
          + expression(between.getBetweenExpressionEnd());
    }
    return expression(one);
  }

  private String expression(Expression one) {
    return expression(one, null);
  }

  /**
   * @param plain whose alias of the projection may be meant; null: none may
   */
  private String expression(Expression one, PlainSelect plain) {
    StringBuilder text = new StringBuilder();
    ExpressionDeParser writer =
        new ExpressionDeParser() {
          @Override
          public <S> StringBuilder visit(Column column, S context) {
            return plain != null && isAlias(column, plain)
                ? builder.append("#1")
                : builder.append(scope.find(column).normal());
          }

          @Override
          public <S> StringBuilder visit(JdbcNamedParameter parameter, S context) {
            return builder.append(places.get(Predicates.index(parameter)).text());
          }

          @Override
          public <S> StringBuilder visit(
              net.sf.jsqlparser.expression.Function function, S context) {
            function.setName(function.getName().toUpperCase(Locale.ROOT));
            return super.visit(function, context);
          }
        };
    writer.setBuilder(text);
    one.accept(writer, null);
    return text.toString();
  }

  /** Whether a name is what the projection is called, where that is no column's name. */
  static boolean isAlias(Column column, PlainSelect plain) {
    return (column.getTable() == null || column.getTable().getName() == null)
        && plain.getSelectItems().get(0).getAlias() != null
        && Scope.bare(column.getColumnName())
            .equalsIgnoreCase(Scope.bare(plain.getSelectItems().get(0).getAlias().getName()));
  }
}
