package dev.assay.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.rdd.RDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MapPartitions;
import org.apache.spark.sql.execution.LocalTableScanExec;
import org.apache.spark.sql.execution.LogicalRDD$;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.SQLExecution;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.storage.StorageLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.collection.JavaConverters;
import scala.runtime.AbstractFunction0;
import scala.runtime.AbstractFunction1;

/**
 * Rows that several queries want, computed once. Those that come of few rows in the driver are
 * brought to the driver, where queries that only select among them are no job, and where plans that
 * stand on them are short. All others are kept by executors. Column references into the rows stay
 * valid.
 */
public final class Kept {
  private static final Logger LOG = LoggerFactory.getLogger(Kept.class);

  /**
   * Of local mode, where one heap holds all. Whether a table is small enough to be sent around
   * whole Spark tells by its files, in which rows are compressed. Four times is a guess to the low
   * side: a million scores are some 12 MB of files.
   */
  public static final Map<String, String> SETTINGS =
      Map.of("spark.sql.sources.fileCompressionFactor", "4.0");

  /**
   * Of the whole application. Streams of what is kept on disk hold on to every object until they
   * are reset, which Spark does after 100: of 4 MB each where columns are kept.
   */
  public static final Map<String, String> APPLICATION_SETTINGS =
      Map.of("spark.serializer.objectStreamReset", "4");

  private static final long MOST_BYTES = 32L << 20;

  /** Below what Spark lets the results of a job be by default. */
  private static final long MOST_RESULT_BYTES = 512L << 20;

  private Kept() {}

  /**
   * To be let go with {@code unpersist}. What a partition is mapped to may be any number of rows:
   * it is never brought to the driver.
   */
  public static Dataset<Row> of(Dataset<Row> rows) {
    return of(rows, Dataset::persist);
  }

  /**
   * The same.
   *
   * @param elsewhere what is made of rows that are not brought to the driver
   */
  public static Dataset<Row> of(Dataset<Row> rows, UnaryOperator<Dataset<Row>> elsewhere) {
    return kept(rows, false, elsewhere);
  }

  /** The same for work that wants the heap: what executors keep is on disk. */
  public static Dataset<Row> onDisk(Dataset<Row> rows) {
    return of(rows, all -> all.persist(StorageLevel.DISK_ONLY()));
  }

  /** Rows until they are let go, with what executors have of them. */
  public record Held(Dataset<Row> rows, List<RDD<InternalRow>> stored) implements AutoCloseable {
    @Override
    public void close() {
      rows.unpersist();
      stored.forEach(one -> one.unpersist(false));
    }
  }

  /**
   * The rows of {@link #onDisk}, with a plan that names no table, and as rows where executors have
   * them: to make columns of passages, or of other nested rows, takes longer than to write them.
   */
  public static Held held(Dataset<Row> rows) {
    List<RDD<InternalRow>> stored = new ArrayList<>();
    return new Held(of(rows, all -> held(all, stored)), stored);
  }

  private static Dataset<Row> held(Dataset<Row> rows, List<RDD<InternalRow>> stored) {
    Optional<Held> own = asRows(rows, StorageLevel.DISK_ONLY());
    own.ifPresent(all -> stored.addAll(all.stored()));
    return own.map(Held::rows).orElseGet(() -> withoutPlan(rows).persist(StorageLevel.DISK_ONLY()));
  }

  /** The same where they come to the driver; others are computed for each query, as they were. */
  public static Dataset<Row> ifFew(Dataset<Row> rows) {
    return of(rows, UnaryOperator.identity());
  }

  /**
   * The same of what has few rows wherever it comes of few.
   *
   * @param most rows that it may come of to be brought to the driver
   */
  public static Dataset<Row> few(Dataset<Row> rows, int most) {
    return OneTask.ofFew(apartFrom(rows).optimizedPlan(), most)
        ? kept(rows, true, Dataset::persist)
        : rows.persist();
  }

  /**
   * Gives {@code work} the rows of {@link #few}, all of them computed, and lets go of them when it
   * returns. Where executors keep them, they do as rows.
   *
   * @param most rows that they may come of to be brought to the driver
   */
  public static void during(Dataset<Row> rows, int most, Consumer<Dataset<Row>> work) {
    Optional<Held> own =
        OneTask.ofFew(apartFrom(rows).optimizedPlan(), most)
            ? Optional.empty()
            : asRows(rows, StorageLevel.MEMORY_AND_DISK());
    try (Held kept = own.orElseGet(() -> new Held(few(rows, most), List.of()))) {
      kept.stored().forEach(RDD::count);
      work.accept(kept.rows());
    }
  }

  private static Optional<Held> asRows(Dataset<Row> rows, StorageLevel level) {
    try {
      RDD<InternalRow> stored = persistedRows(rows, level);
      return Optional.of(new Held(over(stored, rows), List.of(stored)));
    } catch (LinkageError e) { // Another Spark than the one that this was built for.
      LOG.warn("Rows are kept by columns: {}", e.toString());
      return Optional.empty();
    }
  }

  /**
   * The same with a plan that names nothing that the rows were computed from. Computed at once, and
   * kept as long as anything refers to it.
   */
  public static Dataset<Row> apart(Dataset<Row> rows) {
    return kept(rows, false, Kept::cut);
  }

  /**
   * The same rows with a plan that names nothing that they were computed from, computed at once,
   * kept by executors as long as anything refers to them. What is lost with an executor is computed
   * again; in local mode, where nothing can be, how it was computed is forgotten.
   */
  public static Dataset<Row> cut(Dataset<Row> rows) {
    if (rows.sparkSession().sparkContext().isLocal()) {
      return rows.localCheckpoint();
    }
    try {
      RDD<InternalRow> computed = persistedRows(rows, StorageLevel.MEMORY_AND_DISK());
      computed.count();
      return over(computed, rows);
    } catch (LinkageError e) { // Another Spark than the one that this was built for.
      LOG.warn("Rows are kept without how they were computed: {}", e.toString());
      return rows.localCheckpoint();
    }
  }

  private static RDD<InternalRow> persistedRows(Dataset<Row> rows, StorageLevel level) {
    return rows.queryExecution()
        .toRdd()
        .toJavaRDD()
        .map((Function<InternalRow, InternalRow>) InternalRow::copy)
        .persist(level)
        .rdd();
  }

  /** The same rows, neither computed nor kept, with a plan that names nothing. */
  public static Dataset<Row> withoutPlan(Dataset<Row> rows) {
    try {
      return over(rows.queryExecution().toRdd(), rows);
    } catch (LinkageError e) { // Another Spark than the one that this was built for.
      LOG.warn("Rows are read and written once more each: {}", e.toString());
      return rows.sparkSession().createDataFrame(rows.toJavaRDD(), rows.schema());
    }
  }

  /** Rows that {@code computed} has, with the columns of {@code like}. */
  static Dataset<Row> over(RDD<InternalRow> computed, Dataset<Row> like) {
    return Dataset.ofRows(
        like.sparkSession(), LogicalRDD$.MODULE$.fromDataset(computed, like, false));
  }

  private static Dataset<Row> kept(
      Dataset<Row> rows, boolean mapped, UnaryOperator<Dataset<Row>> elsewhere) {
    QueryExecution query = apartFrom(rows);
    if (!OneTask.ofFew(query.optimizedPlan(), OneTask.MOST_ROWS)
        || !mapped && maps(query.optimizedPlan())) {
      return elsewhere.apply(rows);
    }
    Optional<List<InternalRow>> found =
        SQLExecution.withSQLConfPropagated(
            rows.sparkSession(),
            new AbstractFunction0<>() {
              @Override
              public Optional<List<InternalRow>> apply() {
                return found(query);
              }
            });
    return found.isEmpty()
        ? elsewhere.apply(rows)
        : Dataset.ofRows(
            rows.sparkSession(),
            new LocalRelation(
                query.analyzed().output(),
                JavaConverters.asScalaBuffer(found.get()).toSeq(),
                false));
  }

  /**
   * Few rows may become many, or hold much: nothing then. Tasks have the session's settings only
   * where they are propagated.
   */
  private static Optional<List<InternalRow>> found(QueryExecution query) {
    SparkPlan plan = query.executedPlan();
    if (plan instanceof LocalTableScanExec) {
      return whole(List.of(part(Arrays.asList(plan.executeCollect()).iterator(), MOST_BYTES)));
    }
    if (plan instanceof DriverPlan) {
      Iterator<InternalRow> rows = JavaConverters.asJavaIterator(plan.executeToIterator());
      return whole(List.of(part(rows, MOST_BYTES)));
    }
    JavaRDD<InternalRow> rows = query.toRdd().toJavaRDD();
    long most = Math.min(MOST_BYTES, MOST_RESULT_BYTES / Math.max(1, rows.getNumPartitions()));
    FlatMapFunction<Iterator<InternalRow>, Part> some = all -> List.of(part(all, most)).iterator();
    return whole(rows.mapPartitions(some).collect());
  }

  /**
   * What a partition has.
   *
   * @param bytes of them; more than any may have where they are too many, and no rows then
   */
  private record Part(long bytes, List<InternalRow> rows) implements Serializable {}

  private static Part part(Iterator<InternalRow> rows, long mostBytes) {
    List<InternalRow> found = new ArrayList<>();
    long bytes = 0;
    while (rows.hasNext()) {
      InternalRow row = rows.next().copy();
      bytes += row instanceof UnsafeRow unsafe ? unsafe.getSizeInBytes() : 0;
      if (found.size() == OneTask.MOST_ROWS || bytes > mostBytes) {
        return new Part(MOST_BYTES + 1, List.of());
      }
      found.add(row);
    }
    return new Part(bytes, found);
  }

  private static Optional<List<InternalRow>> whole(List<Part> parts) {
    List<InternalRow> all = parts.stream().flatMap(part -> part.rows().stream()).toList();
    long bytes = parts.stream().mapToLong(Part::bytes).sum();
    return all.size() <= OneTask.MOST_ROWS && bytes <= MOST_BYTES
        ? Optional.of(all)
        : Optional.empty();
  }

  /** Another query: what is planned before its rows are persisted would not look for them later. */
  private static QueryExecution apartFrom(Dataset<Row> rows) {
    return rows.select("*").queryExecution();
  }

  private static boolean maps(LogicalPlan plan) {
    return plan.exists(
        new AbstractFunction1<>() {
          @Override
          public Object apply(LogicalPlan node) {
            return node instanceof MapPartitions;
          }
        });
  }
}
