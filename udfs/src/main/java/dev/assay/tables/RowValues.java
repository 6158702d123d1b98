package dev.assay.tables;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.spark.sql.Row;

/** What a row has under a column's name, where {@link Row#getAs} falls short. */
public final class RowValues {
  private RowValues() {}

  /** Whether the column is NULL. */
  public static boolean isNull(Row row, String column) {
    return row.isNullAt(row.fieldIndex(column));
  }

  /** The value, empty for NULL. */
  public static <T> Optional<T> optional(Row row, String column) {
    return Optional.ofNullable(row.<T>getAs(column));
  }

  /** The number, empty for NULL. */
  public static OptionalDouble number(Row row, String column) {
    Number number = row.getAs(column);
    return number == null ? OptionalDouble.empty() : OptionalDouble.of(number.doubleValue());
  }

  /** The vector in an array of floats. */
  public static float[] floats(Row row, String column) {
    return row.getAs(column) instanceof float[] values ? values : floats(list(row, column));
  }

  /** The vector in an array of floats, as a function of Spark SQL has it. */
  public static float[] floats(List<Float> values) {
    float[] vector = new float[values.size()];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = values.get(i);
    }
    return vector;
  }

  /** The elements of an array; none for NULL. */
  public static <T> List<T> list(Row row, String column) {
    int index = row.fieldIndex(column);
    return row.isNullAt(index) ? List.of() : row.getList(index);
  }

  /** The entries of a map; none for NULL. */
  public static <K, V> Map<K, V> map(Row row, String column) {
    int index = row.fieldIndex(column);
    return row.isNullAt(index) ? Map.of() : row.getJavaMap(index);
  }
}
