package dev.assay.jobs;

import dev.assay.jobs.engine.StageException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkContext;
import org.apache.spark.Success$;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/**
 * Executors that end by themselves as soon as they start. A standalone master starts others for
 * ever, and the command would wait: after {@value #MOST} of them, without any task that ended well
 * in between and while no other executor is there, the session is stopped, which ends the command.
 * YARN and Kubernetes count by themselves (spark.executor.maxNumFailures).
 */
final class DyingExecutors extends SparkListener {
  static final int MOST = 6;

  private static final String MEMORY = "spark.executor.memory";

  /** How clusters say it; 143 is a signal that somebody sent. */
  private static final Pattern EXIT =
      Pattern.compile("exit(?:ed with)?(?: a non-zero exit)? (?:code|status):? ?(\\d+)");

  private static final Set<String> WANTED = Set.of("0", "143");

  private final SparkContext context;
  private final Set<String> ended = new HashSet<>();
  private Optional<String> reason = Optional.empty();

  private DyingExecutors(SparkContext context) {
    this.context = context;
  }

  /**
   * Does {@code work}.
   *
   * @throws StageException in the place of what work throws, where it was ended for them
   */
  static void during(SparkContext context, Runnable work) {
    if (context.isLocal()) {
      work.run();
      return;
    }
    DyingExecutors watch = new DyingExecutors(context);
    context.addSparkListener(watch);
    try {
      work.run();
    } catch (Throwable thrown) { // Scala throws checked exceptions that no signature declares
      Optional<String> line = watch.reason();
      if (line.isPresent()) {
        throw new StageException(line.get(), thrown);
      }
      throw thrown;
    }
  }

  private synchronized Optional<String> reason() {
    return reason;
  }

  @Override
  public synchronized void onTaskEnd(SparkListenerTaskEnd end) {
    if (end.reason() == Success$.MODULE$) {
      ended.clear();
    }
  }

  @Override
  public void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
    removed(removed.executorId(), removed.reason());
  }

  private synchronized void removed(String id, String how) {
    Matcher exit = EXIT.matcher(how);
    if (reason.isPresent() || !exit.find() || WANTED.contains(exit.group(1))) {
      return;
    }
    ended.add(id);
    if (ended.size() == MOST) {
      // A listener may not wait for what is asked here, nor may a thread that inherits from a
      // listener's stop a session.
      Thread end = new Thread(null, () -> end(how), "dying executors", 0, false);
      end.setDaemon(true);
      end.start();
    }
  }

  private void end(String how) {
    if (context.getExecutorMemoryStatus().size() > 1) { // The driver is one.
      forget();
      return;
    }
    tell(how);
    context.stop();
  }

  private synchronized void forget() {
    ended.clear();
  }

  private synchronized void tell(String how) {
    reason =
        Optional.of(
            ("Executors end as soon as they start, %d of them one after another (the last: %s)."
                    + " What they printed says why; on standalone workers it is work/%s/*/stderr."
                    + " Mostly their heap is too small: %s is %s, give each 1 GB or more with"
                    + " --executor-memory after --; else a Java option or a jar is wrong. Nothing that"
                    + " was stored is lost; the same command goes on where it was.")
                .formatted(
                    MOST,
                    how,
                    context.applicationId(),
                    MEMORY,
                    context.getConf().get(MEMORY, "1g")));
  }
}
