package dev.assay.jobs.sampling;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import dev.assay.config.AssayConfig;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.tables.Keys;
import dev.assay.tables.Tables;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Draws chunks within each stratum by permanent random numbers, and neighbours of the drawn ones. A
 * sample that is drawn stays; samples of other designs stay beside it, and what reads samples takes
 * one design.
 */
public final class Sample implements Stage {
  private static final StageSpec SPEC =
      StageSpec.of("sample")
          // The strata's fingerprint stands for chunks and vectors, which are read where they are
          // new.
          .reads(Tables.STRATA)
          .writes(Tables.SAMPLES)
          .keys("sample", "run.seed");

  @Override
  public StageSpec spec() {
    return SPEC;
  }

  @Override
  public Plan plan(AssayConfig config) {
    return Plan.NO_MODEL;
  }

  @Override
  public Counts run(Run run) {
    SampleDesign design = run.step("design", () -> SampleDesign.of(run));
    long there = run.step("drawn before", () -> stored(run, design.name()).count());
    if (there > 0) {
      return Counts.of("chunks drawn", 0).and("chunks drawn before", there);
    }
    Dataset<Row> chunks = run.step("draw", () -> new ChunkDraw(run, design).rows());
    long drawn = run.step("draw", chunks::count);
    if (drawn == 0) {
      throw new StageException(
          "By chance the weighted design drew no chunk. Raise sample.size (%d)."
              .formatted(run.config().sample().size()));
    }
    Dataset<Row> pairs =
        run.step("pairs", () -> new NeighbourPairs(run, design).rows(chunks).localCheckpoint());
    run.step(
        "samples",
        () ->
            run.store()
                .insertMissing(
                    Tables.SAMPLES,
                    chunks
                        .withColumn("partner_chunk_id", lit(null).cast("string"))
                        .withColumn("design", lit(design.name()))
                        .unionByName(pairs.withColumn("design", lit(design.pairs())))
                        .withColumn(
                            "sample_id",
                            Keys.hash(col("design"), col("chunk_id"), col("partner_chunk_id")))));
    return Counts.of("chunks drawn", drawn).and("pairs drawn", run.step("pairs", pairs::count));
  }

  /** The rows of a design. */
  public static Dataset<Row> stored(Run run, String design) {
    return run.store().read(Tables.SAMPLES).where(col("design").equalTo(design));
  }
}
