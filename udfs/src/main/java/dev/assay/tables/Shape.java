package dev.assay.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Rows of another version in the declared shape: columns that came later are NULL, or what the
 * declaration fills them with; columns that are not declared are left out.
 *
 * @param table the declaration
 * @param version of the rows
 */
record Shape(Table table, int version) {

  /** The declared columns that {@code schema} lacks. */
  List<StructField> missing(StructType schema) {
    List<StructField> missing = new ArrayList<>();
    for (StructField field : table.schema().fields()) {
      Optional<StructField> found = found(schema, field);
      if (found.isPresent()) {
        requireType(field, found.get());
      } else if (field.nullable() || table.fills().containsKey(field.name())) {
        missing.add(field);
      } else {
        throw new StoreException(
            ("Table '%s' of schema version %d has no column '%s',"
                    + " which version %d requires and cannot fill.")
                .formatted(table.name(), version, field.name(), table.version()));
      }
    }
    return missing;
  }

  /** The values of columns that came after {@link #version}, as SQL, by column. */
  Map<String, String> fills() {
    Map<String, String> later = new TreeMap<>();
    table
        .fills()
        .forEach(
            (column, fill) -> {
              if (fill.since() > version) {
                later.put(column, fill.value());
              }
            });
    return later;
  }

  Dataset<Row> of(Dataset<Row> rows) {
    List<StructField> missing = missing(rows.schema());
    Map<String, String> fills = fills();
    Column[] columns = new Column[table.schema().fields().length];
    for (int i = 0; i < columns.length; i++) {
      StructField field = table.schema().fields()[i];
      Column stored =
          missing.contains(field) ? functions.lit(null) : functions.col("`" + field.name() + "`");
      Column value =
          fills.containsKey(field.name())
              ? functions.coalesce(stored, functions.expr(fills.get(field.name())))
              : stored;
      columns[i] = value.cast(field.dataType()).as(field.name());
    }
    return rows.select(columns);
  }

  private static Optional<StructField> found(StructType schema, StructField field) {
    return schema.getFieldIndex(field.name()).isDefined()
        ? Optional.of(schema.apply(field.name()))
        : Optional.empty();
  }

  private void requireType(StructField wanted, StructField found) {
    String here = wanted.dataType().catalogString();
    String there = found.dataType().catalogString();
    if (!here.equals(there)) {
      throw new StoreException(
          "Column '%s.%s' of schema version %d is %s, and %s in version %d."
              .formatted(table.name(), wanted.name(), version, there, here, table.version()));
    }
  }
}
