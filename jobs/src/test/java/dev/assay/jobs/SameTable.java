package dev.assay.jobs;

import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/**
 * A table in two stores that did the same work: keys and all values but times, numbers within 1e-6.
 *
 * @param moved whether the stores have different paths: a run's id holds the configuration's hash
 */
public record SameTable(Table table, boolean moved) {
  /** What may differ between two runs of the same work. */
  private static final Set<String> RUN_TIMES = Set.of("latency_ms");

  /** Rows of one store and not of the other, keys that stand twice, values that differ. */
  public record Differences(long lost, long added, long twice, List<String> values) {
    public static final Differences NONE = new Differences(0, 0, 0, List.of());
  }

  /** How {@code actual} differs from {@code expected}. */
  public Differences differences(Store expected, Store actual) {
    List<Row> all = comparable(actual).collectAsList();
    Map<String, Row> left = byKey(comparable(expected).collectAsList());
    Map<String, Row> right = byKey(all);
    List<String> values = new ArrayList<>();
    left.forEach(
        (key, row) -> {
          if (right.containsKey(key)) {
            compare(key, row, right.get(key), values);
          }
        });
    return new Differences(
        left.keySet().stream().filter(key -> !right.containsKey(key)).count(),
        right.keySet().stream().filter(key -> !left.containsKey(key)).count(),
        all.size() - right.size(),
        List.copyOf(values));
  }

  private void compare(String key, Row expected, Row actual, List<String> values) {
    for (StructField field : table.schema().fields()) {
      boolean free =
          field.dataType().equals(DataTypes.TimestampType)
              || RUN_TIMES.contains(field.name())
              || moved && field.name().equals("run_id");
      Object left = expected.getAs(field.name());
      Object right = actual.getAs(field.name());
      if (!free && !same(left, right)) {
        values.add(
            "%s.%s of %s: %s and %s".formatted(table.name(), field.name(), key, left, right));
      }
    }
  }

  /** Who is fastest and by how much is measured, and differs every time. */
  private Dataset<Row> comparable(Store store) {
    Dataset<Row> rows = store.read(table);
    return table.equals(Tables.INSIGHTS)
        ? rows.where("coalesce(attributes['kind'], '') NOT IN ('fastest', 'slowest')")
        : rows;
  }

  private Map<String, Row> byKey(List<Row> all) {
    Map<String, Row> rows = new TreeMap<>();
    for (Row row : all) {
      List<String> key = new ArrayList<>();
      for (String column : table.keys()) {
        key.add(moved && column.equals("run_id") ? "" : String.valueOf(row.<Object>getAs(column)));
      }
      rows.put(key.toString(), row);
    }
    return rows;
  }

  private static boolean same(Object a, Object b) {
    if (a instanceof byte[] x && b instanceof byte[] y) {
      // A serialised fit holds doubles that may differ in their last bits: strata show what it
      // does.
      return (x.length > 0) == (y.length > 0);
    }
    if (a instanceof Number x && b instanceof Number y) {
      return Math.abs(x.doubleValue() - y.doubleValue()) <= 1e-6;
    }
    if (a instanceof Row x && b instanceof Row y) {
      return x.size() == y.size()
          && Stream.iterate(0, i -> i + 1).limit(x.size()).allMatch(i -> same(x.get(i), y.get(i)));
    }
    if (a instanceof scala.collection.Seq<?> x && b instanceof scala.collection.Seq<?> y) {
      return x.size() == y.size()
          && Stream.iterate(0, i -> i + 1)
              .limit(x.size())
              .allMatch(i -> same(x.apply(i), y.apply(i)));
    }
    if (a instanceof scala.collection.Map<?, ?> x && b instanceof scala.collection.Map<?, ?> y) {
      Map<?, ?> left = scala.collection.JavaConverters.mapAsJavaMap(x);
      Map<?, ?> right = scala.collection.JavaConverters.mapAsJavaMap(y);
      return left.keySet().equals(right.keySet())
          && left.keySet().stream().allMatch(k -> same(left.get(k), right.get(k)));
    }
    return java.util.Objects.equals(a, b);
  }
}
