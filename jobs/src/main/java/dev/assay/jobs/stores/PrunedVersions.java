package dev.assay.jobs.stores;

import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.apache.spark.sql.Row;

/** What rows of {@code runs} say of table versions that can be read no more. */
public final class PrunedVersions {
  private static final String PRUNED = "pruned";
  private static final String[] OTHERS =
      Arrays.stream(Tables.RUNS.schema().fieldNames())
          .filter(column -> !column.equals(PRUNED))
          .toArray(String[]::new);

  private PrunedVersions() {}

  /**
   * Has every run say which of the versions that it names are older than the oldest that stays.
   * Before they go: a run that says so too early is better than one that does not say it.
   *
   * @param oldest that stays of each table
   */
  public static void mark(Store store, ToLongFunction<Table> oldest) {
    Map<String, Long> stays = new TreeMap<>();
    for (Table table : Tables.ALL) {
      if (store.exists(table)) {
        stays.put(table.name(), oldest.applyAsLong(table));
      }
    }
    List<Row> changed = new ArrayList<>();
    for (Row run : store.read(Tables.RUNS).collectAsList()) {
      Map<String, Long> versions = RowValues.map(run, "table_versions");
      List<String> gone =
          versions.keySet().stream()
              .filter(name -> versions.get(name) < stays.getOrDefault(name, 0L))
              .sorted()
              .toList();
      if (!gone.isEmpty() && !gone.equals(RowValues.<String>list(run, PRUNED))) {
        changed.add(NamedRow.of(Tables.RUNS).copy(run, OTHERS).set(PRUNED, gone).build());
      }
    }
    if (!changed.isEmpty()) {
      store.merge(Tables.RUNS, store.spark().createDataFrame(changed, Tables.RUNS.schema()));
    }
  }
}
