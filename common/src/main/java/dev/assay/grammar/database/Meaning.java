package dev.assay.grammar.database;

import dev.assay.config.grammar.DatabaseConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which columns mean something to people, by their names and by the first rows. What does not is
 * left out with a reason; the configuration has the last word.
 */
record Meaning(DatabaseConfig config, JdbcDatabase database) {

  private static final int FREE_TEXT = 120;
  private static final int SAID = 20;
  private static final int LONGEST_KEPT = 200;
  private static final Pattern ID =
      Pattern.compile(
          "(?i)(^|.*_)(id|uuid|guid|oid|rowid|pk|fk|key)$|.*[a-z](Id|ID|Uuid|UUID|Guid)$");
  private static final Pattern AUDIT =
      Pattern.compile(
          "(?i)(row_?)?(created|updated|modified|inserted|deleted|changed|loaded|last_?update(d)?|"
              + "last_?modified)(_?(at|on|by|date|time|timestamp|user))?|etag|row_?version|"
              + "(valid|sys)_?(from|to|start|end)_?(ts)?|batch_?id|etl_.*|checksum|version");
  private static final Pattern SECRET =
      Pattern.compile("(?is).*(password|passwd|secret|token|salt|api_?key|hash|checksum|digest).*");
  private static final Pattern HASH =
      Pattern.compile("(?i)[0-9a-f]{16,128}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  private static final Pattern DAY =
      Pattern.compile("\\d{4}-\\d{2}-\\d{2}([ T]\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?Z?)?");
  private static final Pattern UNWRITABLE = Pattern.compile(".*[\\[\\].:\\p{Cntrl}].*");

  TableSchema of(
      String table,
      boolean view,
      String comment,
      List<String> primary,
      List<ColumnSchema> columns) {
    List<ColumnSchema> readable =
        columns.stream().filter(column -> column.type() != ColumnType.OTHER).toList();
    long rows = 0;
    Optional<String> fails = Optional.empty();
    Map<String, Seen> seen = new HashMap<>();
    try {
      rows =
          ((Number)
                  database
                      .rows("SELECT COUNT(*) FROM " + database.quoted(table), List.of())
                      .rows()
                      .get(0)
                      .get(0))
              .longValue();
      if (!readable.isEmpty()) {
        look(table, readable, seen);
      }
    } catch (DatabaseException failure) {
      if (failure.kind() == DatabaseException.Kind.GONE) {
        throw failure;
      }
      fails = Optional.of("it cannot be read: " + failure.getMessage());
    }
    List<ColumnSchema> judged = new ArrayList<>();
    for (ColumnSchema column : columns) {
      judged.add(judged(column, seen.getOrDefault(column.name(), new Seen()), rows));
    }
    return new TableSchema(
        table,
        view,
        comment,
        rows,
        primary,
        List.copyOf(judged),
        leftOut(table, view, rows, fails));
  }

  private void look(String table, List<ColumnSchema> columns, Map<String, Seen> seen) {
    List<String> names = columns.stream().map(column -> database.quoted(column.name())).toList();
    columns.forEach(column -> seen.put(column.name(), new Seen()));
    database.run(
        "SELECT " + String.join(", ", names) + " FROM " + database.quoted(table),
        List.of(),
        TableSchema.LOOKED,
        results -> {
          while (results.next()) {
            for (int i = 0; i < columns.size(); i++) {
              seen.get(columns.get(i).name())
                  .add(JdbcValues.read(results, i + 1, results.getMetaData()));
            }
          }
          return seen;
        });
  }

  private Optional<String> leftOut(String table, boolean view, long rows, Optional<String> fails) {
    if (matches(config.leaveOut(), table)) {
      return Optional.of("named in grammar.database.leave-out");
    }
    if (fails.isPresent()) {
      return fails;
    }
    if (UNWRITABLE.matcher(table).matches()) {
      return Optional.of("its name has a character that placeholders use: [ ] . :");
    }
    if (rows == 0) {
      return Optional.of("it has no rows");
    }
    return view && config.keep().stream().noneMatch(kept -> within(kept, table))
        ? Optional.of("a view says again what tables say; grammar.database.keep asks about it")
        : Optional.empty();
  }

  private ColumnSchema judged(ColumnSchema column, Seen seen, long rows) {
    ColumnType type =
        column.type() == ColumnType.TEXT && seen.texts > 0 && seen.days == seen.texts
            ? ColumnType.DATE
            : column.type();
    return new ColumnSchema(
        column.table(),
        column.name(),
        type,
        column.declared(),
        column.nullable(),
        column.key(),
        column.comment(),
        seen.values.size(),
        seen.repeats(),
        reason(column, type, seen, rows));
  }

  private Optional<String> reason(ColumnSchema column, ColumnType type, Seen seen, long rows) {
    String name = column.name();
    if (matches(config.leaveOut(), column.qualified())) {
      return Optional.of("named in grammar.database.leave-out");
    }
    if (UNWRITABLE.matcher(name).matches()) {
      return Optional.of("its name has a character that placeholders use: [ ] . :");
    }
    if (type == ColumnType.OTHER) {
      return Optional.of("type " + column.declared() + " is no text, number, date or boolean");
    }
    if (matches(config.keep(), column.qualified())) {
      return Optional.empty();
    }
    if (SECRET.matcher(name).matches()) {
      return Optional.of("by its name a secret or a checksum");
    }
    if (column.key() && type == ColumnType.NUMBER || ID.matcher(name).matches()) {
      return Optional.of("an identifier");
    }
    if (AUDIT.matcher(name).matches()) {
      return Optional.of("by its name a record of changes, not of facts");
    }
    if (rows > 0 && seen.values.isEmpty()) {
      return Optional.of("NULL in every row looked at");
    }
    if (seen.rows > 1 && seen.values.size() == 1 && seen.nulls == 0) {
      return Optional.of("the same in every row looked at");
    }
    if (seen.hashes > 0 && seen.hashes == seen.texts) {
      return Optional.of("its values are hashes");
    }
    return seen.texts > 0 && seen.letters / seen.texts > FREE_TEXT
        ? Optional.of("free text of " + seen.letters / seen.texts + " characters on average")
        : Optional.empty();
  }

  private static boolean matches(List<String> patterns, String name) {
    return patterns.stream().anyMatch(one -> one.equalsIgnoreCase(name));
  }

  private static boolean within(String kept, String table) {
    String small = kept.toLowerCase(Locale.ROOT);
    String name = table.toLowerCase(Locale.ROOT);
    return small.equals(name) || small.startsWith(name + ".");
  }

  /** What the first rows have in a column. */
  private static final class Seen {
    private final Map<Object, Integer> values = new HashMap<>();
    private long rows;
    private long nulls;
    private long texts;
    private long letters;
    private long days;
    private long hashes;

    private void add(Object value) {
      rows++;
      if (value == null || value instanceof String blank && blank.isBlank()) {
        nulls++;
        return;
      }
      values.merge(told(value), 1, Integer::sum);
      if (value instanceof String text) {
        texts++;
        letters += text.length();
        days += DAY.matcher(text).matches() ? 1 : 0;
        hashes += text.length() >= SAID - 4 && HASH.matcher(text).matches() ? 1 : 0;
      }
    }

    /** What tells the value from others: five thousand documents do not stay in memory. */
    private static Object told(Object value) {
      return value instanceof String text && text.length() > LONGEST_KEPT
          ? text.substring(0, LONGEST_KEPT) + text.length() + "/" + text.hashCode()
          : value;
    }

    private boolean repeats() {
      return values.values().stream().anyMatch(times -> times > 1);
    }
  }
}
