package dev.assay.tables;

import java.util.function.Supplier;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;

/**
 * What Spark's pages and event logs call a job: the stage, and the step of it that is under way.
 * Threads that work starts inherit its label.
 */
public final class JobLabel {
  private static final String PROPERTY = "spark.job.description";

  private JobLabel() {}

  /** The result of {@code work}, whose jobs are labelled {@code stage}, the stage or command. */
  public static <T> T stage(SparkSession spark, String stage, Supplier<T> work) {
    SparkContext context = spark.sparkContext();
    String outer = context.getLocalProperty(PROPERTY);
    context.setJobDescription(stage);
    try {
      return work.get();
    } finally {
      context.setJobDescription(outer);
    }
  }

  /** The result of {@code work}, whose jobs have {@code step} behind their label. */
  public static <T> T step(SparkSession spark, String step, Supplier<T> work) {
    String outer = spark.sparkContext().getLocalProperty(PROPERTY);
    return stage(spark, outer == null ? step : outer + ": " + step, work);
  }

  /** The same for work without a result. */
  public static void step(SparkSession spark, String step, Runnable work) {
    step(
        spark,
        step,
        () -> {
          work.run();
          return true;
        });
  }
}
