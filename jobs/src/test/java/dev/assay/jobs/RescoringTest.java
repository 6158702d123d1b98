package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Spec;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.scores.Evaluate;
import dev.assay.jobs.scores.EvaluatorSelection;
import dev.assay.spark.Evaluation;
import dev.assay.spark.RowLimit;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What changed is scored again, and nothing else is. */
@Tag("slow")
class RescoringTest {
  private static final int ANSWERS = 3;

  @TempDir private Path directory;

  @Test
  void anEvaluatorOfAnotherVersionIsScoredAgainAlone() throws Exception {
    Run run = answered();
    evaluate(run, new Versioned("one", 1), new Versioned("two", 1));
    Map<String, String> before = fingerprints(run.store());
    assertThat(Versioned.SCORED).containsEntry("one", ANSWERS).containsEntry("two", ANSWERS);

    evaluate(run, new Versioned("one", 1), new Versioned("two", 1));
    assertThat(fingerprints(run.store())).isEqualTo(before);
    assertThat(Versioned.SCORED).containsEntry("one", ANSWERS).containsEntry("two", ANSWERS);

    others(run.store());
    try (SparkJobs jobs = new SparkJobs()) {
      evaluate(run, new Versioned("one", 2), new Versioned("two", 1));
      assertThat(jobs.made().stream().filter(SparkJobs.Made::isOurs))
          .as("what is missing is found once, though old scores go")
          .hasSize(1);
    }
    Map<String, String> after = fingerprints(run.store());
    assertThat(Versioned.SCORED).containsEntry("one", 2 * ANSWERS).containsEntry("two", ANSWERS);
    assertThat(after.get("two.version")).isEqualTo(before.get("two.version"));
    assertThat(after.get("one.version")).isNotEqualTo(before.get("one.version"));
    assertThat(own(run.store()).where("metric = 'one.version'").select("value"))
        .extracting(rows -> rows.distinct().collectAsList().toString())
        .isEqualTo("[[2.0]]");
  }

  /** Without an endpoint every judge says so, with a fingerprint as any score has one. */
  @Test
  void aJudgeWhosePromptChangedIsScoredAgainAlone() throws Exception {
    String[] settings = {
      "evaluate.evaluators=[faithfulness, tone_judge]",
      "judges.prompts={claims=\"" + directory.resolve("claims.md") + "\"}"
    };
    Files.writeString(directory.resolve("claims.md"), bundled("claims"));
    Run run = answered();
    ConfigLoader.Loaded loaded = loaded(settings);
    Commands.run(SharedSpark.session(), loaded, "evaluate");
    others(run.store());
    Map<String, String> before = fingerprints(run.store());
    Files.writeString(
        directory.resolve("claims.md"), bundled("claims").replace("# user\n", "# user\nPlease.\n"));
    Counts counts;
    try (SparkJobs jobs = new SparkJobs()) {
      counts = Commands.run(SharedSpark.session(), loaded, "evaluate");
      assertThat(jobs.made().stream().filter(SparkJobs.Made::isOurs)).hasSize(1);
    }
    assertThat(counts.values()).containsEntry("responses judged", (long) ANSWERS);
    Map<String, String> after = fingerprints(run.store());
    assertThat(after.keySet()).isEqualTo(before.keySet()).hasSizeGreaterThan(1);
    after.forEach(
        (metric, fingerprint) -> {
          boolean same = fingerprint.equals(before.get(metric));
          assertThat(same).as(metric).isEqualTo(!metric.startsWith("faithfulness."));
        });
  }

  /** An added column of metadata, of which one evaluator reads one attribute. */
  @Test
  void anAttributeThatNobodyReadsScoresNothingAgain() throws Exception {
    Run run = answered();
    Reading blind = new Reading("blind", Set.of());
    Reading seeing = new Reading("seeing", Set.of("hint"));
    evaluate(run, blind, seeing);
    Map<String, String> before = fingerprints(run.store());
    attributes(run, "map('product', 'Cards')");
    evaluate(run, blind, seeing);
    assertThat(fingerprints(run.store())).isEqualTo(before);

    attributes(run, "map('product', 'Cards', 'hint', 'x')");
    evaluate(run, blind, seeing);
    Map<String, String> after = fingerprints(run.store());
    assertThat(after.get("blind.read")).isEqualTo(before.get("blind.read"));
    assertThat(after.get("seeing.read")).isNotEqualTo(before.get("seeing.read"));
  }

  /** Scores stored under all attributes, as they were before, hold while nothing has changed. */
  @Test
  void scoresOfAnEarlierFingerprintHold() throws Exception {
    Run run = answered();
    attributes(run, "map('product', 'Cards')");
    evaluate(run, new Reading("old", Set.of("product"))); // reads all that there is
    Map<String, String> before = fingerprints(run.store());
    evaluate(run, new Reading("old", Set.of()));
    assertThat(fingerprints(run.store())).isEqualTo(before);
  }

  private static void attributes(Run run, String map) {
    run.store()
        .merge(
            Tables.RESPONSES,
            run.store()
                .read(Tables.RESPONSES)
                .withColumn("attributes", org.apache.spark.sql.functions.expr(map))
                .localCheckpoint());
  }

  /** Of three answers of a night one is another in the next; nothing else is scored again. */
  @Test
  void anAnswerThatIsThatOfAnotherNightKeepsItsScores() throws Exception {
    Run first = answered("run.key=first");
    evaluate(first, new Versioned("nightly", 1));
    Files.writeString(
        directory.resolve("answers.jsonl"),
        Files.readString(directory.resolve("answers.jsonl"))
            .replace("\"answer\":\"$1.\"", "\"answer\":\"$7.\""));
    Run second = collected("run.key=second");
    Counts counts = evaluate(second, new Versioned("nightly", 1));

    assertThat(counts.values()).containsEntry("responses scored", 1L);
    assertThat(counts.values()).containsEntry("scores copied", (long) ANSWERS - 1);
    assertThat(Versioned.SCORED).containsEntry("nightly", ANSWERS + 1);
    assertThat(second.store().read(Tables.SCORES).count()).isEqualTo(ANSWERS);
    assertThat(second.store().read(Tables.SCORES.ofAllNights()).count()).isEqualTo(2 * ANSWERS);
    assertThat(evaluate(second, new Versioned("nightly", 1)).values())
        .containsEntry("responses scored", 0L)
        .doesNotContainKey("scores copied");
  }

  private Run answered(String... settings) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < ANSWERS; i++) {
      lines.append(
          "{\"question\":\"What is fee %d?\",\"contexts\":[\"It is $%d.\"],\"answer\":\"$%d.\"}\n"
              .formatted(i, i, i));
    }
    Files.writeString(directory.resolve("answers.jsonl"), lines);
    return collected(settings);
  }

  private Run collected(String... settings) {
    ConfigLoader.Loaded loaded = loaded(settings);
    Commands.run(SharedSpark.session(), loaded, "answer");
    return new Run(
        SharedSpark.session(),
        loaded.config(),
        new Store(SharedSpark.session(), loaded.config().store(), loaded.config().run().key()),
        "evaluate",
        "test",
        Instant.parse("2026-01-01T00:00:00Z"));
  }

  private ConfigLoader.Loaded loaded(String... settings) {
    ConfigLoader loader =
        ConfigLoader.defaults()
            .set("store.path=" + directory.resolve("store"))
            .set("systems.mine={kind=table,path=\"" + directory.resolve("answers.jsonl") + "\"}");
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    return loader.load();
  }

  private static Counts evaluate(Run run, RowEvaluator... evaluators) {
    Evaluation evaluation =
        new Evaluation(
            List.of(evaluators),
            Map.of(),
            Map.of(),
            EvaluatorSelection.evaluation(run.config()).source(),
            RowLimit.DEFAULT);
    return Evaluate.computed(run, RunCoverage.responses(run), evaluation);
  }

  /** So many scores of other cases that Delta deletes from the table, and not the driver. */
  private static void others(Store store) {
    store.append(
        Tables.SCORES,
        SharedSpark.session()
            .range(30_000)
            .crossJoin(store.read(Tables.SCORES).limit(1).drop("case_id"))
            .selectExpr("concat('other ', sha2(string(id), 256)) AS case_id", "*"));
    assertThat(store.isSmall(Tables.SCORES)).isFalse();
  }

  /** Scores without those of {@link #others}. */
  private static Dataset<Row> own(Store store) {
    return store.read(Tables.SCORES).where("case_id NOT LIKE 'other %'");
  }

  /** All fingerprints of a metric, as one text. */
  private static Map<String, String> fingerprints(Store store) {
    Map<String, String> prints = new TreeMap<>();
    for (Row row : own(store).orderBy("metric", "case_id").collectAsList()) {
      prints.merge(row.getAs("metric"), row.getAs("fingerprint"), String::concat);
    }
    return prints;
  }

  private static String bundled(String name) throws IOException {
    try (InputStream in = dev.assay.prompts.Prompt.class.getResourceAsStream(name + ".md")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Declares attributes that it reads; the same provenance whichever they are. */
  private static final class Reading implements RowEvaluator {
    private static final long serialVersionUID = 1L;
    private final String id;
    private final Set<String> names;

    Reading(String id, Set<String> names) {
      this.id = id;
      this.names = names;
    }

    @Override
    public Spec spec() {
      return Spec.of(id, id)
          .attributes(names.toArray(String[]::new))
          .metric(Metric.share("read", 0.5, "1"))
          .build();
    }

    @Override
    public List<Outcome> score(List<Example> batch, Models models) {
      return batch.stream().map(any -> spec().outcome(Measure.of(1))).toList();
    }

    @Override
    public String toString() {
      return id;
    }
  }

  /** Says its version, and counts what it is asked for. */
  private static final class Versioned implements RowEvaluator {
    private static final long serialVersionUID = 1L;
    static final Map<String, Integer> SCORED = new ConcurrentHashMap<>();

    private final String id;
    private final int version;

    private Versioned(String id, int version) {
      this.id = id;
      this.version = version;
    }

    @Override
    public Spec spec() {
      return Spec.of(id, id)
          .version(version)
          .metric(Metric.descriptive("version", 1, 9, "Its version"))
          .build();
    }

    @Override
    public List<Outcome> score(List<Example> batch, Models models) {
      SCORED.merge(id, batch.size(), Integer::sum);
      return batch.stream()
          .map(example -> Outcome.of(Map.of("version", Measure.of(version))))
          .toList();
    }

    @Override
    public String toString() {
      return "Versioned[" + id + "]";
    }
  }
}
