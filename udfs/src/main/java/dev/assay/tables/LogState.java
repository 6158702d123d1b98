package dev.assay.tables;

import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.Snapshot;
import scala.Option;
import scala.collection.JavaConverters;

/**
 * State from Delta Lake's own log class: no query, so nothing is planned or run. The class is not
 * part of Delta's public interface; where a platform does not have it, {@link CommandState} serves.
 */
final class LogState implements DeltaState {
  private static final long ABSENT = -1;

  private final SparkSession spark;
  private final Location location;

  LogState(SparkSession spark, Location location) {
    this.spark = spark;
    this.location = location;
  }

  /** Whether this platform has the class. */
  static boolean isAvailable() {
    try {
      Class.forName("org.apache.spark.sql.delta.DeltaLog", false, LogState.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  @Override
  public long version(Table table) {
    return snapshot(table).map(Snapshot::version).orElse(ABSENT);
  }

  @Override
  public Optional<Stored> stored(Table table) {
    return snapshot(table)
        .filter(snapshot -> snapshot.version() >= 0)
        .map(Snapshot::metadata)
        .map(
            metadata ->
                new Stored(
                    metadata.schema(),
                    JavaConverters.mapAsJavaMap(metadata.configuration()),
                    Objects.requireNonNullElse(metadata.description(), "")));
  }

  @Override
  public boolean isEmpty(Table table) {
    return snapshot(table).map(s -> s.version() <= 0 || s.numOfFiles() == 0).orElse(true);
  }

  private Optional<Snapshot> snapshot(Table table) {
    if (location.isManaged() && !spark.catalog().tableExists(location.name(table))) {
      return Optional.empty();
    }
    DeltaLog log =
        location.isManaged()
            ? DeltaLog.forTable(
                spark,
                new TableIdentifier(
                    table.name(),
                    Option.apply(location.schema()),
                    Option.apply(location.catalog())))
            : DeltaLog.forTable(spark, new Path(location.path(table)));
    return Optional.of(log.update(false, Option.empty(), Option.empty()));
  }
}
