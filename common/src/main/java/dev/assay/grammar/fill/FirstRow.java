package dev.assay.grammar.fill;

import dev.assay.grammar.database.Answer;
import dev.assay.grammar.shape.ParsedTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.statement.select.PlainSelect;

/**
 * A query for the row that comes first, asked so that ties show: whoever asks for the dearest one
 * of several that cost the same has no certain answer.
 */
public final class FirstRow {
  /** Rows looked at. */
  private static final int LOOKED_AT = 50;

  private FirstRow() {}

  /**
   * The SQL with {@code ?} for values and what is sorted by as last column; empty: it sorts
   * nothing.
   */
  public static Optional<String> prepared(ParsedTemplate template) {
    boolean first =
        template.shape().filter(shape -> shape.limited() && shape.order().isPresent()).isPresent();
    if (!first) {
      return Optional.empty();
    }
    PlainSelect select = ParsedTemplate.of(template.template()).select().orElseThrow();
    select.addSelectItem(select.getOrderByElements().get(0).getExpression());
    select.getLimit().setRowCount(new LongValue(LOOKED_AT));
    return Optional.of(select.toString().replaceAll(":p\\d+\\b", "?"));
  }

  /** The rows that come first, without what they are sorted by; without it none does. */
  public static Answer of(Answer sorted) {
    int last = sorted.columns().size() - 1;
    List<List<Object>> first = new ArrayList<>();
    Object best = null;
    for (List<Object> row : sorted.rows()) {
      Object value = row.get(last);
      best = best == null ? value : best;
      if (value != null && Values.ORDER.compare(best, value) == 0) {
        first.add(row.subList(0, last));
      }
    }
    return new Answer(sorted.columns().subList(0, last), first, false);
  }
}
