package dev.assay.tables;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.StructField;

/**
 * What makes a stored table of an older version one of the declared version, where columns were
 * added and no more. Each statement is one commit; the last one sets the version, so that whoever
 * finds the older version goes through what is missing, however far another one came.
 *
 * @param added names of the columns that it adds
 * @param statements SQL, in order
 */
record Upgrade(List<String> added, List<String> statements) {
  private static final String CONSTRAINT = "delta.constraints.";

  /** For a table that has {@code version}. */
  static Upgrade from(int version, Table table, Stored stored, String name) {
    Shape shape = new Shape(table, version);
    List<StructField> missing = shape.missing(stored.schema());
    Map<String, String> checks = checks(table, stored, missing);
    List<String> statements = new ArrayList<>();
    constraints(stored)
        .forEach(
            (check, predicate) -> {
              if (!predicate.equals(checks.get(check))) {
                statements.add("ALTER TABLE %s DROP CONSTRAINT `%s`".formatted(name, check));
              }
            });
    if (!missing.isEmpty()) {
      String columns =
          missing.stream()
              .map(
                  field ->
                      "`%s` %s COMMENT %s"
                          .formatted(
                              field.name(),
                              field.dataType().sql(),
                              quoted(field.getComment().get())))
              .collect(Collectors.joining(", "));
      statements.add("ALTER TABLE %s ADD COLUMNS (%s)".formatted(name, columns));
    }
    shape
        .fills()
        .forEach(
            (column, value) ->
                statements.add(
                    "UPDATE %s SET `%s` = %s WHERE `%s` IS NULL"
                        .formatted(name, column, value, column)));
    for (StructField field : stored.schema().fields()) {
      if (!field.nullable() && mayBeNull(table, field)) {
        statements.add(
            "ALTER TABLE %s ALTER COLUMN `%s` DROP NOT NULL".formatted(name, field.name()));
      }
    }
    checks.forEach(
        (check, predicate) -> {
          if (!predicate.equals(constraints(stored).get(check))) {
            statements.add(
                "ALTER TABLE %s ADD CONSTRAINT `%s` CHECK (%s)".formatted(name, check, predicate));
          }
        });
    statements.addAll(comments(table, stored, name));
    statements.add(
        "ALTER TABLE %s SET TBLPROPERTIES ('comment' = %s, '%s' = '%s', '%s' = '%s')"
            .formatted(
                name,
                quoted(table.comment()),
                Definitions.STATISTICS,
                Definitions.statistics(table),
                Stamp.PROPERTY,
                Stamp.of(table.version())));
    return new Upgrade(missing.stream().map(StructField::name).toList(), List.copyOf(statements));
  }

  /** Statements that give each stored column the comment of its declaration; none when all have. */
  static List<String> comments(Table table, Stored stored, String name) {
    List<String> statements = new ArrayList<>();
    for (StructField field : table.schema().fields()) {
      if (stored.schema().getFieldIndex(field.name()).isDefined()
          && !stored.schema().apply(field.name()).getComment().equals(field.getComment())) {
        statements.add(
            "ALTER TABLE %s ALTER COLUMN `%s` COMMENT %s"
                .formatted(name, field.name(), quoted(field.getComment().get())));
      }
    }
    return statements;
  }

  /** Delta lets no column become NOT NULL, so those that came later are held by a constraint. */
  private static Map<String, String> checks(Table table, Stored stored, List<StructField> missing) {
    Map<String, String> checks = new LinkedHashMap<>(table.checks());
    for (StructField field : table.schema().fields()) {
      if (!field.nullable()
          && (missing.contains(field) || stored.schema().apply(field.name()).nullable())) {
        checks.put(
            field.name().toLowerCase(Locale.ROOT) + "_present",
            "`" + field.name() + "` IS NOT NULL");
      }
    }
    return checks;
  }

  private static Map<String, String> constraints(Stored stored) {
    Map<String, String> constraints = new LinkedHashMap<>();
    stored
        .properties()
        .forEach(
            (key, value) -> {
              if (key.startsWith(CONSTRAINT)) {
                constraints.put(key.substring(CONSTRAINT.length()), value);
              }
            });
    return constraints;
  }

  private static boolean mayBeNull(Table table, StructField stored) {
    return table.schema().getFieldIndex(stored.name()).isEmpty()
        || table.schema().apply(stored.name()).nullable();
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
