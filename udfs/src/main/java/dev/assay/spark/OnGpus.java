package dev.assay.spark;

import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.rdd.RDD;
import org.apache.spark.resource.ExecutorResourceRequests;
import org.apache.spark.resource.ResourceProfile;
import org.apache.spark.resource.ResourceProfileBuilder;
import org.apache.spark.resource.TaskResourceRequests;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.SQLExecution;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.runtime.AbstractFunction0;

/**
 * Rows whose tasks run networks: those tasks ask for a GPU, and tasks of other stages do not. So it
 * is where executors have GPUs ({@code spark.executor.resource.gpu.amount}) and not every task asks
 * for one ({@code spark.task.resource.gpu.amount}), and with dynamic allocation where {@value
 * #AMOUNT} says how many an executor for such tasks is to have. Elsewhere rows stay as they are.
 */
final class OnGpus {
  /** GPUs of an executor that is allocated for tasks with networks, and for no others. */
  static final String AMOUNT = "spark.assay.gpu.amount";

  /** The script that says which these are. */
  static final String SCRIPT = "spark.assay.gpu.discoveryScript";

  /** The share of a GPU that a task with networks takes; 1 unless it is given. */
  static final String SHARE = "spark.assay.gpu.perTask";

  private static final Logger LOG = LoggerFactory.getLogger(OnGpus.class);
  private static final String GPU = "gpu";
  private static final ConcurrentMap<String, Optional<ResourceProfile>> PROFILES =
      new ConcurrentHashMap<>();

  private OnGpus() {}

  /** The same rows, computed by tasks of which each has a GPU where there are some. */
  static Dataset<Row> of(Dataset<Row> rows) {
    SparkContext context = rows.sparkSession().sparkContext();
    if (context.isLocal() || rows.isStreaming()) {
      return rows;
    }
    // One for all stages: Spark does not merge two within a stage.
    Optional<ResourceProfile> profile =
        PROFILES.computeIfAbsent(context.applicationId(), id -> profile(context.getConf()));
    try {
      return profile.isPresent() ? asking(rows, profile.get()) : rows;
    } catch (LinkageError e) { // Another Spark than the one that this was built for.
      LOG.warn("No task asks for a GPU by itself: {}", e.toString());
      return rows;
    }
  }

  private static Dataset<Row> asking(Dataset<Row> rows, ResourceProfile profile) {
    return SQLExecution.withSQLConfPropagated(
        rows.sparkSession(),
        new AbstractFunction0<>() {
          @Override
          public Dataset<Row> apply() {
            RDD<InternalRow> computed = rows.queryExecution().toRdd();
            return Kept.over(computed.withResources(profile), rows);
          }
        });
  }

  /** What tasks with networks ask for; empty where they are not to ask. */
  static Optional<ResourceProfile> profile(SparkConf conf) {
    boolean allocated = conf.getBoolean("spark.dynamicAllocation.enabled", false);
    boolean own = allocated && conf.contains(AMOUNT);
    boolean shared =
        !allocated
            && conf.contains("spark.executor.resource.gpu.amount")
            && !conf.contains("spark.task.resource.gpu.amount");
    if (!own && !shared) {
      return Optional.empty();
    }
    ResourceProfileBuilder builder =
        new ResourceProfileBuilder()
            .require(
                new TaskResourceRequests()
                    .cpus(conf.getInt("spark.task.cpus", 1))
                    .resource(GPU, conf.getDouble(SHARE, 1)));
    return Optional.of((own ? builder.require(executor(conf)) : builder).build());
  }

  /** As all others, and with GPUs. */
  private static ExecutorResourceRequests executor(SparkConf conf) {
    ExecutorResourceRequests executor =
        new ExecutorResourceRequests()
            .cores(conf.getInt("spark.executor.cores", 1))
            .memory(megabytes(conf, "spark.executor.memory", "1g"))
            .resource(GPU, conf.getLong(AMOUNT, 1), conf.get(SCRIPT, ""), "");
    String overhead = "spark.executor.memoryOverhead";
    return conf.contains(overhead)
        ? executor.memoryOverhead(megabytes(conf, overhead, "0"))
        : executor;
  }

  private static String megabytes(SparkConf conf, String key, String otherwise) {
    return String.format(Locale.ROOT, "%dm", conf.getSizeAsMb(key, otherwise));
  }
}
