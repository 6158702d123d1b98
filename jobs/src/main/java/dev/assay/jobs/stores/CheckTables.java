package dev.assay.jobs.stores;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.to_json;

import dev.assay.base.OneLine;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.tables.References;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Checks what Delta cannot: that keys are unique and that references lead somewhere. */
public final class CheckTables {
  private final Store store;

  public CheckTables(Store store) {
    this.store = store;
  }

  /** One line per violation or damage; none when the store is sound. It goes on after each. */
  public List<String> violations() {
    List<String> violations = new ArrayList<>();
    Set<Table> damaged = new HashSet<>();
    for (Table declared : Tables.ALL) {
      Table table = declared.ofAllNights();
      Optional<String> damage = Damage.of(store, table);
      if (damage.isPresent()) {
        violations.add(damage.get());
        damaged.add(declared);
      } else if (store.exists(table)) {
        duplicates(table).ifPresent(violations::add);
      }
    }
    for (References.Reference reference : References.ALL) {
      if (sound(reference.from(), damaged) && sound(reference.to(), damaged)) {
        dangling(reference).ifPresent(violations::add);
      }
    }
    return violations;
  }

  private boolean sound(Table table, Set<Table> damaged) {
    return !damaged.contains(table) && store.exists(table);
  }

  private Optional<String> duplicates(Table table) {
    if (store.isSmall(table) && unique(store.read(table).select(table.keyColumns()))) {
      return Optional.empty();
    }
    Row row =
        store
            .read(table)
            .groupBy(table.keyColumns())
            .agg(count(lit(1)).as("n"))
            .where(col("n").gt(1))
            .agg(count(lit(1)).as("keys"), sum("n").as("rows"))
            .head();
    long keys = row.getAs("keys");
    return keys == 0
        ? Optional.empty()
        : Optional.of(
            "%s: %d keys (%s) stand in %d rows. 'assay tables --repair' keeps the newest row of each"
                .formatted(
                    table.name(), keys, String.join(", ", table.keys()), row.<Long>getAs("rows")));
  }

  private Optional<String> dangling(References.Reference reference) {
    Dataset<Row> from = store.read(reference.from().ofAllNights()).select(reference.fromColumns());
    Dataset<Row> to = store.read(reference.to().ofAllNights()).select(reference.toColumns());
    if (store.isSmall(reference.from()) && store.isSmall(reference.to()) && within(from, to)) {
      return Optional.empty();
    }
    Dataset<Row> lost = from.distinct().join(to, RunCoverage.on(reference.columns()), "left_anti");
    long count = lost.count();
    return count == 0
        ? Optional.empty()
        : Optional.of(
            "%s: %d values of (%s) are not in %s, such as %s. Give again the command that filled %s and %s, which adds what is missing, or take what they belong to out of all tables (assay forget)"
                .formatted(
                    reference.from().name(),
                    count,
                    String.join(", ", reference.columns()),
                    reference.to().name(),
                    first(lost),
                    reference.to().name(),
                    reference.from().name()));
  }

  /** Whether no row is there twice. Of small tables the driver has the rows: no job is run. */
  private static boolean unique(Dataset<Row> rows) {
    List<Row> all = rows.collectAsList();
    return new HashSet<>(all).size() == all.size();
  }

  /** Whether all rows of the one are in the other, and none has a NULL, which leads nowhere. */
  private static boolean within(Dataset<Row> from, Dataset<Row> to) {
    Set<Row> there = new HashSet<>(to.collectAsList());
    return from.collectAsList().stream().allMatch(row -> !row.anyNull() && there.contains(row));
  }

  /** The first by content, so that it is the same each time. */
  private static String first(Dataset<Row> rows) {
    return OneLine.of(
        rows.select(to_json(struct(col("*"))).as("row"))
            .orderBy("row")
            .head()
            .<String>getAs("row"));
  }
}
