package dev.assay.jobs.stores;

import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.element_at;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.map;
import static org.apache.spark.sql.functions.map_filter;
import static org.apache.spark.sql.functions.map_keys;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.size;

import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.apache.spark.sql.Column;

/** What rows of {@code runs} say of table versions that can be read no more. */
public final class PrunedVersions {
  private static final String PRUNED = "pruned";

  private PrunedVersions() {}

  /**
   * Has every run say which of the versions that it names are older than the oldest that stays.
   * Before they go: a run that says so too early is better than one that does not say it. It is
   * told from the row as it is by then, which a command that only reads may have written just now.
   *
   * @param oldest that stays of each table
   */
  public static void mark(Store store, ToLongFunction<Table> oldest) {
    if (!store.exists(Tables.RUNS)) {
      return;
    }
    List<Column> stays = new ArrayList<>();
    for (Table table : Tables.ALL) {
      if (store.exists(table)) {
        stays.add(lit(table.name()));
        stays.add(lit(oldest.applyAsLong(table)));
      }
    }
    Column stay = map(stays.toArray(Column[]::new));
    Column gone =
        array_sort(
            map_keys(
                map_filter(
                    col("table_versions"),
                    (name, version) -> version.lt(coalesce(element_at(stay, name), lit(0L))))));
    Column untold = size(gone).gt(0).and(not(gone.eqNullSafe(col(PRUNED))));
    if (!store.read(Tables.RUNS).where(untold).isEmpty()) {
      store.set(Tables.RUNS, PRUNED, gone, untold);
    }
  }
}
