package dev.assay.jobs.calls;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.max_by;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.struct;

import dev.assay.jobs.engine.CommitBatches;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.StageException;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.calls.CallCoordinator;
import dev.assay.llm.calls.Spending;
import dev.assay.spark.AssayPlugin;
import dev.assay.spark.RunMetrics;
import dev.assay.spark.Tasks;
import dev.assay.spark.calls.CallTask;
import dev.assay.tables.Tables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.collection.Seq;

/**
 * Makes the calls of a stage that the ledger does not know, once, and brings their replies into it.
 * The Spark plan that calls is run exactly once and has no result but the journals.
 */
public final class EndpointCalls implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EndpointCalls.class);
  private static final String CALL = CallLedger.CALL;
  private static final String TURN = "__turn";
  private static final String SETTLED = CallLedger.SETTLED;
  private static final Seq<String> ON_CALL = RunCoverage.on(List.of(CALL));

  private final Run run;
  private final Map<String, EndpointSpec> endpoints;
  private final CallLedger ledger;
  private final List<Dataset<Row>> held = new ArrayList<>();
  private final List<Dataset<Row>> made = new ArrayList<>();
  private final List<CallLedger.Work> works = new ArrayList<>();
  private final LedgerIndex index;
  private final boolean own;
  private Optional<Dataset<Row>> indexed = Optional.empty();
  private long missing;

  /**
   * @param endpoints those that may be called, by name
   */
  public EndpointCalls(Run run, Map<String, EndpointSpec> endpoints) {
    this(run, endpoints, new LedgerIndex(), true);
  }

  /**
   * The same of a stage that has several of them, one after another.
   *
   * @param index which they share; its maker closes it
   */
  public EndpointCalls(Run run, Map<String, EndpointSpec> endpoints, LedgerIndex index) {
    this(run, endpoints, index, false);
  }

  private EndpointCalls(
      Run run, Map<String, EndpointSpec> endpoints, LedgerIndex index, boolean own) {
    this.run = run;
    this.index = index;
    this.own = own;
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
   * What came of calls.
   *
   * @param replies rows of {@code llm_calls}, one for every call that was ever made; there until
   *     {@link EndpointCalls#close}
   * @param counts calls and tokens
   */
  public record Made(Dataset<Row> replies, Counts counts) {}

  /**
   * Sees to it that the ledger has all of {@code calls} (call_hash, purpose, endpoint, prompt,
   * sample), as far as endpoints and budgets allow.
   */
  public Made make(Dataset<Row> calls) {
    Dataset<Row> asked =
        held(
            calls
                .groupBy(CALL)
                .agg(min(struct("purpose", "endpoint", "prompt", "sample")).as("call"))
                .select(CALL, "call.*"));
    Dataset<Row> known = run.step("known calls", () -> known(asked));
    // What failed for good is an answer too when a published number is rebuilt.
    Dataset<Row> there = replayed() ? known : known.where(col(SETTLED));
    Dataset<Row> missing = held(asked.join(there.select(CALL), ON_CALL, "left_anti"));
    CallEstimate estimate = CallEstimate.of(missing, endpoints);
    Counts counts = make(missing, known, estimate);
    return new Made(replies(asked, known), counts);
  }

  private boolean replayed() {
    return run.config().llm().replay().equals("only");
  }

  /** Of the calls at hand, those that the ledger has, by what it had before and what was added. */
  private Dataset<Row> known(Dataset<Row> asked) {
    Dataset<Row> before =
        index()
            .join(asked.select(CALL), ON_CALL, "left_semi")
            .groupBy(CALL)
            .agg(
                max_by(col(SETTLED), col(CallLedger.TIME)).as(SETTLED),
                max(CallLedger.TIME).as(CallLedger.TIME));
    Dataset<Row> ours =
        made(asked).select(col(CALL), CallLedger.isSettled().as(SETTLED), col(CallLedger.TIME));
    Dataset<Row> known =
        held(
            made.isEmpty()
                ? before
                : before.join(ours.select(CALL), ON_CALL, "left_anti").union(ours));
    RunMetrics.shared().known(known.where(col(SETTLED)).count());
    return known;
  }

  /** The ledger as it was at the first call, without replies. */
  private Dataset<Row> index() {
    if (indexed.isEmpty()) {
      indexed = Optional.of(index.rows(ledger));
    }
    return indexed.get();
  }

  /** Of the calls at hand, those that this object has made, each as it was made last. */
  private Dataset<Row> made(Dataset<Row> asked) {
    Dataset<Row> all = run.spark().createDataFrame(List.of(), Tables.LLM_CALLS.schema());
    all = all.withColumn(TURN, lit(-1));
    for (int i = 0; i < made.size(); i++) {
      all = all.union(made.get(i).withColumn(TURN, lit(i)));
    }
    return all.join(asked.select(CALL), ON_CALL, "left_semi")
        .groupBy(CALL)
        .agg(max_by(struct(Tables.LLM_CALLS.columns()), col(TURN)).as("row"))
        .select("row.*");
  }

  /** What was made here is at hand; the table is asked for the rest of the known calls, if any. */
  private Dataset<Row> replies(Dataset<Row> asked, Dataset<Row> known) {
    Dataset<Row> ours = made(asked);
    Dataset<Row> earlier = known.join(ours.select(CALL), ON_CALL, "left_anti");
    Optional<Span> span = run.step("known calls", () -> Span.of(earlier));
    return span.isEmpty()
        ? ours
        : run.step("earlier replies", () -> ours.union(counted(ledger.rows(earlier, span.get()))));
  }

  private Dataset<Row> counted(Dataset<Row> rows) {
    Dataset<Row> kept = held(rows);
    kept.count();
    return kept;
  }

  private Dataset<Row> held(Dataset<Row> rows) {
    Dataset<Row> kept = CommitBatches.apart(rows).persist(StorageLevel.MEMORY_AND_DISK());
    held.add(kept);
    return kept;
  }

  private Counts make(Dataset<Row> missing, Dataset<Row> known, CallEstimate estimate) {
    if (estimate.calls() == 0) {
      return Counts.of("llm calls", 0);
    }
    if (replayed()) {
      throw new StageException(
          "llm.replay = only, and "
              + estimate.calls()
              + " of the calls of stage '"
              + run.stage()
              + "' are not in llm_calls. Nothing was called.");
    }
    LOG.info("{}: {}", run.stage(), estimate);
    System.err.printf(Locale.ROOT, "%s: %s%n", run.stage(), estimate);
    Spending before = CallCoordinator.shared().spent();
    long recorded = run.step("calls", () -> call(missing, known, estimate.calls()));
    this.missing += estimate.calls() - recorded;
    return new CallsTold(
            run.stage(), recorded, CallCoordinator.shared().spent().since(before), estimate)
        .counts();
  }

  /** After what there is was stored: what was not answered or told of ends the stage. */
  public void requireWhole() {
    WholeWork.require(run.stage(), missing);
  }

  /** Whether calls were made of which nothing is recorded. */
  boolean isShort() {
    return missing > 0;
  }

  private long call(Dataset<Row> missing, Dataset<Row> known, long calls) {
    Map<String, String> keys = new TreeMap<>();
    endpoints.forEach((name, spec) -> keys.put(name, CallCoordinator.shared().open(spec)));
    // A task keeps many calls under way: one that waits for a core would hold its share back.
    int cores = run.spark().sparkContext().defaultParallelism();
    int partitions = Math.min(Math.max(1, cores), Tasks.of(calls));
    CallLedger.Work work = ledger.begin();
    works.add(work);
    try {
      boolean mayLose = !run.spark().sparkContext().isLocal();
      CallFiles.parted(missing, partitions, mayLose, work.directory())
          .foreachPartition(new CallTask(endpoints, keys, work.directory()));
    } finally {
      keys.values().forEach(CallCoordinator.shared()::close);
      merge(work, known);
    }
    return made.get(made.size() - 1).count();
  }

  private void merge(CallLedger.Work work, Dataset<Row> known) {
    try {
      Dataset<Row> fresh = work.merge(known);
      held.add(fresh);
      made.add(fresh.select(Tables.LLM_CALLS.columns()));
    } catch (IOException e) {
      throw new UncheckedIOException("The journals cannot be read", e);
    }
  }

  /** Lets go of replies and journals. */
  @Override
  public void close() {
    held.forEach(Dataset::unpersist);
    held.clear();
    made.clear();
    indexed = Optional.empty();
    if (own) {
      index.close();
    }
    for (CallLedger.Work work : works) {
      try {
        work.close();
      } catch (IOException e) {
        throw new UncheckedIOException("The journals cannot be removed", e);
      }
    }
    works.clear();
  }
}
