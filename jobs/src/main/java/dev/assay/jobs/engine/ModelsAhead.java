package dev.assay.jobs.engine;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Models, loaded while the driver still plans and makes tables, where tasks run in the driver's
 * process. What cannot be loaded fails the first task, which says why.
 */
public final class ModelsAhead implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ModelsAhead.class);

  private final Thread loading;
  private final boolean here;
  private final AtomicBoolean begun = new AtomicBoolean();

  /**
   * @param load loads them, once a process: tasks that want them meanwhile wait for it
   */
  public ModelsAhead(SparkSession spark, Runnable load) {
    this.here = spark.sparkContext().isLocal();
    this.loading = new Thread(() -> loaded(load), "models");
    loading.setDaemon(true);
  }

  private static void loaded(Runnable load) {
    try {
      load.run();
    } catch (RuntimeException | LinkageError e) {
      LOG.debug("No models are loaded ahead: {}", e.toString());
    }
  }

  /** Once it is known that there is something to do for them; nothing where it has begun. */
  public void begin() {
    if (here && begun.compareAndSet(false, true)) {
      loading.start();
    }
  }

  /** Waits for what has begun: a process must not end while ONNX Runtime loads. */
  @Override
  public void close() {
    boolean interrupted = false;
    while (loading.isAlive()) {
      try {
        loading.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
