package dev.assay.jobs.perturb;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import dev.assay.config.AssayConfig;
import dev.assay.config.cases.PerturbConfig;
import dev.assay.core.Status;
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
import dev.assay.tables.NamedRow;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/** Makes twins of the test cases: the same questions, changed. */
public final class Perturb implements Stage {
  private static final StructType HINDERED =
      StructType.fromDDL("perturbation STRING NOT NULL, reason STRING NOT NULL");

  /**
   * Which cases there are follows from the runs that made them. Their tables hold the twins of this
   * stage and what later stages say of them, and would make each run another one; of topics see
   * {@link #seen}.
   */
  private static final StageSpec SPEC =
      StageSpec.of("perturb")
          .reads(Tables.RUN_CASES)
          .writes(Tables.TEST_CASES, Tables.RUN_CASES, Tables.REJECTED, Tables.LLM_CALLS)
          .keys("perturb", "llm", "budget");

  @Override
  public StageSpec spec() {
    return SPEC;
  }

  @Override
  public List<String> help() {
    return Stream.of(Perturbators.all(), Perturbators.ofModels(), Perturbators.ofPassages())
        .flatMap(List::stream)
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
  public String files(AssayConfig config) {
    return AskedRewrites.files(config);
  }

  /** Only words of other topics go by topics. */
  @Override
  public String seen(Store store, AssayConfig config) {
    boolean topics =
        config.perturb().able().stream()
            .flatMap(entry -> entry.perturbators().stream())
            .anyMatch(Perturbators::readsTopics);
    return topics ? TopicTerms.digest(store, config) : "";
  }

  /** The recorded questions are those of a night. */
  @Override
  public boolean isOfNight(AssayConfig config) {
    return config.perturb().recorded() || Stage.super.isOfNight(config);
  }

  @Override
  public Plan plan(AssayConfig config) {
    PerturbConfig perturb = config.perturb();
    OptionalLong origins = perturb.recorded() ? OptionalLong.empty() : CasesToAsk.unchanged(config);
    Plan plan = AskedRewrites.plan(config, origins).note(most(perturb, origins));
    for (PerturbConfig.Entry entry : perturb.entries()) {
      if (!perturb.able().contains(entry)) {
        plan = plan.note(hindrance(entry));
      }
    }
    return plan;
  }

  private static String most(PerturbConfig perturb, OptionalLong origins) {
    int entries = perturb.able().size();
    return (origins.isEmpty()
        ? String.format(
            Locale.ROOT, "%,d twins of each case, at most %,d in all", entries, perturb.maxCases())
        : String.format(
            Locale.ROOT,
            "at most %,d twins: %,d of each of at most %,d cases, and no more than %,d",
            Math.min(perturb.maxCases(), origins.getAsLong() * entries),
            entries,
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
    AskedRewrites.Given written =
        run.step("rewrites by a language model", () -> new AskedRewrites(run).of(origins.cases()));
    long hindered = hindered(run);
    Dataset<Row> made =
        run.step(
            "twins",
            () -> new Twins(run, written.rewrites()).of(origins.cases()).transform(Kept::cut));
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
        .and("twins rejected", rejected)
        .and("entries not applicable", hindered)
        .plus(written.counts());
  }

  /** Entries without what they need are told and in table rejected, once each. */
  private static long hindered(Run run) {
    PerturbConfig perturb = run.config().perturb();
    List<Row> rows =
        perturb.entries().stream()
            .filter(entry -> !perturb.able().contains(entry))
            .map(
                entry ->
                    NamedRow.of(HINDERED)
                        .set("perturbation", entry.perturbation())
                        .set("reason", hindrance(entry))
                        .build())
            .toList();
    if (!rows.isEmpty()) {
      rows.forEach(row -> System.err.println("perturb: " + row.<String>getAs("reason")));
      Dataset<Row> told = run.spark().createDataFrame(rows, HINDERED);
      Rejections.record(run, told, col("perturbation"), col("reason"), lit(null));
    }
    return rows.size();
  }

  private static String hindrance(PerturbConfig.Entry entry) {
    return "%s: %s: a language model writes '%s', and perturb.endpoint names none of llm.endpoints"
        .formatted(entry.perturbation(), Status.NOT_APPLICABLE.id(), entry.writer().orElseThrow());
  }
}
