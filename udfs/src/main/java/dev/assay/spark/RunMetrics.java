package dev.assay.spark;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import dev.assay.llm.calls.CallCoordinator;
import dev.assay.spark.models.ExecutorModels;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.apache.spark.SparkEnv;
import org.apache.spark.metrics.source.Source;

/**
 * What the commands of this driver have done so far, among Spark's metrics, as source {@code
 * assay}; any sink of Spark's reads it.
 *
 * <ul>
 *   <li>{@code rows.done}, {@code rows.total}: of the long stage under way, committed and to do
 *   <li>{@code rows.rejected}: rows that went to table {@code rejected}
 *   <li>{@code calls.made}, {@code calls.tokens}, {@code calls.cost}: what endpoints were asked
 *   <li>{@code calls.known}: calls that the ledger had a reply for
 *   <li>{@code calls.waited}: seconds for which endpoints wanted to be left alone
 *   <li>{@code model.texts}, {@code model.remembered}, in local mode: texts that reached the
 *       embedder, and texts that it remembered; of other executors {@link AssayPlugin} tells
 *   <li>{@code STAGE.COUNT}: what ended stages counted, by the names in {@code runs.counts}
 * </ul>
 */
public final class RunMetrics implements Source {
  private static final String NAME = "assay";
  private static final RunMetrics SHARED = new RunMetrics();

  private final MetricRegistry registry = new MetricRegistry();
  private final ConcurrentMap<String, LongAdder> counts = new ConcurrentHashMap<>();
  private final AtomicLong done = new AtomicLong();
  private final AtomicLong total = new AtomicLong();
  private final LongAdder rejected = new LongAdder();
  private final LongAdder known = new LongAdder();

  private RunMetrics() {
    CallCoordinator calls = CallCoordinator.shared();
    gauge("rows.done", done::get);
    gauge("rows.total", total::get);
    gauge("rows.rejected", rejected::sum);
    gauge("calls.made", () -> calls.total().calls());
    gauge("calls.tokens", () -> calls.total().tokens());
    gauge("calls.cost", () -> calls.total().cost());
    gauge("calls.known", known::sum);
    gauge("calls.waited", calls::waitedSeconds);
    gauge("model.texts", ExecutorModels::modelTexts);
    gauge("model.remembered", ExecutorModels::remembered);
  }

  /** Those of this driver. */
  public static RunMetrics shared() {
    return SHARED;
  }

  /** Shows them to the sinks of the running context, if they are not there yet. */
  public void show() {
    SparkEnv env = SparkEnv.get();
    if (env != null && env.metricsSystem().getSourcesByName(NAME).isEmpty()) {
      env.metricsSystem().registerSource(this);
    }
  }

  /** A long stage has committed so many of its rows. */
  public void progress(long rows, long of) {
    done.set(rows);
    total.set(of);
  }

  /** So many more rows could not be used. */
  public void rejected(long rows) {
    rejected.add(rows);
  }

  /** So many more calls needed not be made. */
  public void known(long calls) {
    known.add(calls);
  }

  /** A stage has ended. */
  public void ended(String stage, Map<String, Long> counted) {
    counted.forEach(
        (name, value) -> {
          String key = stage + "." + name.replaceAll("[^A-Za-z0-9]+", "_");
          counts
              .computeIfAbsent(
                  key,
                  added -> {
                    LongAdder sum = new LongAdder();
                    gauge(added, sum::sum);
                    return sum;
                  })
              .add(value);
        });
  }

  private <T> void gauge(String name, Gauge<T> value) {
    registry.register(name, value);
  }

  @Override
  public String sourceName() {
    return NAME;
  }

  @Override
  public MetricRegistry metricRegistry() {
    return registry;
  }
}
