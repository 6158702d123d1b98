package dev.assay.tables;

import io.delta.tables.DeltaTable;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * State from Delta's public interface and SQL commands alone: works where Delta Lake's own classes
 * are hidden, as on Databricks, at the price of a query for each question.
 */
record CommandState(SparkSession spark, Location location) implements DeltaState {

  @Override
  public long version(Table table) {
    return exists(table)
        ? location.delta(spark, table).history(1).select("version").head().<Long>getAs("version")
        : -1;
  }

  @Override
  public Optional<Stored> stored(Table table) {
    if (!exists(table)) {
      return Optional.empty();
    }
    Row detail = location.delta(spark, table).detail().select("properties", "description").head();
    return Optional.of(
        new Stored(
            location.read(spark, table).schema(),
            RowValues.map(detail, "properties"),
            Optional.<String>ofNullable(detail.getAs("description")).orElse("")));
  }

  @Override
  public boolean isEmpty(Table table) {
    return isBlank(table) || location.read(spark, table).isEmpty();
  }

  private boolean exists(Table table) {
    return location.isManaged()
        ? spark.catalog().tableExists(location.name(table))
        : DeltaTable.isDeltaTable(spark, location.path(table));
  }
}
