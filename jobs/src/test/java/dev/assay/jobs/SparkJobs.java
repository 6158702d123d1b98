package dev.assay.jobs;

import dev.assay.spark.SharedSpark;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;

/** The Spark jobs that start while this is open, by their labels; without one: "unlabelled". */
public final class SparkJobs extends SparkListener implements AutoCloseable {
  private final SparkContext context = SharedSpark.session().sparkContext();
  private final List<String> labels = new CopyOnWriteArrayList<>();

  public SparkJobs() throws TimeoutException {
    settle();
    context.addSparkListener(this);
  }

  /** The labels so far, in the order of the jobs' starts. */
  public List<String> labels() throws TimeoutException {
    settle();
    return List.copyOf(labels);
  }

  @Override
  public void onJobStart(SparkListenerJobStart job) {
    labels.add(job.properties().getProperty("spark.job.description", "unlabelled"));
  }

  @Override
  public void close() {
    context.removeSparkListener(this);
  }

  private void settle() throws TimeoutException {
    context.listenerBus().waitUntilEmpty(TimeUnit.SECONDS.toMillis(30));
  }
}
