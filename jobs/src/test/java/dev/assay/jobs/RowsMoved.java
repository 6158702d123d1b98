package dev.assay.jobs;

import dev.assay.spark.SharedSpark;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.SparkContext;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** How many rows tasks read of files, and bring together, in jobs of a step while this is open. */
public final class RowsMoved extends SparkListener implements AutoCloseable {
  private final SparkContext context = SharedSpark.session().sparkContext();
  private final String step;
  private final Map<Integer, Boolean> counted = new ConcurrentHashMap<>();
  private final AtomicLong read = new AtomicLong();
  private final AtomicLong shuffled = new AtomicLong();
  private final AtomicLong gathered = new AtomicLong();

  /**
   * @param step that a job's label has
   */
  public RowsMoved(String step) throws TimeoutException {
    this.step = step;
    settle();
    context.addSparkListener(this);
  }

  /** Rows that were read so far. */
  public long read() throws TimeoutException {
    settle();
    return read.get();
  }

  /** Rows that were written so far for other tasks. */
  public long shuffled() throws TimeoutException {
    settle();
    return shuffled.get();
  }

  /** Rows that were read so far of what other tasks had written. */
  public long gathered() throws TimeoutException {
    settle();
    return gathered.get();
  }

  @Override
  public void onStageSubmitted(SparkListenerStageSubmitted stage) {
    String label = stage.properties().getProperty("spark.job.description", "");
    counted.put(stage.stageInfo().stageId(), label.contains(step));
  }

  @Override
  public void onTaskEnd(SparkListenerTaskEnd task) {
    TaskMetrics metrics = task.taskMetrics();
    if (metrics != null && counted.getOrDefault(task.stageId(), false)) {
      read.addAndGet(metrics.inputMetrics().recordsRead());
      shuffled.addAndGet(metrics.shuffleWriteMetrics().recordsWritten());
      gathered.addAndGet(metrics.shuffleReadMetrics().recordsRead());
    }
  }

  @Override
  public void close() {
    context.removeSparkListener(this);
  }

  private void settle() throws TimeoutException {
    context.listenerBus().waitUntilEmpty(TimeUnit.SECONDS.toMillis(30));
  }
}
