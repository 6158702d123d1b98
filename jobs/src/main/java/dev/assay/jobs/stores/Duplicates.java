package dev.assay.jobs.stores;

import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map_entries;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.to_json;

import dev.assay.tables.Store;
import dev.assay.tables.Table;
import java.util.Arrays;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;

/**
 * Keys that stand in several rows, as two commands on one store could leave them before it had a
 * lease. Of the rows of a key the newest stays, by the table's times, and of equally new ones the
 * first by content; the table as it was stays among its Delta versions.
 */
final class Duplicates {
  private static final String PLACE = "__place";

  private Duplicates() {}

  /** Takes them out of {@code table}, and returns how many rows went. */
  static long remove(Store store, Table table) {
    Dataset<Row> rows = store.read(table);
    long before = rows.count();
    long keys = rows.select(table.keyColumns()).distinct().count();
    if (keys < before) {
      store.replace(
          table,
          rows.withColumn(
                  PLACE,
                  row_number()
                      .over(Window.partitionBy(table.keyColumns()).orderBy(newestFirst(table))))
              .where(col(PLACE).equalTo(1)),
          lit(true));
    }
    return before - keys;
  }

  private static Column[] newestFirst(Table table) {
    Column[] times =
        Arrays.stream(table.schema().fields())
            .filter(field -> field.dataType().equals(DataTypes.TimestampType))
            .map(field -> col(field.name()).desc_nulls_last())
            .toArray(Column[]::new);
    Column[] order = Arrays.copyOf(times, times.length + 1);
    order[times.length] =
        to_json(
            struct(
                Arrays.stream(table.schema().fields())
                    .map(Duplicates::comparable)
                    .toArray(Column[]::new)));
    return order;
  }

  private static Column comparable(StructField field) {
    Column column = col(field.name());
    return field.dataType() instanceof MapType
        ? array_sort(map_entries(column)).as(field.name())
        : column;
  }
}
