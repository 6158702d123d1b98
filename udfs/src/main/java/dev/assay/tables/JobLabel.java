package dev.assay.tables;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * What Spark's pages and event logs call a job: the stage, and the step of it that is under way;
 * and its group, the run. Log lines have both as well, {@code mdc.stage} and {@code mdc.run_id}, in
 * tasks too. Threads that work starts inherit its label and its group. Listeners, those of lineage
 * say, that name what they hear of by the application are shown one named by the stage.
 */
public final class JobLabel {
  /**
   * Of the whole application: else tasks of {@link #writing} come behind all that were there. Not
   * on Databricks, which has pools of its own.
   */
  public static final Map<String, String> SETTINGS = Map.of("spark.scheduler.mode", "FAIR");

  private static final Logger LOG = LoggerFactory.getLogger(JobLabel.class);
  private static final String PROPERTY = "spark.job.description";
  private static final String GROUP = "spark.jobGroup.id";
  private static final String POOL = "spark.scheduler.pool";

  /** Whose jobs get cores in the order in which they begin, as without pools. */
  private static final String COMPUTING = "assay work";

  /** By its name the first of the two where both have as many cores. */
  private static final String COMMITTING = "assay commit";

  private static final String RUN = "mdc.run_id";
  private static final String STAGE = "mdc.stage";
  private static final String NAME = "spark.app.name";
  private static final String LISTENERS = "spark.extraListeners";

  /** What the session is called where nobody else gave it a name: a command and a run. */
  private static final Pattern OURS = Pattern.compile("^assay \\S+ ");

  private static final long HEARD_MILLIS = 30_000;

  private JobLabel() {}

  /** The result of {@code work}, whose jobs are labelled {@code stage}, the stage or command. */
  public static <T> T stage(SparkSession spark, String stage, Supplier<T> work) {
    SparkContext context = spark.sparkContext();
    String outer = context.getLocalProperty(PROPERTY);
    String pool = context.getLocalProperty(POOL);
    context.setJobDescription(stage);
    context.setLocalProperty(POOL, pool == null ? COMPUTING : pool);
    try {
      return work.get();
    } finally {
      context.setJobDescription(outer);
      context.setLocalProperty(POOL, pool);
    }
  }

  /**
   * The result of {@code work}, whose jobs are of the group {@code stage run}, and whose log lines
   * name both.
   *
   * @param run the run's id in table {@code runs}
   */
  public static <T> T run(SparkSession spark, String stage, String run, Supplier<T> work) {
    SparkContext context = spark.sparkContext();
    Map<String, String> marks = Map.of(GROUP, stage + " " + run, RUN, run, STAGE, stage);
    Map<String, String> outer = new HashMap<>();
    marks.forEach(
        (key, value) -> {
          outer.put(key, context.getLocalProperty(key));
          mark(context, key, value);
        });
    try {
      return named(context, stage, work);
    } finally {
      outer.forEach((key, value) -> mark(context, key, value));
    }
  }

  /** So that a stage has one name, whether a command of its own runs it or one of several. */
  private static <T> T named(SparkContext context, String stage, Supplier<T> work) {
    if (!context.getConf().contains(LISTENERS)) {
      return work.get();
    }
    String outer = context.appName();
    Matcher ours = OURS.matcher(outer);
    name(
        context,
        ours.find() ? "assay " + stage + " " + outer.substring(ours.end()) : outer + " " + stage);
    try {
      return work.get();
    } finally {
      name(context, outer);
    }
  }

  /** Listeners hear later: what was done under the old name they hear first. */
  private static void name(SparkContext context, String name) {
    try {
      context.listenerBus().waitUntilEmpty(HEARD_MILLIS);
    } catch (TimeoutException e) {
      LOG.warn("Listeners are slow: some of what was done before goes by the name '{}'", name);
    } catch (LinkageError e) { // Another Spark than the one that this was built for.
      LOG.warn("Listeners are shown no stage: {}", e.toString());
      return;
    }
    context.conf().set(NAME, name);
  }

  private static void mark(SparkContext context, String key, String value) {
    context.setLocalProperty(key, value);
    if (key.equals(GROUP)) {
      return;
    }
    if (value == null) {
      MDC.remove(key);
    } else {
      MDC.put(key, value);
    }
  }

  /** The result of {@code work}, whose jobs have {@code step} behind their label. */
  public static <T> T step(SparkSession spark, String step, Supplier<T> work) {
    String outer = spark.sparkContext().getLocalProperty(PROPERTY);
    return stage(spark, outer == null ? step : outer + ": " + step, work);
  }

  /** The same for work without a result. */
  public static void step(SparkSession spark, String step, Runnable work) {
    step(
        spark,
        step,
        () -> {
          work.run();
          return true;
        });
  }

  /**
   * The same for work that writes {@code table}. Of Spark's pools it has one for itself, which gets
   * the next core that is free, and up to half of the cores, while the next batch is computed: what
   * is computed is committed soon, and the batch behind it begins. Where somebody has given the
   * thread a pool it stays there. Where batches are computed as they are written, all are in that
   * pool, in the order in which they begin.
   */
  public static void writing(SparkSession spark, String table, Runnable work) {
    SparkContext context = spark.sparkContext();
    String pool = context.getLocalProperty(POOL);
    if (pool == null || pool.equals(COMPUTING)) {
      context.setLocalProperty(POOL, COMMITTING);
    }
    try {
      step(spark, "writing " + table, work);
    } finally {
      context.setLocalProperty(POOL, pool);
    }
  }
}
