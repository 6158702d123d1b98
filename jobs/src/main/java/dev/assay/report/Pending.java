package dev.assay.report;

import dev.assay.tables.Concurrently;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;

/** Queries that wait to be run together. */
final class Pending {
  private final SparkSession spark;
  private final List<Runnable> queries = new ArrayList<>();

  Pending(SparkSession spark) {
    this.spark = spark;
  }

  /** Its result, which is there after {@link #run()}. */
  <T> Supplier<T> add(Supplier<T> query) {
    AtomicReference<T> result = new AtomicReference<>();
    queries.add(() -> result.set(query.get()));
    return result::get;
  }

  /** Runs what was added since the last call. */
  void run() {
    Concurrently.run(spark, queries);
    queries.clear();
  }
}
