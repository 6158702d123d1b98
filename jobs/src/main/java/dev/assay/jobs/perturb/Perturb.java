package dev.assay.jobs.perturb;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import dev.assay.config.AssayConfig;
import dev.assay.config.cases.PerturbConfig;
import dev.assay.jobs.answers.CasesToAsk;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Rejections;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.jobs.suites.KnownCases;
import dev.assay.perturb.Perturbator;
import dev.assay.perturb.registry.Perturbators;
import dev.assay.spark.Kept;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Makes twins of the test cases: the same questions, changed. */
public final class Perturb implements Stage {
  private static final StageSpec SPEC =
      StageSpec.of("perturb")
          .reads(Tables.TEST_CASES, Tables.CASE_STRATA, Tables.TOPICS, Tables.RUN_CASES)
          .writes(Tables.TEST_CASES, Tables.RUN_CASES, Tables.REJECTED)
          .keys("perturb");

  @Override
  public StageSpec spec() {
    return SPEC;
  }

  @Override
  public List<String> help() {
    return Stream.concat(Perturbators.all().stream(), Perturbators.ofPassages().stream())
        .map(
            (Perturbator one) ->
                "%s (%s%s): %s"
                    .formatted(
                        one.id(), one.meaning().id(), one.graded() ? ", graded" : "", one.what()))
        .toList();
  }

  /** Cases may have changed, by stages that are not skipped either. */
  @Override
  public boolean skippable() {
    return false;
  }

  @Override
  public Plan plan(AssayConfig config) {
    PerturbConfig perturb = config.perturb();
    OptionalLong origins = CasesToAsk.unchanged(config);
    return Plan.NO_MODEL.note(
        origins.isEmpty() || perturb.recorded()
            ? String.format(
                Locale.ROOT,
                "%,d twins of each case, at most %,d in all",
                perturb.entries().size(),
                perturb.maxCases())
            : String.format(
                Locale.ROOT,
                "at most %,d twins: %,d of each of at most %,d cases, and no more than %,d",
                Math.min(perturb.maxCases(), origins.getAsLong() * perturb.entries().size()),
                perturb.entries().size(),
                origins.getAsLong(),
                perturb.maxCases()));
  }

  @Override
  public Counts run(Run run) {
    PerturbConfig perturb = run.config().perturb();
    if (perturb.entries().isEmpty()) {
      throw new StageException(
          "No perturbation is configured. Add one, for example perturb.entries ="
              + " [{ perturbators = [keyboard_typo] }]; docs/robustness.md lists them.");
    }
    Origins origins = run.step("cases to change", () -> Origins.of(run));
    Dataset<Row> made =
        run.step("twins", () -> new Twins(run).of(origins.cases()).transform(Kept::cut));
    Dataset<Row> twins = made.where(col("reason").isNull()).drop("reason");
    long rejected =
        run.step(
            "rejected twins",
            () ->
                Rejections.record(
                    run,
                    made.where(col("reason").isNotNull()),
                    col("parent_case_id"),
                    col("reason"),
                    col("question")));
    long changed = run.step("cases", () -> KnownCases.put(run, twins));
    RunCoverage.record(
        run,
        twins
            .select("case_id")
            .union(origins.cases().select("case_id"))
            .distinct()
            .withColumn("system", lit(""))
            .withColumn("repeat", lit(0)));
    origins.tell(perturb);
    return Counts.of("cases to change", origins.number())
        .and("cases left as they are", origins.left())
        .and("twins", run.step("twins", twins::count))
        .and("twins new or changed", changed)
        .and("twins rejected", rejected);
  }
}
