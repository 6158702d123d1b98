package dev.assay.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.paths.SparkPath;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.NoMapping$;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat;
import org.apache.spark.sql.types.StructType;
import scala.Function1;
import scala.Option;
import scala.collection.Iterator;
import scala.collection.JavaConverters;
import scala.collection.Seq;

/**
 * The rows of tables of few bytes, read by the driver itself and kept for the version that they
 * are: what asks for them is planned without Delta's log and runs no job to find or read files.
 * Files, schema and version are those of one snapshot.
 */
final class SmallTables {
  /** How large the files of a small table are together. */
  static final long MOST_STORED_BYTES = 1L << 20;

  private static final long MOST_BYTES = 8L << 20;

  private final SparkSession spark;
  private final Map<Path, Known> known = new ConcurrentHashMap<>();

  /**
   * The rows of a table at a version.
   *
   * @param id of the table: another one may have been made at the same place
   * @param rows empty where they are too many to keep
   */
  private record Known(DeltaLog log, String id, long version, Optional<Dataset<Row>> rows) {
    boolean isOf(Snapshot snapshot) {
      return version == snapshot.version() && id.equals(snapshot.metadata().id());
    }
  }

  SmallTables(SparkSession spark) {
    this.spark = spark;
  }

  /** The rows of {@code snapshot}; empty where they are many, or not in plain Parquet files. */
  Optional<Dataset<Row>> rows(Snapshot snapshot) {
    Known last = known.get(snapshot.path());
    if (last == null || !last.isOf(snapshot)) {
      last =
          new Known(
              snapshot.deltaLog(), snapshot.metadata().id(), snapshot.version(), read(snapshot));
      known.put(snapshot.path(), last);
    }
    return last.rows();
  }

  /** Lets go of the rows of every table that was written since, and returns whether any was. */
  boolean release() {
    return known.values().removeIf(one -> !one.isOf(ServedPlans.newest(one.log())));
  }

  int size() {
    return known.size();
  }

  /** A table without rows. */
  static Dataset<Row> none(SparkSession spark, StructType schema) {
    return spark.createDataFrame(List.of(), schema);
  }

  private Optional<Dataset<Row>> read(Snapshot snapshot) {
    return files(snapshot)
        .filter(files -> files.stream().mapToLong(AddFile::size).sum() <= MOST_STORED_BYTES)
        .flatMap(files -> rows(snapshot, files))
        .map(rows -> relation(snapshot.schema(), rows));
  }

  /** What Delta has written beside the commit: state that would have to be computed is left. */
  static Optional<List<AddFile>> files(Snapshot snapshot) {
    boolean plain =
        snapshot.columnMappingMode().equals(NoMapping$.MODULE$)
            && snapshot.metadata().partitionColumns().isEmpty();
    if (!plain || snapshot.checksumOpt().isEmpty()) {
      return Optional.empty();
    }
    Option<Seq<AddFile>> files = snapshot.checksumOpt().get().allFiles();
    return files.isEmpty()
        ? Optional.empty()
        : Optional.of(JavaConverters.seqAsJavaList(files.get()))
            .filter(all -> all.stream().allMatch(file -> file.deletionVector() == null));
  }

  private Optional<List<InternalRow>> rows(Snapshot snapshot, List<AddFile> files) {
    Function1<PartitionedFile, Iterator<InternalRow>> reader =
        reader(snapshot.schema(), snapshot.deltaLog().newDeltaHadoopConf());
    UnsafeProjection flat = UnsafeProjection.create(snapshot.schema());
    List<InternalRow> rows = new ArrayList<>();
    long bytes = 0;
    for (AddFile file : files) {
      Iterator<InternalRow> read = reader.apply(whole(snapshot.deltaLog().dataPath(), file));
      while (read.hasNext()) {
        UnsafeRow row = flat.apply(read.next());
        bytes += row.getSizeInBytes();
        if (bytes > MOST_BYTES) {
          // The rest is read too: readers close at their end.
          rows.clear();
        } else {
          rows.add(row.copy());
        }
      }
    }
    return bytes > MOST_BYTES ? Optional.empty() : Optional.of(rows);
  }

  private Function1<PartitionedFile, Iterator<InternalRow>> reader(
      StructType schema, Configuration hadoop) {
    return new ParquetFileFormat()
        .buildReaderWithPartitionValues(
            spark,
            schema,
            new StructType(),
            schema,
            JavaConverters.asScalaBuffer(List.<org.apache.spark.sql.sources.Filter>of()).toSeq(),
            scala.collection.immutable.Map$.MODULE$
                .<String, String>empty()
                .updated("returning_batch", "false"),
            hadoop);
  }

  private static PartitionedFile whole(Path table, AddFile file) {
    return new PartitionedFile(
        InternalRow.empty(),
        SparkPath.fromPath(new Path(table, file.toPath())),
        0,
        file.size(),
        new String[0],
        file.modificationTime(),
        file.size(),
        scala.collection.immutable.Map$.MODULE$.empty());
  }

  private Dataset<Row> relation(StructType schema, List<InternalRow> rows) {
    return Dataset.ofRows(
        spark,
        new LocalRelation(
            none(spark, schema).queryExecution().analyzed().output(),
            JavaConverters.asScalaBuffer(rows).toSeq(),
            false));
  }
}
