package dev.assay.tables;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;

/**
 * Runs small queries that do not depend on each other at the same time: planning one takes longer
 * than its jobs, and the driver would do that on one core.
 */
public final class Concurrently {
  private static final int THREADS = 4;

  private Concurrently() {}

  /**
   * The results of {@code queries} in their order. All end before this returns; the first failure
   * in their order is thrown.
   */
  public static <T> List<T> all(SparkSession spark, List<Supplier<T>> queries) {
    ExecutorService pool =
        Executors.newFixedThreadPool(Math.max(1, Math.min(THREADS, queries.size())));
    try {
      List<Future<T>> futures = new ArrayList<>();
      for (Supplier<T> query : queries) {
        futures.add(
            pool.submit(
                () -> {
                  SparkSession.setActiveSession(spark);
                  return query.get();
                }));
      }
      return results(futures);
    } finally {
      pool.shutdownNow();
    }
  }

  /** The same for what has no result. */
  public static void run(SparkSession spark, List<Runnable> queries) {
    all(
        spark,
        queries.stream()
            .<Supplier<Boolean>>map(
                query ->
                    () -> {
                      query.run();
                      return true;
                    })
            .toList());
  }

  private static <T> List<T> results(List<Future<T>> futures) {
    List<T> results = new ArrayList<>();
    Throwable failure = null;
    for (Future<T> future : futures) {
      try {
        results.add(future.get());
      } catch (ExecutionException e) {
        if (failure == null) {
          failure = e.getCause();
        } else if (failure != e.getCause()) {
          failure.addSuppressed(e.getCause());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new StoreException("Interrupted while queries ran", e);
      }
    }
    if (failure != null) {
      throw Failures.rethrown(failure);
    }
    return results;
  }
}
