package dev.assay.jobs;

import dev.assay.spark.SharedSpark;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** How many rows have gone to other tasks while it is open. */
public final class ShuffledRows extends SparkListener implements AutoCloseable {
  private final SparkContext context = SharedSpark.session().sparkContext();
  private final LongAdder rows = new LongAdder();

  /** Begins when what ran before has ended. */
  public ShuffledRows() throws TimeoutException {
    rows();
    context.addSparkListener(this);
  }

  public long rows() throws TimeoutException {
    context.listenerBus().waitUntilEmpty(30_000);
    return rows.sum();
  }

  @Override
  public void onTaskEnd(SparkListenerTaskEnd task) {
    rows.add(task.taskMetrics().shuffleWriteMetrics().recordsWritten());
  }

  @Override
  public void close() {
    context.removeSparkListener(this);
  }
}
