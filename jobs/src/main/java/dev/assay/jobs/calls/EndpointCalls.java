package dev.assay.jobs.calls;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.max_by;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.struct;

import dev.assay.jobs.batches.CommitBatches;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.StageException;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.calls.Spending;
import dev.assay.spark.RunMetrics;
import dev.assay.tables.Tables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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
  private final CallsUnderWay underWay;
  private final boolean own;
  private Optional<Dataset<Row>> indexed = Optional.empty();
  private long missing;

  /**
   * @param endpoints those that may be called, by name
   */
  public EndpointCalls(Run run, Map<String, EndpointSpec> endpoints) {
    this(run, endpoints, new CallsUnderWay(), true);
  }

  /**
   * The same of a stage that has several of them, beside one another.
   *
   * @param underWay what they share; its maker closes it
   */
  public EndpointCalls(Run run, Map<String, EndpointSpec> endpoints, CallsUnderWay underWay) {
    this(run, endpoints, underWay, false);
  }

  private EndpointCalls(
      Run run, Map<String, EndpointSpec> endpoints, CallsUnderWay underWay, boolean own) {
    this.run = run;
    this.underWay = underWay;
    this.own = own;
    this.endpoints = new TreeMap<>(endpoints);
    this.ledger = new CallLedger(run.store(), run.config().llm().journal());
    SparkContext context = run.spark().sparkContext();
    CallJob.requireOneAttempt(context.getConf(), context.isLocal());
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
    Wanted wanted = run.step("known calls", () -> underWay.alone(() -> wanted(asked)));
    Counts counts;
    try (CallsUnderWay.Claim claim = wanted.claim()) {
      counts = make(wanted);
    }
    Dataset<Row> known = run.step("known calls", () -> withThoseOfOthers(wanted));
    return new Made(replies(asked, known), counts);
  }

  /**
   * What there is to be done.
   *
   * @param known calls that the ledger has, settled or not
   * @param claim what it lacks
   */
  private record Wanted(Dataset<Row> known, CallsUnderWay.Claim claim) {}

  private Wanted wanted(Dataset<Row> asked) {
    Dataset<Row> known = known(asked);
    // What failed for good is an answer too when a published number is rebuilt.
    Dataset<Row> there = replayed() ? known : known.where(col(SETTLED));
    Dataset<Row> lacking = held(asked.join(there.select(CALL), ON_CALL, "left_anti"));
    return new Wanted(known, underWay.claim(lacking, this::held, endpoints));
  }

  /** The calls at hand that the ledger has when those that others make have ended. */
  private Dataset<Row> withThoseOfOthers(Wanted wanted) {
    if (!wanted.claim().awaits()) {
      return wanted.known();
    }
    wanted.claim().await();
    Dataset<Row> awaited = wanted.claim().awaited();
    Dataset<Row> come = counted(stored(awaited));
    missing += awaited.count() - come.count();
    return wanted.known().join(come.select(CALL), ON_CALL, "left_anti").union(come);
  }

  private boolean replayed() {
    return run.config().llm().replay().equals("only");
  }

  /** Of the calls at hand, those that the ledger has, by what it had before and what was added. */
  private Dataset<Row> known(Dataset<Row> asked) {
    Dataset<Row> before = stored(asked);
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

  /** Those that the table has, without replies. */
  private Dataset<Row> stored(Dataset<Row> asked) {
    if (indexed.isEmpty() || !own) {
      indexed = Optional.of(underWay.known(ledger));
    }
    return indexed
        .get()
        .join(asked.select(CALL), ON_CALL, "left_semi")
        .groupBy(CALL)
        .agg(
            max_by(col(SETTLED), col(CallLedger.TIME)).as(SETTLED),
            max(CallLedger.TIME).as(CallLedger.TIME));
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

  private Counts make(Wanted wanted) {
    CallEstimate estimate = wanted.claim().estimate();
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
    return run.<Counts>step("calls", () -> call(wanted));
  }

  /** After what there is was stored: what was not answered or told of ends the stage. */
  public void requireWhole() {
    WholeWork.require(run.stage(), missing);
  }

  /** Whether calls were made of which nothing is recorded. */
  boolean isShort() {
    return missing > 0;
  }

  private Counts call(Wanted wanted) {
    CallLedger.Work work = ledger.begin();
    works.add(work);
    CallEstimate estimate = wanted.claim().estimate();
    Spending spent;
    try {
      spent =
          new CallJob(endpoints, underWay, !own)
              .run(wanted.claim().missing(), estimate.calls(), work.directory());
    } finally {
      underWay.alone(() -> merged(work, wanted.known()));
    }
    long recorded = made.get(made.size() - 1).count();
    missing += estimate.calls() - recorded;
    return new CallsTold(run.stage(), recorded, spent, estimate).counts();
  }

  private Dataset<Row> merged(CallLedger.Work work, Dataset<Row> known) {
    try {
      Dataset<Row> fresh = work.merge(known);
      held.add(fresh);
      made.add(fresh.select(Tables.LLM_CALLS.columns()));
      return fresh;
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
      underWay.close();
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
