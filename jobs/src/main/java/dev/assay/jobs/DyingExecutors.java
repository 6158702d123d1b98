package dev.assay.jobs;

import dev.assay.jobs.engine.StageException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkContext;
import org.apache.spark.Success$;
import org.apache.spark.deploy.client.StandaloneAppClient;
import org.apache.spark.deploy.client.StandaloneAppClientListener;
import org.apache.spark.scheduler.SchedulerBackend;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.cluster.StandaloneSchedulerBackend;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executors that end by themselves as soon as they start. A standalone master starts others for
 * ever, and the command would wait: after {@value #MOST} of them, without any task that ended well
 * in between and while no other executor is there, the session is stopped, which ends the command.
 * YARN and Kubernetes count by themselves (spark.executor.maxNumFailures).
 */
final class DyingExecutors extends SparkListener {
  static final int MOST = 6;

  private static final Logger LOG = LoggerFactory.getLogger(DyingExecutors.class);
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
    watch.hearMaster(context.schedulerBackend());
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
      // Neither a listener nor the thread that hears the master may wait for what is asked here,
      // and a thread that inherits from a listener's may not stop a session.
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

  /**
   * Of executors that end before they have come to the driver no listener is told: only the client
   * of a standalone master is, so that we stand between it and what hears it.
   */
  private void hearMaster(SchedulerBackend backend) {
    try {
      if (backend instanceof StandaloneSchedulerBackend) {
        Object client =
            field(StandaloneSchedulerBackend.class, StandaloneAppClient.class).get(backend);
        Field listener = field(StandaloneAppClient.class, StandaloneAppClientListener.class);
        listener.set(client, hearing(listener.get(client)));
      }
    } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
      // Another Spark than the one that this was built for.
      LOG.warn("Executors that end as soon as they start are not counted: {}", e.toString());
    }
  }

  private Object hearing(Object listener) {
    InvocationHandler handler =
        (proxy, method, words) -> {
          if (method.getName().equals("executorRemoved")) {
            String id = String.valueOf(words[0]); // APPLICATION/NUMBER
            removed(id.substring(id.indexOf('/') + 1), String.valueOf(words[1]));
          }
          return passed(listener, method, words);
        };
    return Proxy.newProxyInstance(
        DyingExecutors.class.getClassLoader(),
        new Class<?>[] {StandaloneAppClientListener.class},
        handler);
  }

  private static Object passed(Object listener, Method method, Object... words) throws Throwable {
    try {
      return method.invoke(listener, words);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static Field field(Class<?> owner, Class<?> type) throws NoSuchFieldException {
    for (Field field : owner.getDeclaredFields()) {
      if (field.getType() == type) {
        field.setAccessible(true);
        return field;
      }
    }
    throw new NoSuchFieldException(owner.getName() + " has no " + type.getSimpleName());
  }
}
