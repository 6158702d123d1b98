package dev.assay.jobs.answers;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sequence;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import dev.assay.config.AssayConfig;
import dev.assay.config.EndpointConfig;
import dev.assay.config.SystemConfig;
import dev.assay.jobs.batches.CommitBatches;
import dev.assay.jobs.calls.CallLedger;
import dev.assay.jobs.calls.EndpointCalls;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.suites.Tests;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.EndpointSystem;
import dev.assay.llm.Usage;
import dev.assay.spark.Kept;
import dev.assay.spark.calls.PassageRows;
import dev.assay.spark.calls.SystemCalls;
import dev.assay.tables.Keys;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.storage.StorageLevel;

/** Answers of systems behind endpoints to the cases. */
final class AskedAnswers implements AutoCloseable {
  private static final int QUESTION = 30;

  /** What {@link SystemCalls#calls} takes. */
  private static final Column[] ASKED =
      Stream.of(
              "case_id",
              "system",
              "repeat",
              "fingerprint",
              "question",
              CasesToAsk.ASKED_AS,
              "messages",
              "spoken",
              PassageRows.HANDED)
          .map(functions::col)
          .toArray(Column[]::new);

  private final Run run;
  private final Map<String, EndpointSystem> systems;
  private final EndpointCalls calls;
  private final Passages passages;
  private final Set<String> told = new HashSet<>(); // Once, however many batches are asked.

  /**
   * @param configured the systems that are asked, by name
   */
  AskedAnswers(Run run, Map<String, SystemConfig> configured) {
    this.run = run;
    this.systems = systems(run.config(), configured);
    Map<String, EndpointSpec> endpoints = new TreeMap<>();
    for (EndpointSystem one : systems.values()) {
      endpoints.merge(
          one.endpoint().name(),
          one.endpoint(),
          (known, more) -> known.withBodySecrets(more.bodySecrets()));
    }
    Map<String, SystemConfig> handed = new TreeMap<>(configured);
    handed.keySet().removeIf(name -> !systems.get(name).isHanded());
    this.passages = run.step("passages", () -> Passages.of(run, handed));
    this.calls = new EndpointCalls(run, endpoints);
  }

  static Map<String, EndpointSystem> systems(
      AssayConfig config, Map<String, SystemConfig> configured) {
    Map<String, EndpointSystem> systems = new TreeMap<>();
    configured.forEach(
        (name, system) -> {
          EndpointConfig endpoint = config.llm().endpoints().get(system.endpoint().orElseThrow());
          try {
            systems.put(name, EndpointSystem.of(name, system, endpoint));
          } catch (IllegalArgumentException e) {
            throw new StageException("systems." + name + ": " + e.getMessage(), e);
          }
        });
    return systems;
  }

  /** Answers to all cases, each as often as configured. */
  Answer.Collected collect() {
    Answer.Collected all = collect(cases(CasesToAsk.of(run), run.config().answer().repeats()));
    requireAnswers(all.covered());
    return all;
  }

  /**
   * All systems at once: one that is slow or down does not hold up the others. Questions without an
   * answer are the caller's to judge.
   */
  Answer.Collected collect(Dataset<Row> cases) {
    Dataset<Row> answered =
        run.store()
            .read(Tables.RESPONSES)
            .where(CallLedger.isFinal(col("status")))
            .select("case_id", "system", "repeat", "fingerprint");
    // Computed once, and again where an executor dies, from the same files: not by a checkpoint.
    Dataset<Row> pending =
        CommitBatches.apart(
                passages
                    .handed(
                        cases.join(
                            answered,
                            RunCoverage.on(List.of("case_id", "system", "repeat", "fingerprint")),
                            "left_anti"))
                    .select(ASKED))
            .persist(StorageLevel.MEMORY_AND_DISK());
    Counts counts;
    long written;
    SystemCalls asking = new SystemCalls(systems, run.store().night());
    try (Turns turns = new Turns(calls, asking, open -> passages.ofTurns(open, asking))) {
      tellOfForgetful(pending);
      Turns.Asked asked = turns.ask(pending);
      counts = asked.counts();
      written = asked.answers().count();
      if (written > 0) {
        run.store().merge(Tables.RESPONSES, asked.answers());
      }
    } finally {
      pending.unpersist();
    }
    calls.requireWhole();
    Dataset<Row> covered = Kept.apart(cases.select("case_id", "system", "repeat"));
    return new Answer.Collected(
        covered, counts.and("answers", covered.count()).and("answers new", written));
  }

  /** Says which services are not told what was said before the questions. */
  private void tellOfForgetful(Dataset<Row> pending) {
    for (Map.Entry<String, EndpointSystem> system : systems.entrySet()) {
      if (!system.getValue().remembers() && told.add("turns " + system.getKey())) {
        LastQuestions.tell(
            system.getKey(),
            "its body has neither {messages} nor {history}",
            pending
                .where(col("system").equalTo(system.getKey()))
                .where("messages IS NOT NULL")
                .count());
      }
    }
  }

  @Override
  public void close() {
    calls.close();
    passages.close();
  }

  /** Every case of {@code rows} once for each system and repeat. */
  Dataset<Row> cases(Dataset<Row> rows, int repeats) {
    Map<String, String> provenance = new TreeMap<>();
    systems.forEach(
        (name, one) -> provenance.put(name, one.provenance() + passages.provenance(name)));
    Column[] names = systems.keySet().stream().map(functions::lit).toArray(Column[]::new);
    Column from = lit("");
    for (var one : provenance.entrySet()) {
      from = when(col("system").equalTo(one.getKey()), lit(one.getValue())).otherwise(from);
    }
    Dataset<Row> all =
        rows.withColumn("system", explode(functions.array(names)))
            .withColumn("repeat", explode(sequence(lit(0), lit(repeats - 1))))
            .withColumn("fingerprint", Passages.told(Keys.hash(col("case_id"), from)))
            .withColumn("spoken", lit(null).cast("string"));
    return passages.withRecorded(askable(all), system -> told.add("recorded " + system));
  }

  /** Without twins whose passages are changed of systems that find their own. */
  private Dataset<Row> askable(Dataset<Row> all) {
    if (!run.config().perturb().changesPassages()) {
      return all;
    }
    for (Map.Entry<String, EndpointSystem> system : systems.entrySet()) {
      if (!system.getValue().isHanded() && told.add("passages " + system.getKey())) {
        passages.tell(
            system.getKey(),
            all.where(col("system").equalTo(system.getKey()))
                .where(Passages.changed().isNotNull())
                .select("case_id")
                .distinct()
                .count());
      }
    }
    return all.where(
        Passages.changed().isNull().or(col("system").isin(passages.systems().keySet().toArray())));
  }

  /** One system that fails is told; where none answers enough the stage fails. */
  private void requireAnswers(Dataset<Row> covered) {
    double most = run.config().llm().maxFailureShare();
    List<String> failing = new ArrayList<>();
    for (Row row :
        run.store()
            .read(Tables.RESPONSES)
            .join(covered, RunCoverage.keys())
            .groupBy("system")
            .agg(
                count(lit(1)).as("asked"),
                sum(when(CallLedger.isFinal(col("status")), 0).otherwise(1)).as("failed"),
                functions.first(col("error"), true).as("error"))
            .orderBy("system")
            .collectAsList()) {
      if (row.<Long>getAs("failed") > most * row.<Long>getAs("asked")) {
        failing.add(
            String.format(
                Locale.ROOT,
                "%s (%d of %d; %s)",
                row.<String>getAs("system"),
                row.<Long>getAs("failed"),
                row.<Long>getAs("asked"),
                row.<String>getAs("error")));
      }
    }
    if (failing.isEmpty()) {
      return;
    }
    String told =
        "More than llm.max-failure-share = "
            + most
            + " of the answers failed: "
            + String.join("; ", failing);
    if (failing.size() == systems.size()) {
      throw new StageException(told + ". The same command asks for what is missing.");
    }
    System.err.println(run.stage() + ": " + told);
  }

  /** Tokens of the passages that a system is handed. */
  private static long handed(AssayConfig config, SystemConfig system, EndpointSystem asked) {
    return asked.isHanded()
        ? (long) system.topK().orElse(Passages.TOP_K) * config.chunk().maxTokens()
        : 0;
  }

  /**
   * What asking takes at most: a case for every question that {@code generate} may keep and for
   * every record of the suites, a token for every four characters of the prompt, {@value #QUESTION}
   * for the question, {@code chunk.max-tokens} for each passage that it is handed.
   */
  static Plan plan(AssayConfig config, Map<String, SystemConfig> configured) {
    Map<String, EndpointSystem> systems = systems(config, configured);
    OptionalLong most = CasesToAsk.most(config);
    long cases = most.orElse(0);
    long turns = Tests.openTurns(config.tests());
    long each = (cases + turns) * config.answer().repeats();
    long tokens = 0;
    double cost = 0;
    for (EndpointSystem system : systems.values()) {
      Usage usage = system.endpoint().estimate(system.template());
      long added = QUESTION + handed(config, configured.get(system.name()), system);
      tokens += each * (usage.total() == 0 ? 0 : usage.total() + added);
      cost +=
          each * (system.endpoint().cost(usage) + added * system.endpoint().price().input() / 1e6);
    }
    return new Plan(each * systems.size(), tokens, cost, OptionalLong.of(0), List.of())
        .note(
            (most.isPresent()
                    ? "calls: "
                    : "The cases of the suites are known once these are read, and their calls are"
                        + " not counted here. calls: ")
                + "(sample.size x generate.per-chunk where questions are generated + cases of the"
                + " suites + their "
                + turns
                + " turns before the question without a reply) x answer.repeats for each of "
                + String.join(", ", systems.keySet())
                + ", less what llm_calls has; tokens: prompt characters / 4 + "
                + QUESTION
                + " for the question + max-tokens (or "
                + EndpointSpec.ASSUMED_OUTPUT
                + ")");
  }
}
