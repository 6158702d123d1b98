package dev.assay.jobs.scores;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.map_keys;
import static org.apache.spark.sql.functions.when;

import dev.assay.base.Hashes;
import dev.assay.config.AssayConfig;
import dev.assay.core.AskingEvaluator;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.evaluators.judged.FactCheck;
import dev.assay.jobs.batches.CommitBatches;
import dev.assay.jobs.calls.CallsUnderWay;
import dev.assay.jobs.calls.EndpointCalls;
import dev.assay.jobs.calls.Interviews;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.StageException;
import dev.assay.judges.OverEndpoint;
import dev.assay.judges.Panel;
import dev.assay.judges.Poll;
import dev.assay.judges.Seat;
import dev.assay.llm.EndpointSpec;
import dev.assay.spark.JudgeWork;
import dev.assay.spark.calls.InterviewTurn;
import dev.assay.spark.outcomes.ShortOutcomes;
import dev.assay.tables.Keys;
import dev.assay.tables.Tables;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;

/** The scores of the selected evaluators that ask judges. */
final class JudgedScores implements AutoCloseable {
  private static final String KEY = "row_key";
  private static final Counts NONE = Counts.of("llm calls", 0);

  /** Replies are stored as they come, so that a slice may take longer than a commit should. */
  private static final int FIRST_SLICE = 2_000;

  private final Run run;
  private final List<AskingEvaluator> evaluators;
  private final Panel panel;
  private final Map<Slot, String> models;
  private final LookUp lookUp;
  private Counts counts = NONE;

  JudgedScores(Run run) {
    this(run, id -> true);
  }

  /** Of the evaluators {@code wanted} alone. Asks any number of times until it is closed. */
  JudgedScores(Run run, Predicate<String> wanted) {
    this.run = run;
    this.evaluators =
        EvaluatorSelection.asking(run.config()).stream()
            .filter(one -> wanted.test(one.spec().id()))
            .toList();
    this.panel = panel(run.config());
    this.models = new EnumMap<>(Slot.class);
    models.putAll(ModelSettings.ids(run.config().models()));
    overEndpoint().ifPresent(seat -> models.put(Slot.LANGUAGE_MODEL, seat.id()));
    boolean looksUp = evaluators.stream().anyMatch(JudgedScores::looksUp);
    this.lookUp = looksUp ? LookUp.of(run) : LookUp.none(run);
  }

  private static Panel panel(AssayConfig config) {
    try {
      return Panel.of(config);
    } catch (IllegalArgumentException e) {
      throw new StageException(e.getMessage(), e);
    }
  }

  /** {@link #ask}, and too many judgements without a reply end the stage. */
  Counts store(Dataset<Row> covered) {
    Counts asked = ask(Covered.many(covered));
    failOnFailures(covered);
    return asked;
  }

  /**
   * Asks for what is missing and stores it, slice by slice: one asks while another is stored. Where
   * a budget ends, what is whole is stored before the stage stops.
   */
  Counts ask(Covered covered) {
    counts = NONE;
    List<PendingScores.Wanted> wanted =
        evaluators.stream()
            .map(one -> new PendingScores.Wanted(one.spec(), provenance(one)))
            .toList();
    Dataset<Row> pending =
        PendingScores.told(PendingScores.of(run, covered, wanted), wanted)
            .withColumn(KEY, Keys.hash(col("case_id"), col("system"), col("repeat").cast("string")))
            .transform(CommitBatches::apart) // old scores go from the table that it reads
            .persist(StorageLevel.DISK_ONLY());
    try (CallsUnderWay underWay = new CallsUnderWay()) {
      PendingScores.deleteStale(
          run.store(), covered, pending.withColumn("evaluators", map_keys(col("pending"))));
      long rows =
          new CommitBatches(run.config().pipeline(), FIRST_SLICE)
              .spread()
              .forEachAsked(
                  "judge",
                  pending,
                  new Column[] {col("group_id")},
                  slice -> commit(work(), slice, underWay));
      return counts().and("responses judged", rows);
    } finally {
      pending.unpersist();
    }
  }

  private JudgeWork work() {
    return new JudgeWork(
        evaluators,
        panel,
        run.config().evaluate().thresholds(),
        models,
        ModelSettings.source(run.config().models()),
        lookUp.source(),
        EvaluatorSelection.limit(run.config()));
  }

  private void commit(JudgeWork work, Dataset<Row> slice, CallsUnderWay underWay) {
    InterviewTurn turn = work.turn(KEY);
    if (endpoints().isEmpty()) {
      // Nobody is asked: every work ends at its first turn.
      append(work, turn.apply(turn.begin(CommitBatches.apart(slice))).select("result.*"));
      return;
    }
    try (EndpointCalls calls = new EndpointCalls(run, endpoints(), underWay)) {
      try (Interviews.Held held = new Interviews(calls, turn).hold(slice)) {
        append(work, held.results());
        count(held.counts());
      }
      calls.requireWhole();
    }
  }

  private void append(JudgeWork work, Dataset<Row> judged) {
    PendingScores.append(
        run.store(), ShortOutcomes.sentences(judged), work.outcomes().scores(judged));
  }

  private synchronized void count(Counts more) {
    counts = counts.plus(more);
  }

  private synchronized Counts counts() {
    return counts;
  }

  private Map<String, EndpointSpec> endpoints() {
    Map<String, EndpointSpec> endpoints = new TreeMap<>();
    for (String name : run.config().judges().endpoints()) {
      endpoints.put(name, EndpointSpec.of(name, run.config().llm().endpoints().get(name)));
    }
    overEndpoint()
        .map(seat -> seat.endpoint().name())
        .ifPresent(
            name ->
                endpoints.put(
                    name, EndpointSpec.of(name, run.config().llm().endpoints().get(name))));
    return endpoints;
  }

  /** The language model behind an endpoint, if an evaluator has one. */
  private Optional<Seat> overEndpoint() {
    return evaluators.stream()
        .filter(OverEndpoint.class::isInstance)
        .map(one -> ((OverEndpoint) one).seat())
        .findFirst();
  }

  private static boolean looksUp(AskingEvaluator evaluator) {
    return evaluator instanceof FactCheck
        || evaluator instanceof Poll polled && looksUp(polled.evaluator());
  }

  /** All that an evaluator's scores depend on but the row. */
  private String provenance(AskingEvaluator evaluator) {
    Spec spec = evaluator.spec();
    String others =
        spec.slots().stream()
            .filter(slot -> slot != Slot.CHAT)
            .sorted()
            .map(slot -> models.getOrDefault(slot, "none"))
            .collect(Collectors.joining(" "));
    return Hashes.sha256(
        evaluator.provenance(),
        panel.provenance(evaluator.spec().prompts()),
        others,
        EvaluatorSelection.thresholds(spec, run.config().evaluate()),
        looksUp(evaluator) ? lookUp.fingerprint() : "");
  }

  /** The stage fails where too many judgements of an evaluator have no reply; they are stored. */
  private void failOnFailures(Dataset<Row> covered) {
    double most = run.config().llm().maxFailureShare();
    String[] own = evaluators.stream().map(JudgedScores::primary).toArray(String[]::new);
    for (Row row :
        run.store()
            .read(Tables.SCORES)
            .where(col("metric").isin((Object[]) own))
            .join(covered.select("case_id", "system", "repeat"), RunCoverage.keys(), "left_semi")
            .groupBy("metric")
            .agg(
                avg(when(col("status").isin("endpoint_error", "timeout"), 1.0).otherwise(0.0))
                    .as("share"))
            .where(col("share").gt(most))
            .orderBy(col("share").desc(), col("metric"))
            .takeAsList(1)) {
      throw new StageException(
          String.format(
              Locale.ROOT,
              "%.1f %% of the judgements of %s have no reply, more than llm.max-failure-share ="
                  + " %s. What was answered is stored; the same command asks for what is missing.",
              100 * row.<Double>getAs("share"),
              row.getAs("metric"),
              most));
    }
  }

  @Override
  public void close() {
    lookUp.close();
  }

  private static String primary(AskingEvaluator evaluator) {
    return evaluator.spec().qualified(evaluator.spec().primary());
  }
}
