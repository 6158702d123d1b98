package dev.assay.jobs.corpus;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import dev.assay.config.AssayConfig;
import dev.assay.jobs.batches.CommitBatches;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.ModelsAhead;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.model.onnx.ModelSpec;
import dev.assay.spark.SparkNlpEmbedder;
import dev.assay.spark.Tasks;
import dev.assay.spark.TextEmbedder;
import dev.assay.spark.models.ExecutorModels;
import dev.assay.tables.Keys;
import dev.assay.tables.Tables;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Embeds every distinct chunk text that has no vector of the configured model yet. */
public final class Embed implements Stage {
  private static final StageSpec SPEC =
      StageSpec.of("embed")
          .reads(Tables.CHUNKS)
          .writes(Tables.EMBEDDINGS)
          .keys("models.embedder", "pipeline");

  private static final int FIRST_SLICE = 500;

  @Override
  public StageSpec spec() {
    return SPEC;
  }

  @Override
  public Plan plan(AssayConfig config) {
    return Plan.UNKNOWN_INPUT.note("each distinct chunk text without a vector of this model, once");
  }

  @Override
  public Counts run(Run run) {
    String id = ModelSettings.embedderId(run.config().models());
    if (run.<Boolean>step("counts", () -> run.store().isEmpty(Tables.CHUNKS))) {
      throw new StageException("There is no chunk to embed. Run 'assay ingest' first.");
    }
    Dataset<Row> texts =
        run.store()
            .read(Tables.CHUNKS)
            .select("text")
            .distinct()
            .withColumn("text_hash", Keys.hash(col("text")));
    boolean first = run.step("counts", () -> run.store().isEmpty(Tables.EMBEDDINGS));
    long embedded = run.step("vectors", () -> missing(run, texts));
    return Counts.of("texts embedded", embedded)
        .and(
            "texts",
            first
                ? embedded
                : run.<Long>step(
                    "counts",
                    () ->
                        run.store()
                            .read(Tables.EMBEDDINGS)
                            .where(col("model").equalTo(id))
                            .count()));
  }

  /**
   * Embeds those of {@code texts} (text, text_hash; each once) that have no vector of the
   * configured model yet, and returns how many they were.
   */
  public static long missing(Run run, Dataset<Row> texts) {
    ModelSpec spec = ModelSettings.embedder(run.config().models());
    String id = ModelSettings.embedderId(run.config().models());
    Dataset<Row> known =
        run.store().read(Tables.EMBEDDINGS).where(col("model").equalTo(id)).select("text_hash");
    Dataset<Row> pending = texts.join(known, RunCoverage.on(List.of("text_hash")), "left_anti");
    try (ModelsAhead model = new ModelsAhead(run.spark(), () -> ExecutorModels.embedder(spec))) {
      return new CommitBatches(run.config().pipeline(), FIRST_SLICE)
          .forEachAppended(
              run.stage(),
              pending,
              new Column[] {col("text_hash")},
              all -> {
                if (spec.engine().equals(ModelSpec.ONNX)) {
                  model.begin();
                }
                LengthTasks tasks = LengthTasks.of(all, spec.maxLength());
                return (slice, rows) ->
                    run.store()
                        .append(
                            Tables.EMBEDDINGS,
                            embedded(spec, tasks.share(slice, Tasks.ofTexts(rows)))
                                .withColumn("model", lit(id)));
              });
    }
  }

  private static Dataset<Row> embedded(ModelSpec spec, Dataset<Row> texts) {
    return spec.engine().equals(ModelSpec.SPARK_NLP)
        ? new SparkNlpEmbedder(spec).transform(texts)
        : new TextEmbedder().setSpec(spec).transform(texts);
  }
}
