package dev.assay.jobs.forget;

import dev.assay.tables.NamedRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.collection.JavaConverters;
import scala.collection.Seq;

/**
 * What stays of a row that speaks of several things once some texts are taken out of it: elements
 * of lists and maps go, what may be NULL becomes NULL, a part of a structure in a list says that it
 * was forgotten. Where a text that has to be there goes, the row goes.
 */
record Redaction(Predicate<String> gone) {
  /** What stands in the place of a text that cannot be NULL. */
  static final String FORGOTTEN = "[forgotten]";

  /** The row without them; empty where it cannot be without. */
  Optional<Row> of(Row row, boolean replace) {
    NamedRow kept = NamedRow.of(row.schema());
    for (StructField field : row.schema().fields()) {
      Object value = row.getAs(field.name());
      if (value instanceof String text && gone.test(text)) {
        if (!field.nullable() && !replace) {
          return Optional.empty();
        }
        kept.set(field.name(), field.nullable() ? null : FORGOTTEN);
      } else {
        kept.set(field.name(), value == null ? null : within(value, field.dataType()));
      }
    }
    return Optional.of(kept.build());
  }

  private Object within(Object value, DataType type) {
    if (type instanceof ArrayType array) {
      List<Object> kept = new ArrayList<>();
      for (Object element : JavaConverters.seqAsJavaList((Seq<?>) value)) {
        if (!(element instanceof String text && gone.test(text))) {
          kept.add(element == null ? null : within(element, array.elementType()));
        }
      }
      return JavaConverters.asScalaBuffer(kept).toSeq();
    }
    if (type instanceof MapType) {
      Map<Object, Object> kept = new HashMap<>();
      JavaConverters.mapAsJavaMap((scala.collection.Map<?, ?>) value)
          .forEach(
              (key, one) -> {
                if (!Texts.any(key, gone) && !Texts.any(one, gone)) {
                  kept.put(key, one);
                }
              });
      return JavaConverters.mapAsScalaMap(kept);
    }
    if (type instanceof StructType && value instanceof Row row) {
      return of(row, true).orElseThrow();
    }
    return value;
  }
}
