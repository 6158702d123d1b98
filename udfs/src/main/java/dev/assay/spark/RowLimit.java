package dev.assay.spark;

import java.io.Serializable;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long an evaluator may take for a row. Java ends no thread against its will: one that has gone
 * beyond the limit is interrupted and left, and takes its core until it returns or the executor
 * ends, but holds nobody up.
 *
 * @param time for one row; for a batch this, and a sixteenth of it for each row
 */
public record RowLimit(Duration time) implements Serializable {
  /** What {@code evaluate.row-timeout-seconds} is unless set. */
  public static final RowLimit DEFAULT = new RowLimit(Duration.ofSeconds(300));

  private static final int SHARE = 16;
  private static final Logger LOG = LoggerFactory.getLogger(RowLimit.class);
  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "assay-evaluator");
            thread.setDaemon(true);
            return thread;
          });

  /** The work took longer than it may. */
  static final class Overrun extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private Overrun(String message) {
      super(message);
    }
  }

  /**
   * What {@code work} returns or throws, if it does so in time.
   *
   * @param rows how many rows it is about
   * @throws Overrun if it does not
   */
  <T> T within(int rows, Supplier<T> work) {
    Duration limit = rows == 1 ? time : time.plus(time.multipliedBy(rows).dividedBy(SHARE));
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    AtomicBoolean interrupted = new AtomicBoolean();
    Future<T> result =
        THREADS.submit(
            () -> {
              Thread.currentThread().setContextClassLoader(loader);
              try {
                return work.get();
              } finally {
                interrupted.set(Thread.currentThread().isInterrupted());
              }
            });
    try {
      return result.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      result.cancel(true);
      LOG.warn("An evaluator is left after {} ms for {} rows", limit.toMillis(), rows);
      throw new Overrun(
          "the evaluator took more than %s s for this response (evaluate.row-timeout-seconds)"
              .formatted(seconds()));
    } catch (InterruptedException e) {
      result.cancel(true);
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The task is being cancelled", e);
    } catch (ExecutionException e) {
      if (interrupted.get()) {
        Thread.currentThread().interrupt();
      }
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw (Error) e.getCause();
    }
  }

  private String seconds() {
    return time.toMillisPart() == 0
        ? Long.toString(time.toSeconds())
        : Double.toString(time.toMillis() / 1000.0);
  }
}
