package dev.assay.jobs.robustness;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.transform;

import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.perturb.Rewrite;
import dev.assay.perturb.registry.Perturbators;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Twins that asked something else than their origins, or asked it of other passages. Noise in
 * retrieval does not always find what to change (one passage has no other order): an answer to the
 * very same shows how steady a system is, not how robust.
 */
public final class ChangedTwins {
  private ChangedTwins() {}

  /** The responses without those of twins that changed nothing. */
  public static Dataset<Row> of(Run run, Dataset<Row> covered) {
    return isPossible(run)
        ? covered.join(unchanged(covered), RunCoverage.keys(), "left_anti")
        : covered;
  }

  /** How many responses that leaves out. */
  public static long left(Run run, Dataset<Row> covered) {
    return isPossible(run) ? unchanged(covered).count() : 0;
  }

  /** A suite brings twins of its own, by column {@code passages_changed}. */
  private static boolean isPossible(Run run) {
    return !run.config().tests().sources().isEmpty()
        || run.config().perturb().entries().stream()
            .flatMap(entry -> entry.perturbators().stream())
            .anyMatch(Perturbators::changesPassages);
  }

  /** By the texts that were handed over; a response without any says nothing of them. */
  private static Dataset<Row> unchanged(Dataset<Row> covered) {
    Column texts = transform(col("contexts"), one -> one.getField("text"));
    Dataset<Row> origins =
        covered.select(
            col("case_id").as("parent_case_id"),
            col("system"),
            col("repeat"),
            col("question").as("was_asked"),
            texts.as("was_handed"));
    return covered
        .where(col("parent_case_id").isNotNull())
        .where(col("attributes").getItem(Rewrite.PASSAGES).isNotNull())
        .join(origins, RunCoverage.on(List.of("parent_case_id", "system", "repeat")))
        .where(col("question").equalTo(col("was_asked")).and(texts.equalTo(col("was_handed"))))
        .select("case_id", "system", "repeat");
  }
}
