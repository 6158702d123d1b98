package dev.assay.grammar.sql;

import dev.assay.config.grammar.SqlTemplatesConfig;
import dev.assay.grammar.Placeholder;
import dev.assay.grammar.QueryKind;
import dev.assay.grammar.database.ColumnSchema;
import dev.assay.grammar.database.ColumnType;
import dev.assay.grammar.database.DatabaseSchema;
import dev.assay.grammar.database.TableSchema;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/**
 * Queries over one path of tables: what is asked stands in the first table, what the question gives
 * in the last. Only such whose answers are single or few, as far as the rows that were looked at
 * tell.
 */
final class Suggestions {
  private static final double NEARLY_UNIQUE = .9;
  private static final Pattern FIRST = Pattern.compile("(?i).*(first|given|fore)_?name");
  private static final Pattern LAST = Pattern.compile("(?i).*(last|family|sur)_?name");
  private static final Pattern YEAR = Pattern.compile("(?is).*(year|month|day|zip|postal|phone).*");

  private final DatabaseSchema schema;
  private final SqlTemplatesConfig config;
  private final JoinPath path;
  private final String from;
  private BiConsumer<QueryKind, String> to;

  Suggestions(DatabaseSchema schema, SqlTemplatesConfig config, JoinPath path) {
    this.schema = schema;
    this.config = config;
    this.path = path;
    this.from = path.from(schema);
  }

  void each(BiConsumer<QueryKind, String> consumer) {
    to = consumer;
    List<ColumnSchema> given = path.end().asked();
    for (ColumnSchema by : given) {
      String where = equal(by);
      if (by.type() != ColumnType.BOOLEAN && by.distinct() > 1) {
        facts(by, where);
      }
      if (by.distinct() > 1) {
        numbers(by, where);
        ranges(by, where);
      }
    }
    if (path.single()) {
      people();
      spans();
    }
  }

  private void facts(ColumnSchema by, String where) {
    QueryKind kind = path.single() ? QueryKind.SELECT : QueryKind.JOIN;
    for (ColumnSchema asked : path.start().asked()) {
      if (differs(asked, by) && few(asked, perValue(by))) {
        to.accept(kind, "SELECT DISTINCT " + column(asked) + " " + from + where);
      }
    }
  }

  /** Counts and aggregates of rows that a value picks; rows of joins are the first table's own. */
  private void numbers(ColumnSchema by, String where) {
    if (!path.upwards() || path.single() && !by.repeats()) {
      return;
    }
    to.accept(QueryKind.COUNT, "SELECT COUNT(*) " + from + where);
    for (ColumnSchema asked : path.start().asked()) {
      if (differs(asked, by) && measure(asked)) {
        for (String function : List.of("SUM", "AVG", "MIN", "MAX")) {
          to.accept(
              QueryKind.AGGREGATE,
              "SELECT " + function + "(" + column(asked) + ") " + from + where);
        }
      } else if (differs(asked, by) && asked.type() == ColumnType.DATE) {
        to.accept(QueryKind.AGGREGATE, "SELECT MIN(" + column(asked) + ") " + from + where);
        to.accept(QueryKind.AGGREGATE, "SELECT MAX(" + column(asked) + ") " + from + where);
      }
    }
  }

  /** First rows by a value, and rows above or below one, among those that another value picks. */
  private void ranges(ColumnSchema by, String where) {
    if (!path.upwards() || perValue(by) < 2) {
      return;
    }
    for (ColumnSchema asked : path.start().asked()) {
      if (!differs(asked, by) || asked.type() != ColumnType.TEXT) {
        continue;
      }
      for (ColumnSchema measured : path.start().asked()) {
        if (measured == asked
            || !differs(measured, by)
            || !(measure(measured) || isDate(measured))) {
          continue;
        }
        if (measured.distinct() >= NEARLY_UNIQUE * looked(path.start())) {
          String known = where + " AND " + column(measured) + " IS NOT NULL ORDER BY ";
          String first = "SELECT " + column(asked) + " " + from + known + column(measured);
          to.accept(QueryKind.TOP, first + " DESC, " + column(asked) + " LIMIT 1");
          to.accept(QueryKind.TOP, first + ", " + column(asked) + " LIMIT 1");
        }
        if (few(asked, perValue(by))) {
          String select = "SELECT DISTINCT " + column(asked) + " " + from + where + " AND ";
          to.accept(QueryKind.COMPARISON, select + compared(measured, ">"));
          to.accept(QueryKind.COMPARISON, select + compared(measured, "<"));
        }
      }
    }
  }

  /** Rows that a first and a last name pick together. */
  private void people() {
    TableSchema table = path.start();
    for (ColumnSchema first : table.asked()) {
      for (ColumnSchema last : table.asked()) {
        if (FIRST.matcher(first.name()).matches() && LAST.matcher(last.name()).matches()) {
          String both = equal(first) + " AND " + column(last) + " = " + place(last, "");
          for (ColumnSchema asked : table.asked()) {
            if (asked != first && asked != last) {
              to.accept(QueryKind.SELECT, "SELECT DISTINCT " + column(asked) + " " + from + both);
            }
          }
        }
      }
    }
  }

  /** Rows of a span of time, and how many are above or below a value. */
  private void spans() {
    for (ColumnSchema measured : path.start().asked()) {
      if (isDate(measured) && measured.distinct() > 2) {
        String between =
            " WHERE "
                + column(measured)
                + " BETWEEN "
                + place(measured, "from")
                + " AND "
                + place(measured, "to");
        to.accept(QueryKind.DATE_RANGE, "SELECT COUNT(*) " + from + between);
        for (ColumnSchema asked : path.start().asked()) {
          if (measure(asked)) {
            String of = "(" + column(asked) + ") " + from + between;
            to.accept(QueryKind.DATE_RANGE, "SELECT SUM" + of);
            to.accept(QueryKind.DATE_RANGE, "SELECT MAX" + of);
          } else if (asked != measured && few(asked, path.start().rows())) {
            to.accept(
                QueryKind.DATE_RANGE, "SELECT DISTINCT " + column(asked) + " " + from + between);
          }
        }
      } else if (measure(measured) && measured.distinct() > 2) {
        for (ColumnSchema asked : path.start().asked()) {
          if (asked != measured
              && asked.type() == ColumnType.TEXT
              && few(asked, path.start().rows() / 2)) {
            String select = "SELECT DISTINCT " + column(asked) + " " + from + " WHERE ";
            to.accept(QueryKind.COMPARISON, select + compared(measured, ">"));
            to.accept(QueryKind.COMPARISON, select + compared(measured, "<"));
          }
        }
      }
    }
  }

  private String compared(ColumnSchema measured, String operator) {
    return column(measured) + " " + operator + " " + place(measured, "");
  }

  private String equal(ColumnSchema by) {
    return " WHERE " + path.given(schema, by.name()) + " = " + place(by, "");
  }

  /** Whether a row's own column is asked for, and not what the question gives of the same row. */
  private boolean differs(ColumnSchema asked, ColumnSchema by) {
    return asked != by || !path.single();
  }

  private String column(ColumnSchema column) {
    return JoinPath.column(schema, column.table(), column.name());
  }

  private static String place(ColumnSchema column, String role) {
    return new Placeholder(column.table(), column.name(), role).text();
  }

  /** Whether an answer of so many rows has few elements of the column. */
  private boolean few(ColumnSchema asked, double rows) {
    return Math.min(rows, asked.distinct()) <= config.maxElements();
  }

  /** Rows for each of the column's values. */
  private double perValue(ColumnSchema by) {
    double values = by.distinct();
    long looked = looked(path.end());
    if (values >= NEARLY_UNIQUE * looked) {
      values = values * path.end().rows() / Math.max(1, looked);
    }
    return path.rows() / Math.max(1, values);
  }

  private static long looked(TableSchema table) {
    return Math.min(table.rows(), TableSchema.LOOKED);
  }

  private static boolean measure(ColumnSchema column) {
    return column.type() == ColumnType.NUMBER
        && column.distinct() > 1
        && !YEAR.matcher(column.name()).matches();
  }

  private static boolean isDate(ColumnSchema column) {
    return column.type() == ColumnType.DATE;
  }
}
