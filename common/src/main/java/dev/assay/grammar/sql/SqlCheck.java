package dev.assay.grammar.sql;

import static dev.assay.grammar.sql.RefusedException.unless;

import dev.assay.base.Hashes;
import dev.assay.config.grammar.SqlTemplatesConfig;
import dev.assay.grammar.Placeholder;
import dev.assay.grammar.SqlTemplate;
import dev.assay.grammar.database.ColumnSchema;
import dev.assay.grammar.database.DatabaseSchema;
import dev.assay.grammar.shape.Placeholders;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import net.sf.jsqlparser.expression.DateUnitExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.JdbcNamedParameter;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.RowGetExpression;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.TimeKeyExpression;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;

/**
 * Whether a written statement may become a template. Whoever wrote it, a person or a model: what is
 * put to the database is what was understood, written anew from the parsed statement, and never the
 * text itself.
 */
public final class SqlCheck {
  /** What a statement consists of at most: a longer chain would break whoever walks down it. */
  private static final int MOST_PARTS = 1000;

  private static final Set<String> NOW = Set.of("now", "today", "tomorrow", "yesterday");

  /** SQLite's functions that take the present where they are given fewer arguments than this. */
  private static final Map<String, Integer> OF_A_DATE =
      Map.of("date", 1, "time", 1, "datetime", 1, "julianday", 1, "unixepoch", 1, "strftime", 2);

  private final DatabaseSchema schema;
  private final SqlTemplatesConfig config;
  private final ReadOnly reading;

  public SqlCheck(DatabaseSchema schema, SqlTemplatesConfig config) {
    this.schema = schema;
    this.config = config;
    this.reading = new ReadOnly(config.functions());
  }

  /** The functions that a template may call, sorted. */
  public List<String> functions() {
    return reading.functions().stream().sorted().toList();
  }

  /** The template, or why it is none. */
  public Checked check(String sql) {
    try {
      return Checked.accepted(template(Written.of(sql)));
    } catch (RefusedException refused) {
      return Checked.refused(refused.getMessage());
    }
  }

  private SqlTemplate template(Written written) {
    Select select = reading.read(written.sql());
    unless(
        select instanceof PlainSelect && select.getWithItemsList() == null,
        "a template is one SELECT, without WITH, UNION and the like");
    PlainSelect plain = (PlainSelect) select;
    List<Object> nodes = Nodes.of(plain);
    unless(nodes.size() <= MOST_PARTS, "it has more than " + MOST_PARTS + " parts");
    unless(
        nodes.stream().noneMatch(node -> node instanceof Select && node != plain),
        "it has a SELECT within the SELECT: write joins");
    Scope scope = scope(plain);
    limits(plain, nodes);
    List<Placeholder> places = places(written);
    Predicates predicates = new Predicates(scope, places, nodes);
    predicates.check(plain, written);
    projection(plain, scope, predicates.columns());
    String normal = new NormalForm(scope, places).of(plain);
    for (Object node : nodes) {
      if (node instanceof Column column && !NormalForm.isAlias(column, plain)) {
        scope.rename(column);
      } else if (node instanceof JdbcNamedParameter parameter) {
        Placeholder place = places.get(Predicates.index(parameter));
        parameter.setParameterCharacter("");
        parameter.setName(place.text());
      }
    }
    Set<Placeholder> distinct = new LinkedHashSet<>(places);
    String sql = plain.toString();
    unless(
        Placeholders.in(sql).equals(places),
        "something in quotes reads like a placeholder [Table.Column] and is none");
    return new SqlTemplate(
        Hashes.sha256("sql-template", normal), sql, Kinds.of(plain, places), List.copyOf(distinct));
  }

  private Scope scope(PlainSelect plain) {
    Scope scope = new Scope(schema);
    unless(plain.getFromItem() != null, "it selects from no table");
    scope.add(plain.getFromItem());
    List<Join> joins = plain.getJoins() == null ? List.of() : plain.getJoins();
    unless(
        joins.size() <= config.maxJoins(),
        "it joins "
            + joins.size()
            + " tables, more than the allowed "
            + config.maxJoins()
            + " (grammar.sql.max-joins)");
    for (Join join : joins) {
      unless(
          !join.isSimple()
              && !join.isCross()
              && !join.isFull()
              && !join.isRight()
              && join.getUsingColumns().isEmpty(),
          "'" + join + "' is no JOIN … ON with equal columns (INNER or LEFT)");
      List<Scope.Source> before = scope.sources();
      Scope.Source source = scope.add(join.getFromItem());
      boolean tied =
          join.getOnExpressions().stream()
              .flatMap(on -> conjuncts(on).stream())
              .anyMatch(on -> ties(on, scope, source, before));
      unless(
          tied,
          "'" + join + "' is a cross product: no column of it equals one of a table before it");
    }
    return scope;
  }

  private static boolean ties(
      Expression on, Scope scope, Scope.Source source, List<Scope.Source> before) {
    if (on instanceof EqualsTo equal
        && equal.getLeftExpression() instanceof Column left
        && equal.getRightExpression() instanceof Column right) {
      Scope.Source one = scope.find(left).source();
      Scope.Source other = scope.find(right).source();
      return one == source && before.contains(other) || other == source && before.contains(one);
    }
    return false;
  }

  /** What stands between ANDs, without parentheses. */
  static List<Expression> conjuncts(Expression expression) {
    if (expression instanceof AndExpression both) {
      List<Expression> all = new ArrayList<>(conjuncts(both.getLeftExpression()));
      all.addAll(conjuncts(both.getRightExpression()));
      return all;
    }
    return expression instanceof ParenthesedExpressionList<?> list && list.size() == 1
        ? conjuncts(list.get(0))
        : List.of(expression);
  }

  private void limits(PlainSelect plain, List<Object> nodes) {
    unless(plain.getOffset() == null && plain.getFetch() == null, "it has OFFSET or FETCH");
    unless(
        plain.getDistinct() == null
            || plain.getDistinct().getOnSelectItems() == null && !plain.getDistinct().isUseUnique(),
        "it has DISTINCT ON or UNIQUE");
    if (plain.getLimit() != null) {
      unless(
          plain.getLimit().getRowCount() instanceof LongValue number
              && number.getBigIntegerValue().signum() > 0
              && number.getBigIntegerValue().bitLength() < Integer.SIZE
              && plain.getLimit().getOffset() == null,
          "its LIMIT is no number of rows");
      unless(
          plain.getOrderByElements() != null,
          "it has a LIMIT without ORDER BY: any of the rows could be the answer");
    }
    for (Object node : nodes) {
      unless(
          !(node instanceof DateUnitExpression) && !(node instanceof RowGetExpression),
          "'" + node + "' could be a column or a unit of time: write it in quotes");
      unless(!isClock(node), "its answer changes with the clock");
    }
  }

  /** What means another time each day: also functions of dates that are given none. */
  private static boolean isClock(Object node) {
    if (node instanceof StringValue text) {
      return NOW.contains(text.getValue().strip().toLowerCase(Locale.ROOT));
    }
    if (node instanceof Function function) {
      int given = function.getParameters() == null ? 0 : function.getParameters().size();
      int needed = OF_A_DATE.getOrDefault(function.getName().toLowerCase(Locale.ROOT), 0);
      return given < needed;
    }
    return node instanceof TimeKeyExpression;
  }

  private List<Placeholder> places(Written written) {
    List<Placeholder> places = new ArrayList<>();
    for (Placeholder place : written.placeholders()) {
      ColumnSchema column =
          schema
              .column(place.table(), place.column())
              .orElseThrow(
                  () ->
                      new RefusedException(
                          "placeholder " + place.text() + " names no column of the database"));
      unless(
          column.leftOut().filter(why -> why.endsWith("leave-out")).isEmpty(),
          "placeholder " + place.text() + " is left out by grammar.database.leave-out");
      places.add(new Placeholder(column.table(), column.name(), place.role()));
    }
    return places;
  }

  private static void projection(PlainSelect plain, Scope scope, Set<String> predicates) {
    unless(
        plain.getSelectItems().size() == 1,
        "it selects " + plain.getSelectItems().size() + " values: an answer is one column");
    SelectItem<?> item = plain.getSelectItems().get(0);
    unless(
        !(item.getExpression() instanceof AllColumns)
            && !(item.getExpression() instanceof AllTableColumns),
        "it selects *: name the column that answers");
    alias(item, scope);
    List<Object> parts = Nodes.of(item);
    unless(
        parts.stream().anyMatch(node -> node instanceof Column || node instanceof AllColumns),
        "it selects what comes from no column");
    for (Object node : parts) {
      if (node instanceof Column column) {
        unless(
            !predicates.contains(scope.find(column).normal()),
            "it selects " + column + ", whose value the question gives");
      }
    }
  }

  /** A name that is also a column's is one thing to some databases and another to others. */
  private static void alias(SelectItem<?> item, Scope scope) {
    if (item.getAlias() == null) {
      return;
    }
    String alias = Scope.bare(item.getAlias().getName());
    boolean itself =
        item.getExpression() instanceof Column column
            && Scope.bare(column.getColumnName()).equalsIgnoreCase(alias);
    unless(
        itself || scope.sources().stream().noneMatch(s -> s.table().column(alias).isPresent()),
        "it calls what it selects '" + alias + "', which is also the name of a column");
  }
}
