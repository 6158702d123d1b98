package dev.assay.grammar.fill;

import dev.assay.grammar.SqlTemplate;
import dev.assay.grammar.database.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.SelectItem;

/**
 * A query for the rows that come first, asked so that ties show: whoever asks for the dearest one
 * of several that cost the same has no certain answer.
 *
 * @param sql with {@code ?} for values and what is sorted by as last column
 * @param wanted rows that the template asks for
 */
public record FirstRows(String sql, int wanted) {
  /** Rows looked at beyond those that are wanted. */
  private static final int BEYOND = 50;

  /** Empty: the template asks for all rows. */
  public static Optional<FirstRows> of(SqlTemplate template) {
    return parsed(template)
        .filter(select -> select.getLimit() != null && select.getOrderByElements() != null)
        .map(FirstRows::of);
  }

  private static FirstRows of(PlainSelect select) {
    int wanted = Integer.parseInt(select.getLimit().getRowCount().toString());
    select.addSelectItem(
        meant(select.getOrderByElements().get(0).getExpression(), select.getSelectItem(0)));
    select.getLimit().setRowCount(new LongValue((long) wanted + BEYOND));
    return new FirstRows(select.toString(), wanted);
  }

  private static Optional<PlainSelect> parsed(SqlTemplate template) {
    try {
      return CCJSqlParserUtil.parse(FilledQuery.prepared(template)) instanceof PlainSelect select
          ? Optional.of(select)
          : Optional.empty();
    } catch (JSQLParserException e) {
      return Optional.empty();
    }
  }

  /** What is sorted by: the projection itself where its alias or its number stands there. */
  private static Expression meant(Expression by, SelectItem<?> item) {
    boolean alias =
        by instanceof Column column
            && column.getTable() == null
            && item.getAlias() != null
            && item.getAlias().getName().equalsIgnoreCase(column.getColumnName());
    return alias || by instanceof LongValue ? item.getExpression() : by;
  }

  /** What is true of the rows that come first, without what they are sorted by. */
  public Truth truth(Answer sorted, int mostElements) {
    int last = sorted.columns().size() - 1;
    List<List<Object>> first = new ArrayList<>();
    List<List<Object>> tied = new ArrayList<>();
    Object border = null;
    for (List<Object> row : sorted.rows()) {
      Object value = row.get(last);
      if (value == null) {
        continue; // What has no value comes neither first nor last.
      }
      if (first.size() < wanted) {
        first.add(row.subList(0, last));
        border = value;
      } else if (Values.ORDER.compare(border, value) == 0) {
        tied.add(row.subList(0, last));
      }
    }
    List<String> columns = sorted.columns().subList(0, last);
    Truth truth = Truth.of(new Answer(columns, first, false), mostElements);
    tied.addAll(first);
    return truth.equals(Truth.of(new Answer(columns, tied, false), mostElements))
        ? truth
        : Truth.tied();
  }
}
