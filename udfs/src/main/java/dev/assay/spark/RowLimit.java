package dev.assay.spark;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
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

  /** Work of an evaluator about so many rows. */
  record Piece<T>(String evaluator, int rows, Supplier<T> work) {}

  /**
   * How a piece has ended.
   *
   * @param value what it returned, if it has not failed
   * @param failure what it threw, NULL for nothing
   */
  record Ended<T>(T value, Throwable failure) {
    /** What the piece returned or threw. */
    T get() {
      if (failure != null) {
        throw thrown(failure);
      }
      return value;
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
    return all(List.of(new Piece<>(evaluator, rows, work))).get(0).get();
  }

  /**
   * How each of {@code pieces} ends, in order; those that do not in time by an {@link Overrun}.
   * They are done one after another by one thread, another where it is left: to hand each over by
   * itself takes longer than many of them. An error that is not the work's own, such as a heap that
   * is full, is thrown, and so is what a piece threw that was interrupted: the others are not done.
   */
  <T> List<Ended<T>> all(List<Piece<T>> pieces) {
    List<Ended<T>> ended = new ArrayList<>();
    while (ended.size() < pieces.size()) {
      Round<T> round = new Round<>(pieces.subList(ended.size(), pieces.size()));
      ended.addAll(round.ended(THREADS.submit(round)));
    }
    return ended;
  }

  private Duration of(int rows) {
    return rows == 1 ? time : time.plus(time.multipliedBy(rows).dividedBy(SHARE));
  }

  /** The same; 292 years where it is more. */
  private long nanos(int rows) {
    return TimeUnit.NANOSECONDS.convert(of(rows));
  }

  private static RuntimeException thrown(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return failure instanceof RuntimeException known ? known : new IllegalStateException(failure);
  }

  /** Pieces one after another, on one thread, until all have ended or one is left. */
  private final class Round<T> implements Runnable {
    private final List<Piece<T>> pieces;
    private final ClassLoader loader = Thread.currentThread().getContextClassLoader();
    private final List<Ended<T>> ended = new ArrayList<>();
    private long begun = System.nanoTime();
    private boolean started;
    private boolean left;
    private String hanging;
    private Throwable failure;
    private boolean interrupted;

    Round(List<Piece<T>> pieces) {
      this.pieces = pieces;
    }

    @Override
    public void run() {
      Thread.currentThread().setContextClassLoader(loader);
      try {
        boolean goesOn = start();
        for (int i = 0; i < pieces.size() && goesOn; i++) {
          goesOn = end(worked(pieces.get(i)));
        }
      } catch (Throwable e) { // For who waits.
        fail(e);
      }
    }

    private synchronized boolean start() {
      started = !left;
      return started;
    }

    private Ended<T> worked(Piece<T> piece) {
      int others = LEFT.getOrDefault(piece.evaluator(), 0);
      if (others >= MOST_LEFT) {
        return overrun(
            "the evaluator hangs on %d responses before this one, and is not run until one of them"
                    .formatted(others)
                + " ends (evaluate.row-timeout-seconds)");
      }
      try {
        T value = piece.work().get();
        Thread.interrupted(); // The next piece begins without it.
        return new Ended<>(value, null);
      } catch (Exception | StackOverflowError e) {
        if (Thread.currentThread().isInterrupted()) {
          throw e;
        }
        return new Ended<>(null, e);
      }
    }

    private synchronized boolean end(Ended<T> how) {
      if (left) {
        returned();
        return false;
      }
      ended.add(how);
      begun = System.nanoTime();
      if (ended.size() == pieces.size()) {
        notifyAll();
      }
      return true;
    }

    private synchronized void fail(Throwable why) {
      if (left) {
        returned();
      }
      failure = why;
      interrupted = Thread.interrupted();
      notifyAll();
    }

    private void returned() {
      if (hanging != null) {
        LEFT.merge(hanging, -1, Integer::sum);
        hanging = null;
      }
    }

    /** How the first of the pieces have ended: all of them, or all to the one that is left. */
    List<Ended<T>> ended(Future<?> running) {
      try {
        return awaited(running);
      } catch (InterruptedException e) {
        leave(running);
        Thread.currentThread().interrupt();
        throw new IllegalStateException("The task is being cancelled", e);
      }
    }

    private synchronized List<Ended<T>> awaited(Future<?> running) throws InterruptedException {
      // A piece that begins meanwhile may have less time than the one under way has left.
      long shortest = pieces.stream().mapToLong(piece -> nanos(piece.rows())).min().getAsLong();
      while (ended.size() < pieces.size()) {
        if (failure != null) {
          if (interrupted) {
            Thread.currentThread().interrupt();
          }
          throw thrown(failure);
        }
        Piece<T> piece = pieces.get(ended.size());
        long taken = System.nanoTime() - begun;
        if (taken >= nanos(piece.rows())) {
          leave(running);
          ended.add(late(piece));
          break;
        }
        TimeUnit.NANOSECONDS.timedWait(this, Math.min(nanos(piece.rows()) - taken, shortest));
      }
      return List.copyOf(ended);
    }

    private synchronized void leave(Future<?> running) {
      left = true;
      running.cancel(true);
    }

    /** A batch may only be slow, which its rows alone will show: it does not count as hanging. */
    private Ended<T> late(Piece<T> piece) {
      String evaluator = piece.evaluator();
      if (piece.rows() > 1) { // Said at once: threads beside this one need not find out themselves.
        slow(evaluator);
      } else if (started) {
        hanging = evaluator;
        LEFT.merge(evaluator, 1, Integer::sum);
      }
      LOG.warn(
          "{} is left after {} ms for {} rows",
          evaluator,
          of(piece.rows()).toMillis(),
          piece.rows());
      return overrun(
          "the evaluator took more than %s s for this response (evaluate.row-timeout-seconds)"
              .formatted(seconds()));
    }

    private Ended<T> overrun(String message) {
      return new Ended<>(null, new Overrun(message));
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

  private String seconds() {
    return time.toMillisPart() == 0
        ? Long.toString(time.toSeconds())
        : Double.toString(time.toMillis() / 1000.0);
  }
}
