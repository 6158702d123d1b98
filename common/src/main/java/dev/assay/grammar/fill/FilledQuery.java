package dev.assay.grammar.fill;

import dev.assay.grammar.Placeholder;
import dev.assay.grammar.SqlTemplate;
import dev.assay.grammar.shape.Placeholders;
import java.util.ArrayList;
import java.util.List;

/**
 * A template with values.
 *
 * @param values those of {@code template.placeholders()}, in their order
 */
public record FilledQuery(SqlTemplate template, List<Object> values) {

  /** The SQL with {@code ?} for every value. */
  public static String prepared(SqlTemplate template) {
    return Placeholders.replaced(template.sql(), placeholder -> "?");
  }

  /** What stands for each {@code ?} of {@link #prepared}. */
  public List<Object> parameters() {
    List<Object> parameters = new ArrayList<>();
    Placeholders.in(template.sql()).forEach(placeholder -> parameters.add(value(placeholder)));
    return parameters;
  }

  /** The SQL with its values written out: the logic of a group of questions. */
  public String sql() {
    return Placeholders.replaced(template.sql(), placeholder -> Values.literal(value(placeholder)));
  }

  /** A wording with its values. */
  public String question(String text) {
    return Placeholders.replaced(text, placeholder -> Values.text(value(placeholder)));
  }

  private Object value(Placeholder placeholder) {
    return values.get(template.placeholders().indexOf(placeholder));
  }
}
