package dev.assay.tables;

import io.delta.exceptions.DeltaConcurrentModificationException;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes of rows that lost to a commit of somebody else, such as those of the list of runs, which
 * commands that only read keep as well. A change starts from the table as it is, so that doing it
 * again is the same as having come later.
 */
final class Conflicts {
  private static final Logger LOG = LoggerFactory.getLogger(Conflicts.class);
  private static final int TIMES = 8;
  private static final long PAUSE = 50;

  private Conflicts() {}

  /** Does {@code change}, again where it lost to another; the last conflict is thrown. */
  static void retried(Runnable change) {
    for (int time = 1; ; time++) {
      try {
        change.run();
        return;
      } catch (DeltaConcurrentModificationException e) {
        if (time == TIMES) {
          throw e;
        }
        LOG.info("another command wrote meanwhile, attempt {}: {}", time, e.getClass().getName());
        pause(ThreadLocalRandom.current().nextLong(PAUSE << time));
      }
    }
  }

  /**
   * The same, where {@code allowed} is asked each time whether it may be: what came between may
   * have been a takeover of the store. It throws where it may not.
   */
  static void retried(Runnable allowed, Runnable change) {
    retried(
        () -> {
          allowed.run();
          change.run();
        });
  }

  private static void pause(long milliseconds) {
    try {
      Thread.sleep(milliseconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("Stopped while another command wrote to the store", e);
    }
  }
}
