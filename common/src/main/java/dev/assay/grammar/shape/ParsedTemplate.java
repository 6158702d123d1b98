package dev.assay.grammar.shape;

import dev.assay.grammar.Placeholder;
import dev.assay.grammar.SqlTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.select.PlainSelect;

/**
 * A template as parsed. Parsing says nothing of whether a statement may run: that is the check's.
 *
 * @param values the placeholder at each place of the SQL, in order: what {@code :p0}, {@code :p1} …
 *     in {@link #select} stand for
 * @param select empty where it is no plain SELECT
 * @param shape empty where it has none of the known shapes
 * @param unread why there is no shape; empty text where there is one
 */
public record ParsedTemplate(
    SqlTemplate template,
    List<Placeholder> values,
    Optional<PlainSelect> select,
    Optional<QueryShape> shape,
    String unread) {

  /** The template's parts, as far as they can be read. */
  public static ParsedTemplate of(SqlTemplate template) {
    List<Placeholder> values = Placeholders.in(template.sql());
    Optional<PlainSelect> select = parse(template);
    if (select.isEmpty()) {
      return new ParsedTemplate(template, values, select, Optional.empty(), "it is no plain SELECT");
    }
    try {
      QueryShape shape = new ShapeReader(values).read(select.get());
      return new ParsedTemplate(template, values, select, Optional.of(shape), "");
    } catch (ShapeReader.UnreadException e) {
      return new ParsedTemplate(template, values, select, Optional.empty(), e.getMessage());
    }
  }

  private static Optional<PlainSelect> parse(SqlTemplate template) {
    List<Placeholder> seen = new ArrayList<>();
    String named =
        Placeholders.replaced(
            template.sql(),
            placeholder -> {
              seen.add(placeholder);
              return ":p" + (seen.size() - 1);
            });
    try {
      Statement statement = CCJSqlParserUtil.parse(named);
      return statement instanceof PlainSelect plain ? Optional.of(plain) : Optional.empty();
    } catch (JSQLParserException e) {
      return Optional.empty();
    }
  }
}
