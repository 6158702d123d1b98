package dev.assay.jobs.corpus;

import dev.assay.model.onnx.ModelSpec;
import dev.assay.spark.models.ExecutorModels;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The embedder, loaded while the driver still plans and makes tables, where tasks run in the
 * driver's process. What cannot be loaded fails the first task, which says why.
 */
final class ModelAhead implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ModelAhead.class);

  private final Thread loading;
  private final boolean here;

  ModelAhead(SparkSession spark, ModelSpec spec) {
    this.here = spark.sparkContext().isLocal() && spec.engine().equals(ModelSpec.ONNX);
    this.loading = new Thread(() -> load(spec), "embedder");
    loading.setDaemon(true);
  }

  private static void load(ModelSpec spec) {
    try {
      ExecutorModels.embedder(spec);
    } catch (RuntimeException | LinkageError e) {
      LOG.debug("The embedder is not loaded ahead: {}", e.toString());
    }
  }

  /** To be called once, when it is known that there is something to embed. */
  void begin() {
    if (here) {
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
