package dev.assay.grammar.sql;

import java.lang.reflect.Field;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SetOperationList;
import net.sf.jsqlparser.statement.select.WithItem;

/**
 * The part of the check that needs no schema: the statement is one SELECT, made of nothing but what
 * is listed here. What is not on the lists is refused, also what nobody has thought of.
 */
final class ReadOnly {
  private static final int PATIENCE_MS = 5_000;

  /** Kinds of nodes, by the parser's names. */
  private static final Set<String> KINDS = SqlWords.read("sql-nodes.txt");

  /** Functions that compute a value from their arguments and from nothing else. */
  static final Set<String> FUNCTIONS = SqlWords.read("sql-functions.txt");

  /** Of these nodes, the only parts that may be there. */
  private static final Map<Class<?>, Set<String>> PARTS =
      Map.of(
          PlainSelect.class,
          Set.of(
              "distinct",
              "selectItems",
              "fromItem",
              "joins",
              "where",
              "groupBy",
              "having",
              "withItemsList",
              "limit",
              "offset",
              "fetch",
              "orderByElements",
              "alias"),
          SetOperationList.class,
          Set.of("selects", "operations", "withItemsList", "limit", "offset", "orderByElements"),
          ParenthesedSelect.class,
          Set.of("alias", "select", "limit", "offset", "orderByElements", "withItemsList"),
          Table.class,
          Set.of("partItems", "partDelimiters", "alias"),
          Column.class,
          Set.of("table", "columnName", "tableDelimiter"),
          Function.class,
          Set.of("nameparts", "parameters", "allColumns", "distinct", "orderByElements"),
          AnalyticExpression.class,
          Set.of(
              "name",
              "expression",
              "offset",
              "defaultValue",
              "allColumns",
              "type",
              "distinct",
              "filterExpression",
              "windowDef"),
          WithItem.class,
          Set.of("statement", "alias", "withItemList", "select"),
          Join.class,
          Set.of(
              "onExpressions",
              "usingColumns",
              "outer",
              "right",
              "left",
              "full",
              "inner",
              "simple",
              "cross",
              "fromItem"));

  private final Set<String> functions;

  ReadOnly(Collection<String> more) {
    this.functions = new java.util.HashSet<>(FUNCTIONS);
    more.forEach(name -> functions.add(name.toLowerCase(Locale.ROOT)));
  }

  Set<String> functions() {
    return Set.copyOf(functions);
  }

  /** The statement as parsed; refused where it may do more than read. */
  Select read(String sql) {
    Statement statement = parsed(sql);
    RefusedException.unless(
        statement instanceof Select,
        "it is no SELECT but "
            + statement
                .getClass()
                .getSimpleName()
                .replace("Statement", "")
                .toUpperCase(Locale.ROOT));
    List<Object> nodes = Nodes.of(statement);
    for (Object node : nodes) {
      String kind = node.getClass().getSimpleName();
      RefusedException.unless(
          node instanceof Enum<?> || KINDS.contains(kind),
          "it has " + kind + ", which is not among what a template may have");
      if (node instanceof PlainSelect select) {
        RefusedException.unless(
            select.getIntoTables() == null || select.getIntoTables().isEmpty(),
            "it writes a table (INTO)");
      }
      Set<String> parts = PARTS.get(node.getClass());
      if (parts != null) {
        only(node, parts);
      }
      if (node instanceof Function function) {
        function(function.getMultipartName(), functions);
      }
      if (node instanceof AnalyticExpression analytic) {
        function(List.of(analytic.getName()), functions);
      }
    }
    return (Select) statement;
  }

  private static Statement parsed(String sql) {
    try {
      return CCJSqlParserUtil.parse(sql, parser -> parser.withTimeOut(PATIENCE_MS));
    } catch (JSQLParserException wrong) {
      String said = String.valueOf(wrong.getMessage()).strip().split("\\R", 2)[0];
      throw new RefusedException("it cannot be parsed: " + said);
    } catch (StackOverflowError | RuntimeException tooMuch) {
      throw new RefusedException("it cannot be parsed: it is nested too deeply");
    }
  }

  private static void only(Object node, Set<String> parts) {
    Object empty = empty(node.getClass());
    for (Field field : Nodes.fields(node.getClass())) {
      if (!parts.contains(field.getName()) && !field.getName().equals("node")) {
        Object value = Nodes.value(field, node);
        RefusedException.unless(
            value == null
                || Objects.equals(value, Nodes.value(field, empty))
                || value instanceof Collection<?> several && several.isEmpty(),
            "its "
                + node.getClass().getSimpleName()
                + " has '"
                + field.getName()
                + "', which is not allowed");
      }
    }
  }

  private static Object empty(Class<?> type) {
    try {
      return type.getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException absent) {
      throw new IllegalStateException("The parser's class " + type + " cannot be made", absent);
    }
  }

  private static void function(List<String> parts, Set<String> allowed) {
    String name = String.join(".", parts).toLowerCase(Locale.ROOT);
    RefusedException.unless(
        allowed.contains(name),
        "function '"
            + name
            + "' is not on the list; add it to grammar.sql.functions if it only computes");
  }
}
