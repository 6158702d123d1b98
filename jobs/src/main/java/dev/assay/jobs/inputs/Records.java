package dev.assay.jobs.inputs;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.to_json;

import dev.assay.jobs.engine.StageException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Rows of tables, by column name.
 *
 * @param rows the columns as read, and {@link #FILE} and {@link #MALFORMED}
 * @param owner the configuration key of the source, for messages
 */
public record Records(Dataset<Row> rows, String owner) {
  /** Where a row was read. */
  public static final String FILE = "__file";

  /** The row as given where it could not be parsed, else NULL. */
  public static final String MALFORMED = "__malformed";

  /** The column {@code name} as text; an error names what there is and the key that named it. */
  public Column required(String name, String key) {
    StructField field =
        fields().stream()
            .filter(f -> f.name().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new StageException(
                        "%s.%s: there is no column '%s'. Columns: %s."
                            .formatted(
                                owner,
                                key,
                                name,
                                String.join(
                                    ", ", fields().stream().map(StructField::name).toList()))));
    return text(field);
  }

  /** The configured column, which must exist, or the one called {@code usual}, or NULL. */
  public Column text(Optional<String> configured, String usual, String key) {
    if (configured.isPresent()) {
      return required(configured.get(), key);
    }
    boolean there = fields().stream().anyMatch(f -> f.name().equals(usual));
    return there ? required(usual, key) : lit(null).cast("string");
  }

  /** The row as JSON. */
  public Column row() {
    return to_json(
        struct(fields().stream().map(f -> col("`" + f.name() + "`")).toArray(Column[]::new)));
  }

  private List<StructField> fields() {
    return Arrays.stream(rows.schema().fields())
        .filter(f -> !f.name().equals(FILE) && !f.name().equals(MALFORMED))
        .toList();
  }

  private static Column text(StructField field) {
    Column column = col("`" + field.name() + "`");
    DataType type = field.dataType();
    boolean nested =
        type instanceof StructType || type instanceof ArrayType || type instanceof MapType;
    return nested ? to_json(column) : column.cast("string");
  }
}
