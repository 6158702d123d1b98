package dev.assay.jobs.strata;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.not;

import dev.assay.config.AssayConfig;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.ProbeCases;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.spark.Kept;
import dev.assay.tables.Tables;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Gives topics to test cases that were not drawn from a stratum. */
public final class Place implements Stage {
  private static final StageSpec SPEC =
      StageSpec.of("place")
          .reads(Tables.TEST_CASES, Tables.RESPONSES, Tables.STRATA)
          .writes(
              Tables.CASE_STRATA,
              Tables.TOPICS,
              Tables.STRATUM_FITS,
              Tables.EMBEDDINGS,
              Tables.LLM_CALLS)
          .keys("stratify", "models.embedder", "run.seed", "pipeline", "llm", "budget");

  @Override
  public StageSpec spec() {
    return SPEC;
  }

  @Override
  public Plan plan(AssayConfig config) {
    return Plan.UNKNOWN_INPUT.note(
        "embeds the questions that cite no chunk, where they were not drawn from a stratum");
  }

  @Override
  public String files(AssayConfig config) {
    return TopicNames.files(config);
  }

  @Override
  public Counts run(Run run) {
    Dataset<Row> open =
        run.step(
            "cases without a stratum",
            () ->
                run.store()
                    .read(Tables.TEST_CASES)
                    .where(col("stratum_id").isNull().and(not(ProbeCases.is())))
                    .transform(Kept::cut));
    if (run.step("cases without a stratum", open::isEmpty)) {
      run.store().deleteWhere(Tables.CASE_STRATA, col("case_id").isNotNull());
      return Counts.of("cases placed", 0);
    }
    String model = ModelSettings.embedderId(run.config().models());
    boolean questions =
        run.step(
            "strata",
            () -> run.store().read(Tables.STRATA).where(col("model").equalTo(model)).isEmpty());
    return questions
        ? run.step("strata of questions", () -> new QuestionStrata(run, model).place(open))
        : run.step("places", () -> new CorpusPlaces(run, model).place(open));
  }
}
