package dev.assay.spark;

import java.util.List;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Checks of input schemas, with messages that name what is there. */
final class Columns {
  private Columns() {}

  /** {@code schema} must have the string column {@code name}. */
  static void requireText(StructType schema, String name, String who) {
    List<String> names = List.of(schema.fieldNames());
    if (!names.contains(name)) {
      throw new IllegalArgumentException(
          "%s: no column '%s'. Columns: %s".formatted(who, name, String.join(", ", names)));
    }
    if (!schema.apply(name).dataType().equals(DataTypes.StringType)) {
      throw new IllegalArgumentException(
          "%s: column '%s' is %s, not string"
              .formatted(who, name, schema.apply(name).dataType().simpleString()));
    }
  }

  /** {@code schema} must not have the column {@code name} yet. */
  static void requireFree(StructType schema, String name, String who) {
    if (List.of(schema.fieldNames()).contains(name)) {
      throw new IllegalArgumentException("%s: column '%s' is there already".formatted(who, name));
    }
  }
}
