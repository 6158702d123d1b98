package dev.assay.spark;

import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.TaskSchedulerImpl;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A test ends when the tasks of its Spark jobs have: a job that fails tells so at its first failed
 * task, while others still write into the folder that JUnit takes away next. Found by JUnit for all
 * tests of a module.
 */
public final class NoTaskLeft implements AfterEachCallback {
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(30);

  @Override
  public void afterEach(ExtensionContext context) throws InterruptedException {
    if (SparkSession.getDefaultSession().isEmpty()) {
      return;
    }
    SparkContext spark = SparkSession.getDefaultSession().get().sparkContext();
    long until = System.nanoTime() + PATIENCE;
    while (isOneRunning(spark) && System.nanoTime() < until) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  /** Whether a task is under way, as the scheduler knows. */
  public static boolean isOneRunning(SparkContext spark) {
    return spark.taskScheduler() instanceof TaskSchedulerImpl tasks
        && tasks.runningTasksByExecutors().values().exists(n -> (Integer) n > 0);
  }
}
