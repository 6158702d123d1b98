package dev.assay.jobs;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.floor;
import static org.apache.spark.sql.functions.get_json_object;
import static org.apache.spark.sql.functions.length;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;

import dev.assay.llm.CallDesk;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Spending;
import dev.assay.llm.Usage;
import dev.assay.spark.AssayPlugin;
import dev.assay.spark.Calling;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;

/**
 * Makes the calls of a stage that the ledger does not know, once, and brings their replies into it.
 * The Spark plan that calls is run exactly once and has no result but the journals.
 */
final class EndpointCalls {
  private static final String CALL = "call_hash";

  private final Run run;
  private final Map<String, EndpointSpec> endpoints;
  private final CallLedger ledger;

  /**
   * @param endpoints those that may be called, by name
   */
  EndpointCalls(Run run, Map<String, EndpointSpec> endpoints) {
    this.run = run;
    this.endpoints = new TreeMap<>(endpoints);
    this.ledger = new CallLedger(run.store(), run.config().llm().journal());
    SparkContext context = run.spark().sparkContext();
    requireOneAttempt(context.getConf(), context.isLocal());
  }

  /** A plan with calls must neither be speculated on nor run where executors cannot ask. */
  static void requireOneAttempt(SparkConf conf, boolean local) {
    if (conf.getBoolean("spark.speculation", false)) {
      throw new StageException(
          "spark.speculation is on: it would make calls twice. Start with --conf"
              + " spark.speculation=false.");
    }
    String plugin = AssayPlugin.class.getName();
    if (!local && !conf.get("spark.plugins", "").contains(plugin)) {
      throw new StageException(
          "Endpoints on a cluster need spark.plugins="
              + plugin
              + ", by which executors share the endpoints' limits. Give it to spark-submit, or set"
              + " it in the cluster's configuration.");
    }
  }

  /**
   * Sees to it that the ledger has all of {@code calls} (call_hash, purpose, endpoint, prompt,
   * sample), as far as endpoints and budgets allow.
   */
  Counts make(Dataset<Row> calls) {
    ledger.recover();
    // What failed for good is an answer too when a published number is rebuilt.
    boolean replayed = run.config().llm().replay().equals("only");
    Dataset<Row> there = replayed ? ledger.all() : ledger.settled();
    Dataset<Row> missing =
        Slices.apart(
                calls
                    .groupBy(CALL)
                    .agg(min(struct("purpose", "endpoint", "prompt", "sample")).as("call"))
                    .select(CALL, "call.*")
                    .join(there.select(CALL), Covered.on(List.of(CALL)), "left_anti"))
            .persist(StorageLevel.MEMORY_AND_DISK());
    try {
      return make(missing, estimate(missing));
    } finally {
      missing.unpersist();
    }
  }

  private Counts make(Dataset<Row> missing, Estimate estimate) {
    if (estimate.calls() == 0) {
      return Counts.of("llm calls", 0);
    }
    if (run.config().llm().replay().equals("only")) {
      throw new StageException(
          "llm.replay = only, and "
              + estimate.calls()
              + " of the calls of stage '"
              + run.stage()
              + "' are not in llm_calls. Nothing was called.");
    }
    System.err.printf(Locale.ROOT, "%s: %s%n", run.stage(), estimate);
    Spending before = CallDesk.shared().spent();
    long recorded = call(missing, estimate.calls());
    return told(before, CallDesk.shared().spent(), estimate, recorded);
  }

  /** The ledger, for joins by call_hash. */
  Dataset<Row> replies() {
    return ledger.all();
  }

  /** After what there is was stored: a budget that ended, or a refused key, ends the stage. */
  void requireWhole() {
    CallDesk.shared()
        .stopped()
        .ifPresent(
            reason -> {
              throw new StageException("Stopped: " + reason + ". What was answered is kept.");
            });
    CallDesk.shared()
        .usedUp()
        .ifPresent(
            reason -> {
              throw new BudgetStop(
                  reason
                      + ". What is done is kept; the same command goes on from it, with as much"
                      + " again.");
            });
  }

  private long call(Dataset<Row> missing, long calls) {
    Map<String, String> keys = new TreeMap<>();
    endpoints.forEach((name, spec) -> keys.put(name, CallDesk.shared().open(spec)));
    int cores = run.spark().sparkContext().defaultParallelism();
    int partitions = (int) Math.max(1, Math.min(cores, calls));
    long recorded = 0;
    try (CallLedger.Work work = ledger.begin()) {
      try {
        missing
            .repartition(partitions, col(CALL))
            .foreachPartition(new Calling(endpoints, keys, work.directory()));
      } finally {
        recorded = work.merge();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The journals cannot be read", e);
    } finally {
      keys.values().forEach(CallDesk.shared()::close);
    }
    return recorded;
  }

  private Counts told(Spending before, Spending after, Estimate estimate, long recorded) {
    long calls = after.calls() - before.calls();
    long tokens = after.tokens() - before.tokens();
    double cost = after.cost() - before.cost();
    System.err.printf(
        Locale.ROOT,
        "%s: %,d of %,d calls are recorded; %,d requests, %,d tokens (estimated %,d), cost %.4f"
            + " (estimated %.4f)%n",
        run.stage(),
        recorded,
        estimate.calls(),
        calls,
        tokens,
        estimate.tokens(),
        cost,
        estimate.cost());
    return Counts.of("llm calls", calls)
        .and("llm tokens", tokens)
        .and("llm tokens estimated", estimate.tokens());
  }

  /** What calls are expected to take, by the method of {@link EndpointSpec#estimate}. */
  private record Estimate(long calls, long tokens, double cost) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT, "%,d calls to make, about %,d tokens, cost %.4f", calls, tokens, cost);
    }
  }

  private Estimate estimate(Dataset<Row> missing) {
    Estimate all = new Estimate(0, 0, 0);
    for (Row row :
        missing
            .groupBy("endpoint")
            .agg(
                count(lit(1)).as("calls"),
                sum(floor(length(col("prompt")).divide(4)).plus(1)).cast("long").as("input"),
                sum(coalesce(
                        get_json_object(col("prompt"), "$.parameters.max_tokens").cast("long"),
                        lit((long) EndpointSpec.ASSUMED_OUTPUT)))
                    .as("output"))
            .collectAsList()) {
      EndpointSpec spec = endpoints.get(row.getString(0));
      Usage usage =
          spec.kind().equals("http-json")
              ? Usage.UNKNOWN
              : new Usage(OptionalLong.of(row.getLong(2)), OptionalLong.of(row.getLong(3)));
      all =
          new Estimate(
              all.calls() + row.getLong(1),
              all.tokens() + usage.total(),
              all.cost() + spec.cost(usage));
    }
    return all;
  }
}
