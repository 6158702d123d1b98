package dev.assay.tables;

import io.delta.exceptions.DeltaConcurrentModificationException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.DeltaOperations;
import org.apache.spark.sql.delta.DeltaOptions;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.VersionChecksum;
import org.apache.spark.sql.delta.actions.Action;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.delta.commands.WriteIntoDelta;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.collection.JavaConverters;
import scala.collection.Seq;
import scala.collection.immutable.Map$;

/**
 * State from Delta Lake's own log class: no query, so nothing is planned or run. The class is not
 * part of Delta's public interface; where a platform does not have it, {@link CommandState} serves.
 */
final class LogState implements DeltaState {
  private static final long ABSENT = -1;

  private final SparkSession spark;
  private final Location location;
  private final SmallTables small;
  private final Map<DeltaLog, Boolean> looked = new ConcurrentHashMap<>();
  private final Map<String, Optional<CatalogTable>> entries = new ConcurrentHashMap<>();
  private final Map<DeltaLog, Set<Long>> own = new ConcurrentHashMap<>();
  private volatile boolean alone;

  LogState(SparkSession spark, Location location) {
    location.requireSessionCatalog();
    this.spark = spark;
    this.location = location;
    this.small = new SmallTables(spark);
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
    return snapshot(table).map(s -> s.version() <= 0 || files(s) == 0).orElse(true);
  }

  @Override
  public long bytes(Table table) {
    return snapshot(table)
        .map(Snapshot::checksumOpt)
        .filter(Option::isDefined)
        .map(checksum -> checksum.get().tableSizeBytes())
        .orElse(Long.MAX_VALUE);
  }

  @Override
  public Optional<Dataset<Row>> small(Table table) {
    return snapshot(table).flatMap(small::rows);
  }

  @Override
  public Optional<Dataset<Row>> small(Table table, long version) {
    return snapshot(table).filter(newest -> newest.version() == version).flatMap(small::rows);
  }

  @Override
  public Optional<Dataset<Row>> rows(Table table) {
    return found(table)
        .map(
            found -> {
              Snapshot snapshot = seen(table, found.log());
              return small.rows(snapshot).orElseGet(() -> found.rows(spark, snapshot));
            });
  }

  @Override
  public boolean rewrite(Table table, UnaryOperator<Dataset<Row>> change) {
    TableLog found = required(table);
    DeltaLog log = found.log();
    OptimisticTransaction commit = log.startTransaction(found.entry(), Option.empty());
    Optional<List<AddFile>> replaced = SmallTables.files(commit.snapshot());
    Optional<Dataset<Row>> rows = small.rows(commit.snapshot());
    if (replaced.isEmpty() || rows.isEmpty()) {
      return false;
    }
    commit.readWholeTable();
    Dataset<Row> after = asStored(change.apply(rows.get().coalesce(1)), rows.get().schema());
    List<Action> actions = new ArrayList<>(JavaConverters.seqAsJavaList(commit.writeFiles(after)));
    replaced.get().forEach(file -> actions.add(file.remove()));
    synchronized (own(log)) {
      own(log)
          .add(
              commit.commit(
                  JavaConverters.asScalaBuffer(actions).toSeq(), written(SaveMode.Overwrite)));
    }
    return true;
  }

  /**
   * Rows are written beside what this command commits meanwhile, as with two batches in flight: its
   * own commits are no reason to refuse.
   */
  @Override
  public boolean append(Table table, Dataset<Row> rows, long known) {
    TableLog found = required(table);
    DeltaLog log = found.log();
    Option<CatalogTable> named = found.entry();
    Snapshot before = log.unsafeVolatileSnapshot();
    if (!isOwn(log, known, before.version())) {
      return false;
    }
    OptimisticTransaction first = reading(log, named, before);
    Seq<Action> actions = appended(log, named, rows).write(first, spark, Option.empty(), false);
    if (actions.isEmpty()) {
      return true;
    }
    synchronized (own(log)) {
      Snapshot newest = log.unsafeVolatileSnapshot();
      if (!isOwn(log, before.version(), newest.version())) {
        return false;
      }
      boolean same = newest.version() == before.version();
      try {
        OptimisticTransaction last = same ? first : reading(log, named, newest);
        own(log).add(last.commit(actions, written(SaveMode.Append)));
        return true;
      } catch (DeltaConcurrentModificationException e) {
        return false;
      }
    }
  }

  private static OptimisticTransaction reading(
      DeltaLog log, Option<CatalogTable> named, Snapshot snapshot) {
    OptimisticTransaction commit = log.startTransaction(named, Option.apply(snapshot));
    commit.readWholeTable();
    return commit;
  }

  private static DeltaOperations.Operation written(SaveMode mode) {
    return new DeltaOperations.Write(mode, Option.empty(), Option.empty(), Option.empty());
  }

  /** What is known of a table since nobody else writes, or else what the catalog says now. */
  private Optional<CatalogTable> entry(Table table) {
    Optional<CatalogTable> known = entries.get(table.name());
    if (known != null) {
      return known;
    }
    Map<String, CatalogTable> found = location.entries(spark, List.of(table));
    Optional<CatalogTable> now = Optional.ofNullable(found.get(table.name()));
    if (alone && now.isPresent()) {
      entries.put(table.name(), now);
    }
    return now;
  }

  /** The versions that this store committed. */
  private Set<Long> own(DeltaLog log) {
    return own.computeIfAbsent(log, none -> ConcurrentHashMap.newKeySet());
  }

  private boolean isOwn(DeltaLog log, long after, long upTo) {
    return upTo >= after
        && LongStream.rangeClosed(after + 1, upTo).allMatch(version -> own(log).contains(version));
  }

  private WriteIntoDelta appended(DeltaLog log, Option<CatalogTable> named, Dataset<Row> rows) {
    return new WriteIntoDelta(
        log,
        SaveMode.Append,
        new DeltaOptions(Map$.MODULE$.<String, String>empty(), spark.sessionState().conf()),
        JavaConverters.asScalaBuffer(List.<String>of()).toSeq(),
        Map$.MODULE$.<String, String>empty(),
        rows,
        named,
        Option.empty());
  }

  /** Columns in the table's order and of its types: a commit's files are taken as they are. */
  private static Dataset<Row> asStored(Dataset<Row> rows, StructType schema) {
    return rows.select(
        Arrays.stream(schema.fields())
            .map(field -> rows.col(field.name()).cast(field.dataType()).as(field.name()))
            .toArray(Column[]::new));
  }

  private static long files(Snapshot snapshot) {
    Option<VersionChecksum> known = snapshot.checksumOpt();
    return known.isDefined() ? known.get().numFiles() : snapshot.numOfFiles();
  }

  /** A catalog, which may be far away, is asked once for all tables while nobody else writes. */
  @Override
  public void alone(boolean alone) {
    looked.clear();
    entries.clear();
    if (alone && location.isManaged()) {
      Map<String, CatalogTable> found = location.entries(spark, Tables.ALL);
      for (Table table : Tables.ALL) {
        Optional<CatalogTable> entry = Optional.ofNullable(found.get(table.name()));
        // A command beside this one may make those of runs.
        if (entry.isPresent() || !Tables.OF_COMMANDS.contains(table)) {
          entries.put(table.name(), entry);
        }
      }
    }
    this.alone = alone;
  }

  @Override
  public void forget(Table table) {
    entries.remove(table.name());
  }

  private Optional<Snapshot> snapshot(Table table) {
    return found(table).map(found -> seen(table, found.log()));
  }

  /** A log that only this command writes is looked at once; its own commits are known to it. */
  private Snapshot seen(Table table, DeltaLog log) {
    if (!alone || Tables.OF_COMMANDS.contains(table)) {
      return newest(log);
    }
    looked.computeIfAbsent(log, first -> newest(first) != null);
    return log.unsafeVolatileSnapshot();
  }

  private static Snapshot newest(DeltaLog log) {
    return log.update(false, Option.empty(), Option.empty());
  }

  @Override
  public Optional<TableLog> log(Table table) {
    return Optional.of(required(table));
  }

  private Optional<TableLog> found(Table table) {
    if (!location.isManaged()) {
      return location.isAbsentHere(table) ? Optional.empty() : Optional.of(required(table));
    }
    return entry(table)
        .map(entry -> new TableLog(DeltaLog.forTable(spark, entry), Option.apply(entry)));
  }

  private TableLog required(Table table) {
    return location.isManaged()
        ? found(table)
            .orElseThrow(
                () ->
                    new StoreException(
                        "Table '" + location.name(table) + "' is not in the catalog"))
        : new TableLog(DeltaLog.forTable(spark, new Path(location.path(table))), Option.empty());
  }
}
