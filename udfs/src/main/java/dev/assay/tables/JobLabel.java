package dev.assay.tables;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
import org.slf4j.MDC;

/**
 * What Spark's pages and event logs call a job: the stage, and the step of it that is under way;
 * and its group, the run. Log lines have both as well, {@code mdc.stage} and {@code mdc.run_id}, in
 * tasks too. Threads that work starts inherit its label and its group.
 */
public final class JobLabel {
  private static final String PROPERTY = "spark.job.description";
  private static final String GROUP = "spark.jobGroup.id";
  private static final String RUN = "mdc.run_id";
  private static final String STAGE = "mdc.stage";

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

  /**
   * The result of {@code work}, whose jobs are of the group {@code stage run}, and whose log lines
   * name both.
   *
   * @param run the run's id in table {@code runs}
   */
  public static <T> T run(SparkSession spark, String stage, String run, Supplier<T> work) {
    SparkContext context = spark.sparkContext();
    Map<String, String> marks = Map.of(GROUP, stage + " " + run, RUN, run, STAGE, stage);
    Map<String, String> outer = new HashMap<>();
    marks.forEach(
        (key, value) -> {
          outer.put(key, context.getLocalProperty(key));
          mark(context, key, value);
        });
    try {
      return work.get();
    } finally {
      outer.forEach((key, value) -> mark(context, key, value));
    }
  }

  private static void mark(SparkContext context, String key, String value) {
    context.setLocalProperty(key, value);
    if (key.equals(GROUP)) {
      return;
    }
    if (value == null) {
      MDC.remove(key);
    } else {
      MDC.put(key, value);
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
