package dev.assay.spark;

import java.io.Serializable;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
 * ends, but holds nobody up. While {@value #MOST_LEFT} threads of an evaluator are left in a JVM,
 * it is not run there any more.
 *
 * @param time for one row; for a batch this, and a sixteenth of it for each row
 */
public record RowLimit(Duration time) implements Serializable {
  /** What {@code evaluate.row-timeout-seconds} is unless set. */
  public static final RowLimit DEFAULT = new RowLimit(Duration.ofSeconds(300));

  /** Threads of one evaluator that may be left at a time. */
  static final int MOST_LEFT = 8;

  private static final int SHARE = 16;
  private static final Logger LOG = LoggerFactory.getLogger(RowLimit.class);

  /** How many threads are left, by evaluator. */
  private static final Map<String, Integer> LEFT = new ConcurrentHashMap<>();

  /** Evaluators that take longer for a batch than it may, and for none of its rows, so far. */
  private static final Set<RowByRow> SLOW = ConcurrentHashMap.newKeySet();

  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "assay-evaluator");
            thread.setDaemon(true);
            return thread;
          });

  private record RowByRow(String evaluator, Duration time) {}

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
   * @param evaluator whose work it is
   * @param rows how many rows it is about
   * @throws Overrun if it does not, or if too many before it have not returned
   */
  <T> T within(String evaluator, int rows, Supplier<T> work) {
    int left = LEFT.getOrDefault(evaluator, 0);
    if (left >= MOST_LEFT) {
      throw new Overrun(
          "the evaluator hangs on %d responses before this one, and is not run until one of them"
                  .formatted(left)
              + " ends (evaluate.row-timeout-seconds)");
    }
    Duration limit = rows == 1 ? time : time.plus(time.multipliedBy(rows).dividedBy(SHARE));
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    AtomicBoolean interrupted = new AtomicBoolean();
    Leaving leaving = new Leaving(evaluator, rows);
    Future<T> result =
        THREADS.submit(
            () -> {
              Thread.currentThread().setContextClassLoader(loader);
              try {
                return work.get();
              } finally {
                interrupted.set(Thread.currentThread().isInterrupted());
                leaving.returned();
              }
            });
    try {
      return result.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      leaving.left();
      result.cancel(true);
      LOG.warn("{} is left after {} ms for {} rows", evaluator, limit.toMillis(), rows);
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

  /** Whether batches of the evaluator take longer than they may, so that it is asked row by row. */
  boolean isSlow(String evaluator) {
    return SLOW.contains(new RowByRow(evaluator, time));
  }

  /** A batch took too long: the next is not computed twice. */
  void slow(String evaluator) {
    SLOW.add(new RowByRow(evaluator, time));
  }

  /** A row alone took too long: batches are tried again, so that it costs itself alone. */
  void notSlow(String evaluator) {
    SLOW.remove(new RowByRow(evaluator, time));
  }

  /** A piece of work that may be left, and returns at last or never. */
  private static final class Leaving {
    private final String evaluator;
    private final int rows;
    private boolean returned;
    private boolean left;

    Leaving(String evaluator, int rows) {
      this.evaluator = evaluator;
      this.rows = rows;
    }

    /** A batch may only be slow, which its rows alone will show: it does not count as hanging. */
    synchronized void left() {
      if (!returned && rows == 1) {
        left = true;
        LEFT.merge(evaluator, 1, Integer::sum);
      }
    }

    synchronized void returned() {
      returned = true;
      if (left) {
        LEFT.merge(evaluator, -1, Integer::sum);
      }
    }
  }

  private String seconds() {
    return time.toMillisPart() == 0
        ? Long.toString(time.toSeconds())
        : Double.toString(time.toMillis() / 1000.0);
  }
}
