package dev.assay.jobs.suites;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import dev.assay.config.AssayConfig;
import dev.assay.config.cases.TestSource;
import dev.assay.config.cases.TestsConfig;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Reads the user's own test suites. */
public final class Tests implements Stage {
  private static final StageSpec SPEC =
      StageSpec.of("tests")
          // Ids of relevant documents and chunks are looked up.
          .reads(Tables.DOCUMENTS, Tables.CHUNKS)
          .writes(Tables.TEST_CASES, Tables.RUN_CASES, Tables.REJECTED)
          .keys("tests");

  @Override
  public StageSpec spec() {
    return SPEC;
  }

  /** Files may have changed, and cases too, by another run. */
  @Override
  public boolean skippable() {
    return false;
  }

  @Override
  public String files(AssayConfig config) {
    return SuiteFiles.identity(config.tests());
  }

  @Override
  public Plan plan(AssayConfig config) {
    Plan plan = Plan.NO_MODEL;
    for (TestSource source : config.tests().sources()) {
      OptionalLong cases = SuiteFiles.cases(source);
      plan =
          plan.note(
              "suite '%s' (%s): %s"
                  .formatted(
                      source.suite(),
                      source.path(),
                      cases.isPresent()
                          ? String.format(Locale.ROOT, "at most %,d cases", cases.getAsLong())
                          : "its cases are known once it is read"));
    }
    return plan;
  }

  /** Cases of all suites at most; empty where a file has to be read to tell. */
  public static OptionalLong cases(TestsConfig tests) {
    long all = 0;
    for (TestSource source : tests.sources()) {
      OptionalLong cases = SuiteFiles.cases(source);
      if (cases.isEmpty()) {
        return cases;
      }
      all += cases.getAsLong();
    }
    return OptionalLong.of(all);
  }

  /** Records of a user's file at most; empty where it has to be read to tell. */
  public static OptionalLong records(String path) {
    return SuiteFiles.records(path);
  }

  /**
   * Turns before the questions of all suites whose replies are not recorded, as far as lines tell.
   */
  public static long openTurns(TestsConfig tests) {
    return tests.sources().stream().mapToLong(OpenTurns::of).sum();
  }

  @Override
  public Counts run(Run run) {
    List<TestSource> sources = run.config().tests().sources();
    if (sources.isEmpty()) {
      throw new StageException(
          "No test suite is configured. Add one, for example tests.sources = [{ path ="
              + " \"golden.jsonl\" }]; docs/suites.md lists the columns.");
    }
    List<Suite> suites = new ArrayList<>();
    try {
      for (int i = 0; i < sources.size(); i++) {
        String name = "tests.sources[%d]".formatted(i);
        TestSource source = sources.get(i);
        suites.add(run.step(name, () -> Suite.read(run, source, name)));
      }
      Counts counts = Counts.of("suites", suites.size());
      Dataset<Row> cases = null;
      for (Suite suite : suites) {
        counts = counts.plus(suite.counts());
        cases = cases == null ? suite.cases() : cases.unionByName(suite.cases());
      }
      Dataset<Row> all = cases;
      long changed = run.step("cases", () -> KnownCases.put(run, all));
      RunCoverage.record(
          run, cases.select(col("case_id"), lit("").as("system"), lit(0).as("repeat")));
      return counts.and("test cases new or changed", changed);
    } finally {
      suites.forEach(Suite::close);
    }
  }
}
