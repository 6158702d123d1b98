package dev.assay.grammar.shape;

import dev.assay.grammar.Placeholder;
import dev.assay.grammar.shape.QueryShape.Column;
import dev.assay.grammar.shape.QueryShape.Condition;
import dev.assay.grammar.shape.QueryShape.Item;
import dev.assay.grammar.shape.QueryShape.Link;
import dev.assay.grammar.shape.QueryShape.Order;
import dev.assay.grammar.shape.QueryShape.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.JdbcNamedParameter;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.ComparisonOperator;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.IsNullExpression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.OrderByElement;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.SelectItem;

/**
 * Reads the shape of a parsed query. What has none of the known ones is unread, with the reason.
 */
final class ShapeReader {
  private final List<Placeholder> values;
  private final List<Source> sources = new ArrayList<>();

  /**
   * @param values what the named parameters {@code p0}, {@code p1} … stand for
   */
  ShapeReader(List<Placeholder> values) {
    this.values = values;
  }

  QueryShape read(PlainSelect select) {
    require(select.getFromItem() instanceof Table, "it does not select from a table");
    require(select.getGroupBy() == null && select.getHaving() == null, "it groups rows");
    add((Table) select.getFromItem(), null);
    if (select.getJoins() != null) {
      for (Join join : select.getJoins()) {
        require(join.getFromItem() instanceof Table, "it joins what is no table");
        require(!join.isOuter() && !join.isLeft() && !join.isRight(), "it has an outer join");
        add((Table) join.getFromItem(), join);
      }
    }
    require(
        select.getLimit() == null || select.getLimit().getRowCount().toString().equals("1"),
        "it asks for more than the first row");
    List<Condition> conditions = new ArrayList<>();
    if (select.getWhere() != null) {
      conditions(select.getWhere(), conditions);
    }
    return new QueryShape(
        items(select.getSelectItems()),
        List.copyOf(sources),
        List.copyOf(conditions),
        order(select.getOrderByElements()),
        select.getLimit() != null || select.getFetch() != null);
  }

  private void add(Table table, Join join) {
    String alias = table.getAlias() == null ? table.getName() : table.getAlias().getName();
    int at = sources.size();
    sources.add(new Source(bare(alias), bare(table.getName()), List.of()));
    List<Link> links = new ArrayList<>();
    if (join != null && join.getOnExpressions() != null) {
      for (Expression on : join.getOnExpressions()) {
        links(on, bare(alias), links);
      }
    }
    sources.set(at, new Source(bare(alias), bare(table.getName()), List.copyOf(links)));
  }

  private void links(Expression on, String alias, List<Link> links) {
    Expression open = open(on);
    if (open instanceof AndExpression both) {
      links(both.getLeftExpression(), alias, links);
      links(both.getRightExpression(), alias, links);
      return;
    }
    require(open instanceof EqualsTo, "it joins by something else than equal columns");
    Column left = column(((EqualsTo) open).getLeftExpression());
    Column right = column(((EqualsTo) open).getRightExpression());
    boolean swap = !left.alias().equalsIgnoreCase(alias);
    links.add(swap ? new Link(right, left) : new Link(left, right));
  }

  private List<Item> items(List<SelectItem<?>> selected) {
    List<Item> items = new ArrayList<>();
    for (SelectItem<?> item : selected) {
      Expression open = open(item.getExpression());
      if (open instanceof Function function) {
        String name = function.getName().toLowerCase(Locale.ROOT);
        require(
            function.getParameters() != null && function.getParameters().size() == 1,
            "function '" + name + "' has not one argument");
        Expression of = open(function.getParameters().get(0));
        items.add(
            new Item(name, of instanceof AllColumns ? Optional.empty() : Optional.of(column(of))));
      } else {
        items.add(new Item("", Optional.of(column(open))));
      }
    }
    return items;
  }

  private void conditions(Expression where, List<Condition> found) {
    Expression open = open(where);
    if (open instanceof AndExpression both) {
      conditions(both.getLeftExpression(), found);
      conditions(both.getRightExpression(), found);
    } else if (open instanceof Between between) {
      require(!between.isNot(), "it has NOT BETWEEN");
      Column column = column(between.getLeftExpression());
      found.add(new Condition(column, ">=", value(between.getBetweenExpressionStart())));
      found.add(new Condition(column, "<=", value(between.getBetweenExpressionEnd())));
    } else if (open instanceof ComparisonOperator compared) {
      boolean swap = open(compared.getLeftExpression()) instanceof JdbcNamedParameter;
      BinaryExpression sides = compared;
      Expression column = swap ? sides.getRightExpression() : sides.getLeftExpression();
      Expression value = swap ? sides.getLeftExpression() : sides.getRightExpression();
      found.add(
          new Condition(
              column(column), operator(compared.getStringExpression(), swap), value(value)));
    } else {
      require(
          open instanceof IsNullExpression isNull && isNull.isNot(),
          "its WHERE has " + open.getClass().getSimpleName());
    }
  }

  private static String operator(String written, boolean swapped) {
    require(List.of("=", ">", ">=", "<", "<=").contains(written), "its WHERE has " + written);
    if (!swapped || written.equals("=")) {
      return written;
    }
    return written.startsWith(">") ? written.replace('>', '<') : written.replace('<', '>');
  }

  private Placeholder value(Expression expression) {
    Expression open = open(expression);
    require(open instanceof JdbcNamedParameter, "its WHERE compares with what is no placeholder");
    return values.get(Integer.parseInt(((JdbcNamedParameter) open).getName().substring(1)));
  }

  private Optional<Order> order(List<OrderByElement> elements) {
    if (elements == null || elements.isEmpty()) {
      return Optional.empty();
    }
    OrderByElement first = elements.get(0);
    return Optional.of(new Order(column(first.getExpression()), !first.isAsc()));
  }

  private Column column(Expression expression) {
    Expression open = open(expression);
    require(
        open instanceof net.sf.jsqlparser.schema.Column,
        "it has " + open.getClass().getSimpleName() + " where a column is expected");
    net.sf.jsqlparser.schema.Column column = (net.sf.jsqlparser.schema.Column) open;
    String name = bare(column.getColumnName());
    if (column.getTable() == null || column.getTable().getName() == null) {
      require(sources.size() == 1, "column '" + name + "' does not say of which table it is");
      return new Column(sources.get(0).alias(), sources.get(0).table(), name);
    }
    String alias = bare(column.getTable().getName());
    for (Source source : sources) {
      if (source.alias().equalsIgnoreCase(alias)) {
        return new Column(source.alias(), source.table(), name);
      }
    }
    throw new UnreadException("table '" + alias + "' of column '" + name + "' is not in FROM");
  }

  private static Expression open(Expression expression) {
    Expression open = expression;
    while (open instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
      open = list.get(0);
    }
    return open;
  }

  /** A name without its quotes. */
  private static String bare(String name) {
    return name.replaceAll("^[\"`\\[]|[\"`\\]]$", "");
  }

  private static void require(boolean holds, String reason) {
    if (!holds) {
      throw new UnreadException(reason);
    }
  }

  /** Why a query has no shape. */
  static final class UnreadException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnreadException(String reason) {
      super(reason);
    }
  }
}
