package dev.assay.jobs.answers;

import static org.apache.spark.sql.functions.lit;

import dev.assay.config.AssayConfig;
import dev.assay.config.SystemConfig;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.LocalFiles;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Collects the answers of every system under test: asked now, or recorded before. */
public final class Answer implements Stage {
  private static final StageSpec SPEC =
      StageSpec.of("answer")
          .reads(Tables.CHUNKS, Tables.RUN_CASES)
          .writes(
              Tables.TEST_CASES,
              Tables.RESPONSES,
              Tables.LLM_CALLS,
              Tables.RUN_CASES,
              Tables.REJECTED,
              Tables.EMBEDDINGS)
          .keys("systems", "tests", "answer", "llm", "budget");

  @Override
  public StageSpec spec() {
    return SPEC;
  }

  /** Small recorded files on this machine are told apart by what they hold. */
  @Override
  public String files(AssayConfig config) {
    return recorded(config).orElse("");
  }

  /** Other files, and systems that are asked, are looked at each time: they may have changed. */
  @Override
  public boolean skippable(AssayConfig config) {
    return !config.systems().isEmpty()
        && config.systems().values().stream().allMatch(Answer::isRecorded)
        && recorded(config).isPresent();
  }

  @Override
  public boolean fewFromOutside(AssayConfig config) {
    return config.systems().values().stream()
        .flatMap(system -> system.path().stream())
        .allMatch(LocalFiles::isSmall);
  }

  @Override
  public List<Table> shared() {
    return List.of(Tables.TEST_CASES, Tables.RESPONSES);
  }

  private static Optional<String> recorded(AssayConfig config) {
    List<SystemConfig> recorded =
        config.systems().values().stream().filter(Answer::isRecorded).toList();
    return recorded.isEmpty()
        ? Optional.empty()
        : LocalFiles.content(recorded.stream().flatMap(s -> s.path().stream()).toList());
  }

  @Override
  public Plan plan(AssayConfig config) {
    boolean embedded =
        config.systems().values().stream()
            .anyMatch(system -> isEmbedded(system) || system.indexNoise().isPresent());
    Plan asked = AskedAnswers.plan(config, only(config.systems(), SystemConfig::isAsked));
    Plan embedding = embedded ? Plan.UNKNOWN_INPUT : Plan.NO_MODEL;
    return (asked.llmCalls() > 0 ? asked.embedding(embedding.textsToEmbed()) : embedding)
        .note(
            "%d systems, %d answers of each to a case: %s"
                .formatted(
                    config.systems().size(),
                    config.answer().repeats(),
                    String.join(", ", new TreeMap<>(config.systems()).keySet())));
  }

  @Override
  public Counts run(Run run) {
    Map<String, SystemConfig> systems = new TreeMap<>(run.config().systems());
    if (systems.isEmpty()) {
      throw new StageException(
          "No system under test is configured. Add one, for example systems.mine { kind = table,"
              + " path = \"answers.jsonl\" }; conf/reference.conf lists the keys.");
    }
    TreeMap<String, SystemConfig> embedded = only(systems, Answer::isEmbedded);
    List<Collected> parts = new ArrayList<>();
    if (!embedded.isEmpty()) {
      String step = "embedded systems";
      try (EmbeddedAnswers answers = run.step(step, () -> new EmbeddedAnswers(run, embedded))) {
        parts.add(run.step(step, () -> answers.collect()));
      }
    }
    TreeMap<String, SystemConfig> recorded = only(systems, Answer::isRecorded);
    if (!recorded.isEmpty()) {
      parts.addAll(run.step("recorded answers", () -> RecordedAnswers.collect(run, recorded)));
    }
    TreeMap<String, SystemConfig> asked = only(systems, SystemConfig::isAsked);
    if (!asked.isEmpty()) {
      // Last, since a budget may end here.
      try (AskedAnswers answers = new AskedAnswers(run, asked)) {
        parts.add(run.step("endpoints", () -> answers.collect()));
      }
    }
    Counts counts = new Counts(Map.of());
    for (Collected part : parts) {
      for (Map.Entry<String, Long> count : part.counts().values().entrySet()) {
        counts = counts.and(count.getKey(), count.getValue());
      }
    }
    Dataset<Row> covered =
        parts.stream().map(Collected::covered).reduce(Dataset::union).orElseThrow();
    RunCoverage.record(run, covered.distinct());
    return counts;
  }

  private static TreeMap<String, SystemConfig> only(
      Map<String, SystemConfig> systems, Predicate<SystemConfig> wanted) {
    TreeMap<String, SystemConfig> kept = new TreeMap<>(systems);
    kept.values().removeIf(wanted.negate());
    return kept;
  }

  private static boolean isEmbedded(SystemConfig system) {
    return system.kind().equals("embedded");
  }

  private static boolean isRecorded(SystemConfig system) {
    return system.kind().equals("table");
  }

  /**
   * What was collected of one system.
   *
   * @param covered case_id, system, repeat of all its answers, new or kept
   */
  record Collected(Dataset<Row> covered, Counts counts) {}

  /** The rows of a response that a system did not report. */
  static Dataset<Row> withoutUsage(Dataset<Row> responses) {
    return responses
        .withColumn("artifacts", lit(null).cast("string"))
        .withColumn("input_tokens", lit(null).cast("long"))
        .withColumn("output_tokens", lit(null).cast("long"))
        .withColumn("cost", lit(null).cast("double"));
  }
}
