package dev.assay.grammar.fill;

import dev.assay.grammar.Placeholder;
import dev.assay.grammar.shape.ParsedTemplate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.JdbcNamedParameter;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.PlainSelect;

/**
 * The query for the values that occur together in the columns that a template holds to be equal to
 * placeholders, in the rows that its joins make.
 *
 * @param placeholders in the order of the query's columns
 */
record JointValues(List<Placeholder> placeholders, String sql) {

  /** Empty where no placeholder stands for itself in an equality that every row must meet. */
  static Optional<JointValues> of(ParsedTemplate template) {
    if (template.select().isEmpty() || template.select().get().getWhere() == null) {
      return Optional.empty();
    }
    PlainSelect select = template.select().get();
    Map<Placeholder, String> columns = new HashMap<>();
    List<String> rest = new ArrayList<>();
    for (Expression part : parts(select.getWhere(), new ArrayList<>())) {
      Optional<Placeholder> value = equal(part, template.values());
      if (value.isPresent()) {
        String column = column((EqualsTo) part);
        columns.putIfAbsent(value.get(), column);
        rest.add(column + " IS NOT NULL");
      } else if (!part.toString().contains(":p")) {
        rest.add(part.toString());
      }
    }
    List<Placeholder> placeholders =
        template.template().placeholders().stream().filter(columns::containsKey).toList();
    if (placeholders.isEmpty()) {
      return Optional.empty();
    }
    StringBuilder sql = new StringBuilder("SELECT DISTINCT ");
    sql.append(String.join(", ", placeholders.stream().map(columns::get).toList()));
    sql.append(" FROM ").append(select.getFromItem());
    if (select.getJoins() != null) {
      select.getJoins().forEach(join -> sql.append(join.isSimple() ? ", " : " ").append(join));
    }
    sql.append(" WHERE ").append(String.join(" AND ", rest));
    return Optional.of(new JointValues(placeholders, sql.toString()));
  }

  private static List<Expression> parts(Expression where, List<Expression> found) {
    Expression open = where;
    while (open instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
      open = list.get(0);
    }
    if (open instanceof AndExpression both) {
      parts(both.getLeftExpression(), found);
      parts(both.getRightExpression(), found);
    } else {
      found.add(open);
    }
    return found;
  }

  private static Optional<Placeholder> equal(Expression part, List<Placeholder> values) {
    if (!(part instanceof EqualsTo equal)) {
      return Optional.empty();
    }
    Expression left = equal.getLeftExpression();
    Expression right = equal.getRightExpression();
    JdbcNamedParameter value =
        left instanceof Column && right instanceof JdbcNamedParameter named
            ? named
            : right instanceof Column && left instanceof JdbcNamedParameter named ? named : null;
    return Optional.ofNullable(value)
        .map(named -> values.get(Integer.parseInt(named.getName().substring(1))));
  }

  private static String column(EqualsTo equal) {
    Expression left = equal.getLeftExpression();
    return (left instanceof Column ? left : equal.getRightExpression()).toString();
  }
}
