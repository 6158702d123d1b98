package dev.assay.spark;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.spark.Dependency;
import org.apache.spark.Partition;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskContext$;
import org.apache.spark.TaskContextImpl;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.memory.SparkOutOfMemoryError;
import org.apache.spark.memory.TaskMemoryManager;
import org.apache.spark.rdd.RDD;
import org.apache.spark.serializer.SerializerInstance;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.util.AccumulatorContext;
import org.apache.spark.util.AccumulatorV2;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;
import scala.collection.Iterator;
import scala.collection.JavaConverters;
import scala.reflect.ClassTag$;

/**
 * Computes the partitions of rows one after another on the calling thread, each as a task of local
 * mode does: on a copy of what it computes, with a context, memory, settings and counters of its
 * own, which are given back at its end.
 */
final class DriverTask {
  private static final Logger LOG = LoggerFactory.getLogger(DriverTask.class);

  /** Results that take more are left to jobs, which hold them compressed. */
  private static final long MOST_BYTES = 32L << 20;

  /** Spark counts the attempts of its own tasks up from 0. */
  private static final AtomicLong ATTEMPTS = new AtomicLong(Long.MIN_VALUE);

  private final TaskContextImpl context;
  private final SparkEnv env;

  private DriverTask(RDD<InternalRow> rows, SparkEnv env, int partition) {
    this.env = env;
    long attempt = ATTEMPTS.getAndIncrement();
    Properties properties = new Properties();
    properties.putAll(rows.sparkContext().getLocalProperties());
    context =
        new TaskContextImpl(
            0,
            0,
            partition,
            attempt,
            0,
            rows.getNumPartitions(),
            new TaskMemoryManager(env.memoryManager(), attempt),
            properties,
            env.metricsSystem(),
            new TaskMetrics(),
            1,
            scala.collection.immutable.Map$.MODULE$.empty());
  }

  /**
   * The first {@code most} rows; empty where a job has to compute them, or say what is wrong with
   * them.
   */
  static Optional<List<InternalRow>> rows(Supplier<RDD<InternalRow>> planned, int most) {
    try {
      return TaskContext.get() == null ? computed(planned.get(), most) : Optional.empty();
    } catch (Exception | SparkOutOfMemoryError | LinkageError e) {
      // The last: another Spark than the one that this is for.
      LOG.debug("Left to a job", e);
      return Optional.empty();
    }
  }

  private static Optional<List<InternalRow>> computed(RDD<InternalRow> rows, int most)
      throws Exception {
    SparkContext spark = rows.sparkContext();
    if (spark.isStopped() || shuffles(rows)) {
      return Optional.empty();
    }
    SparkEnv env = SparkEnv.get();
    ByteBuffer code = bytes(env, rows);
    List<InternalRow> found = new ArrayList<>();
    long room = MOST_BYTES;
    for (Partition partition : rows.partitions()) {
      if (found.size() < most) {
        DriverTask task = new DriverTask(rows, env, partition.index());
        room = task.run(code.duplicate(), bytes(env, partition), most, room, found);
      }
      if (room < 0) {
        return Optional.empty();
      }
    }
    return Optional.of(found);
  }

  private static boolean shuffles(RDD<?> rows) {
    return JavaConverters.seqAsJavaList(rows.dependencies()).stream()
        .anyMatch(one -> one instanceof ShuffleDependency || shuffles(((Dependency<?>) one).rdd()));
  }

  private static ByteBuffer bytes(SparkEnv env, Object value) {
    return env.closureSerializer().newInstance().serialize(value, ClassTag$.MODULE$.Any());
  }

  /** The bytes that are left after the rows of a partition; negative where they do not fit. */
  private long run(
      ByteBuffer code, ByteBuffer partition, int most, long room, List<InternalRow> found)
      throws Exception {
    env.blockManager().registerTask(context.taskAttemptId());
    TaskContext$.MODULE$.setTaskContext(context);
    Throwable failure = null;
    try {
      return add(code, partition, most, room, found);
    } catch (Throwable e) {
      failure = e;
      context.markTaskFailed(e);
      throw e;
    } finally {
      end(failure);
    }
  }

  private long add(
      ByteBuffer code, ByteBuffer partition, int most, long room, List<InternalRow> found)
      throws InterruptedException {
    SerializerInstance serializer = env.closureSerializer().newInstance();
    RDD<InternalRow> rows = serializer.deserialize(code, ClassTag$.MODULE$.apply(RDD.class));
    Partition split = serializer.deserialize(partition, ClassTag$.MODULE$.apply(Partition.class));
    Iterator<InternalRow> computed = rows.iterator(split, context);
    long left = room;
    while (left >= 0 && found.size() < most && computed.hasNext()) {
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedException();
      }
      InternalRow row = computed.next().copy();
      left -= row instanceof UnsafeRow ? ((UnsafeRow) row).getSizeInBytes() : 0;
      found.add(row);
    }
    return left;
  }

  private void end(Throwable failure) {
    try {
      context.markTaskCompleted(Option.apply(failure));
      if (failure == null) {
        JavaConverters.seqAsJavaList(context.taskMetrics().accumulators()).stream()
            .filter(AccumulatorV2::isRegistered)
            .forEach(DriverTask::count);
      }
    } finally {
      TaskContext$.MODULE$.unset();
      env.blockManager().releaseAllLocksForTask(context.taskAttemptId());
      context.taskMemoryManager().cleanUpAllAllocatedMemory();
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static void count(AccumulatorV2<?, ?> counted) {
    Option<AccumulatorV2<?, ?>> here = AccumulatorContext.get(counted.id());
    if (here.isDefined()) {
      ((AccumulatorV2) here.get()).merge(counted);
    }
  }
}
