package dev.assay.jobs.calls;

import dev.assay.jobs.engine.StageException;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Who of several pieces of work may begin to call: the next does when the one before it has few
 * calls left to start. So an endpoint has always work, and pieces end one after another, each to be
 * committed while the next one calls.
 */
final class CallOrder {
  private static final long LOOK_MILLIS = 20;

  private Optional<Calling> last = Optional.empty();

  /**
   * A piece of work that calls.
   *
   * @param left how many of its calls have not been started
   * @param few as many as are started while another piece gets under way
   */
  record Calling(LongSupplier left, long few) {
    private boolean hasFewLeft() {
      return left.getAsLong() <= few;
    }
  }

  /** Returns when {@code next} may begin. */
  synchronized void begin(Calling next) {
    try {
      while (last.isPresent() && !last.get().hasFewLeft()) {
        wait(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StageException("Interrupted before calls: run the same command again", e);
    }
    last = Optional.of(next);
  }

  /** It calls no more. */
  synchronized void ended(Calling one) {
    last = last.filter(calling -> calling != one);
    notifyAll();
  }
}
