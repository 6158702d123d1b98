package dev.assay.jobs.strata;

import static org.apache.spark.sql.functions.bit_xor;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.when;
import static org.apache.spark.sql.functions.xxhash64;

import dev.assay.base.Hashes;
import dev.assay.config.AssayConfig;
import dev.assay.jobs.corpus.Corpora;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.jobs.engine.Version;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;

/** Divides the chunks into strata by meaning and says what each is about. */
public final class Stratify implements Stage {
  private static final StageSpec SPEC =
      StageSpec.of("stratify")
          .reads(Tables.CHUNKS, Tables.EMBEDDINGS)
          .writes(Tables.STRATA, Tables.TOPICS, Tables.STRATUM_FITS, Tables.LLM_CALLS)
          .keys("stratify", "run.seed", "llm", "budget");

  @Override
  public StageSpec spec() {
    return SPEC;
  }

  @Override
  public Plan plan(AssayConfig config) {
    return TopicNames.plan(config);
  }

  @Override
  public String files(AssayConfig config) {
    return TopicNames.files(config);
  }

  @Override
  public Counts run(Run run) {
    String model = ModelSettings.embedderId(run.config().models());
    // Without vectors: those of many chunks take long to bring anywhere (see Vectors).
    Dataset<Row> rows =
        Corpora.hashed(run)
            .select("chunk_id", "text_hash")
            .join(
                Corpora.vectors(run).select("text_hash"),
                RunCoverage.on(List.of("text_hash")),
                "left_semi")
            .persist(StorageLevel.MEMORY_AND_DISK());
    try {
      String settings = settings(run, model);
      String fingerprint = run.step("fingerprint", () -> fingerprint(run, rows, settings, model));
      if (run.step("fingerprint", () -> current(run, rows.count(), model, fingerprint))) {
        return Counts.of("chunks placed", 0);
      }
      Stratification strata = new Stratification(run, model, settings);
      Optional<StoredFit> stored = run.step("stored fit", () -> strata.joinable(rows));
      Stratification.Placed placed =
          run.step(
              "strata",
              () -> stored.isPresent() ? strata.join(rows, stored.get()) : strata.refit(rows));
      Topics.Found found = run.step("topics", () -> topics(run, model, placed.rows()));
      Optional<TopicNames.Named> named =
          run.config()
              .stratify()
              .labels()
              .endpoint()
              .map(
                  endpoint ->
                      run.step(
                          "names of topics",
                          () -> new TopicNames(run, endpoint).of(found.rows(), texts(run))));
      Topics.Found topics =
          new Topics.Found(
              named.map(TopicNames.Named::rows).orElse(found.rows()), found.coherence());
      if (placed.fit().isPresent()) {
        // Should the run end before the new fit is written, none is better than one of other
        // strata.
        run.store().deleteWhere(Tables.STRATUM_FITS, col("model").equalTo(model));
      }
      write(run, model, fingerprint, placed.rows(), topics);
      placed.fit().ifPresent(fit -> placed.stored().write(run, model, fit, topics.coherence()));
      Counts counts =
          Counts.of("chunks placed", placed.fresh())
              .and("strata", topics.strata())
              .and("noise chunks", topics.noise())
              .and("refits", placed.fit().isPresent() ? 1 : 0);
      return named.map(TopicNames.Named::counts).map(counts::plus).orElse(counts);
    } finally {
      rows.unpersist();
    }
  }

  /** chunk_id, text. */
  private static Dataset<Row> texts(Run run) {
    return run.store().read(Tables.CHUNKS).select("chunk_id", "text");
  }

  private static Topics.Found topics(Run run, String model, Dataset<Row> placed) {
    ClusteringFit fit = new ClusteringFit(run.config().stratify(), run.config().run().seed());
    return new Topics(run.config().stratify(), model).of(placed, fit.texts(texts(run), placed));
  }

  private static void write(
      Run run, String model, String fingerprint, Dataset<Row> placed, Topics.Found topics) {
    Object[] numbers = topics.rows().stream().map(row -> row.getAs("stratum_id")).toArray();
    run.store()
        .merge(Tables.TOPICS, run.spark().createDataFrame(topics.rows(), Tables.TOPICS.schema()));
    run.store()
        .deleteWhere(
            Tables.TOPICS, col("model").equalTo(model).and(not(col("stratum_id").isin(numbers))));
    run.store()
        .merge(
            Tables.STRATA,
            placed.withColumn("model", lit(model)).withColumn("fingerprint", lit(fingerprint)));
    run.store()
        .deleteWhere(
            Tables.STRATA,
            col("model").equalTo(model).and(col("fingerprint").notEqual(fingerprint)));
  }

  /** Hash of what a fit depends on beside the chunks. */
  private static String settings(Run run, String model) {
    return Hashes.sha256(
        model,
        run.config().stratify().fitted(),
        Long.toString(run.config().run().seed()),
        Version.current());
  }

  /** Hash of the chunks and the settings; every chunk must have its vector. */
  private static String fingerprint(Run run, Dataset<Row> rows, String settings, String model) {
    Row digest =
        rows.agg(count(lit(1)).as("n"), bit_xor(xxhash64(col("chunk_id"))).as("hash")).head();
    long embedded = digest.getAs("n");
    long chunks = run.store().read(Tables.CHUNKS).count();
    if (chunks == 0 || embedded < chunks) {
      throw new StageException(
          "%d of %d chunks have an embedding of model '%s'. Run 'assay %s' first."
              .formatted(embedded, chunks, model, chunks == 0 ? "ingest" : "embed"));
    }
    return Hashes.sha256(
        settings,
        run.config().stratify().labels().endpoint().orElse("")
            + TopicNames.files(run.config())
            + embedded
            + ":"
            + digest.getAs("hash"));
  }

  private static boolean current(Run run, long chunks, String model, String fingerprint) {
    Row stored =
        run.store()
            .read(Tables.STRATA)
            .where(col("model").equalTo(model))
            .agg(
                count(lit(1)).as("n"),
                count(when(col("fingerprint").equalTo(fingerprint), lit(1))).as("own"))
            .head();
    return stored.<Long>getAs("n") == chunks && stored.<Long>getAs("own") == chunks;
  }
}
