package dev.assay.jobs.perturb;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import dev.assay.config.cases.PerturbConfig;
import dev.assay.jobs.answers.CasesToAsk;
import dev.assay.jobs.engine.PlacedCases;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.spark.Kept;
import dev.assay.tables.Keys;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * The cases that twins are made of: no twins themselves. Where they would have more twins than are
 * allowed, those with the smallest hash of seed and case.
 *
 * @param cases rows of test_cases, placed
 * @param left how many are not changed
 */
record Origins(Dataset<Row> cases, long number, long left) {

  static Origins of(Run run) {
    PerturbConfig perturb = run.config().perturb();
    Dataset<Row> ids = ids(run);
    Dataset<Row> all =
        PlacedCases.of(run.store())
            .join(ids.distinct(), RunCoverage.on(List.of("case_id")), "left_semi")
            .where(col("parent_case_id").isNull().and(col("perturbation").isNull()))
            .transform(Kept::cut);
    long number = all.count();
    long kept = Math.max(1, perturb.maxCases() / Math.max(1, perturb.able().size()));
    if (number <= kept) {
      return new Origins(all, number, 0);
    }
    Dataset<Row> some =
        all.orderBy(
                Keys.hash(
                    lit(Long.toString(run.config().run().seed())), lit("perturb"), col("case_id")))
            .limit(Math.toIntExact(kept))
            .transform(Kept::cut);
    return new Origins(some, kept, number - kept);
  }

  /** Where only recorded questions are to be changed, nothing has to be generated before. */
  private static Dataset<Row> ids(Run run) {
    boolean recorded = run.config().perturb().recorded() && run.finished("answer").isPresent();
    Stream<Dataset<Row>> answered =
        recorded ? Stream.of(run.covered("answer").select("case_id")) : Stream.empty();
    boolean made =
        !recorded
            || run.finished("generate").isPresent()
            || run.finished("tests").isPresent()
            || run.finished("grammar").isPresent();
    return Stream.concat(made ? CasesToAsk.covered(run) : Stream.empty(), answered)
        .reduce(Dataset::union)
        .orElseThrow();
  }

  /** Says what was left out. */
  void tell(PerturbConfig perturb) {
    if (left > 0) {
      System.err.printf(
          "perturb: %d of %d cases are changed, so that no more than perturb.max-cases = %d twins"
              + " are asked.%n",
          number, number + left, perturb.maxCases());
    }
  }
}
