package dev.assay.jobs;

import dev.assay.spark.SharedSpark;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerEvent;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.apache.spark.scheduler.SparkListenerStageSubmitted;
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionStart;
import scala.collection.JavaConverters;

/**
 * The Spark jobs and the queries that start while this is open, by their labels; without one:
 * "unlabelled". A query that the driver computes itself has no job.
 */
public final class SparkJobs extends SparkListener implements AutoCloseable {
  private final SparkContext context = SharedSpark.session().sparkContext();
  private final List<String> labels = new CopyOnWriteArrayList<>();
  private final List<String> queries = new CopyOnWriteArrayList<>();
  private final Map<Integer, Made> made = new ConcurrentHashMap<>();

  /**
   * Rows that executors keep.
   *
   * @param label of the job that computed them first
   * @param onDisk and not in memory
   */
  public record Made(String label, boolean onDisk) {
    /** What is kept on disk, but for what Delta keeps while it merges. */
    public boolean isOurs() {
      return onDisk && !label.contains("MERGE");
    }
  }

  public SparkJobs() throws TimeoutException {
    settle();
    context.addSparkListener(this);
  }

  /** The labels so far, in the order of the jobs' starts. */
  public List<String> labels() throws TimeoutException {
    settle();
    return List.copyOf(labels);
  }

  /** The labels so far that do not say that a job is a step of {@code stage}, with the stage. */
  public Set<String> strangers(String stage) throws TimeoutException {
    return labels().stream()
        .filter(label -> !label.matches("(?s)(Delta: )?" + stage + ": .+"))
        .map(label -> stage + ": '" + label + "'")
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The labels of the queries so far, in the order of their starts. */
  public List<String> queries() throws TimeoutException {
    settle();
    return List.copyOf(queries);
  }

  /** What was kept so far; the same rows are there twice where they were computed again. */
  public List<Made> made() throws TimeoutException {
    settle();
    return List.copyOf(made.values());
  }

  @Override
  public void onStageSubmitted(SparkListenerStageSubmitted stage) {
    JavaConverters.seqAsJavaList(stage.stageInfo().rddInfos()).stream()
        .filter(rdd -> rdd.storageLevel().useDisk())
        .forEach(
            rdd ->
                made.putIfAbsent(
                    rdd.id(),
                    new Made(label(stage.properties()), !rdd.storageLevel().useMemory())));
  }

  private static String label(Properties properties) {
    return properties.getProperty("spark.job.description", "unlabelled");
  }

  @Override
  public void onOtherEvent(SparkListenerEvent event) {
    if (event instanceof SparkListenerSQLExecutionStart query) {
      queries.add(query.description());
    }
  }

  @Override
  public void onJobStart(SparkListenerJobStart job) {
    labels.add(label(job.properties()));
  }

  @Override
  public void close() {
    context.removeSparkListener(this);
  }

  private void settle() throws TimeoutException {
    context.listenerBus().waitUntilEmpty(TimeUnit.SECONDS.toMillis(30));
  }
}
