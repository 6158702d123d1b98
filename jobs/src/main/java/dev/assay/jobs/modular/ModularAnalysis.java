package dev.assay.jobs.modular;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.countDistinct;

import dev.assay.config.grammar.HypothesisConfig;
import dev.assay.config.grammar.ModularConfig;
import dev.assay.grammar.CaseAttributes;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.spark.Kept;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * The part of an analysis that is about groups of questions that mean the same: those from a
 * database, and groups with several wordings that have a hypothesis' attribute. A perturbed case
 * has its origin's attributes and is no wording of its own: it is left out. Where there are none
 * nothing is written.
 */
public final class ModularAnalysis {
  private static final List<Table> TABLES =
      List.of(
          Tables.GRAMMAR_GROUPS,
          Tables.GRAMMAR_HYPOTHESES,
          Tables.GRAMMAR_CONTRASTS,
          Tables.GRAMMAR_RELIABILITY);

  private ModularAnalysis() {}

  /**
   * Writes the tables of this run and returns the number of groups.
   *
   * @param covered of {@link RunCoverage#responses}
   */
  public static long store(Run run, Dataset<Row> covered) {
    Dataset<Row> grouped = grouped(covered, run.config().grammar().modular());
    if (grouped.isEmpty()) {
      return 0;
    }
    Dataset<Row> judged = new JudgedReplies(run).rows(grouped).transform(Kept::cut);
    GroupRows groups = new GroupRows(run);
    Dataset<Row> verdicts = groups.verdicts(judged).transform(Kept::cut);
    TABLES.forEach(table -> run.store().deleteWhere(table, col("run_id").equalTo(run.runId())));
    SideRows sides = new SideRows(run);
    run.store().append(Tables.GRAMMAR_GROUPS, verdicts.drop(GroupRows.SIDES));
    run.store().append(Tables.GRAMMAR_HYPOTHESES, sides.hypotheses(verdicts));
    run.store().append(Tables.GRAMMAR_CONTRASTS, sides.contrasts(verdicts));
    run.store().append(Tables.GRAMMAR_RELIABILITY, new ReliabilityRows(run).rows(judged));
    return verdicts.count();
  }

  private static Dataset<Row> grouped(Dataset<Row> covered, ModularConfig config) {
    Column sql = col("attributes").getItem(CaseAttributes.SQL);
    Column related = sql.isNotNull();
    for (HypothesisConfig hypothesis : config.hypotheses()) {
      related = related.or(col("attributes").getItem(hypothesis.attribute()).isNotNull());
    }
    Dataset<Row> candidates = covered.where(col("parent_case_id").isNull()).where(related);
    Dataset<Row> several =
        candidates
            .where(sql.isNull())
            .groupBy("suite", "group_id")
            .agg(countDistinct("question").as("wordings"))
            .where(col("wordings").gt(1))
            .select("suite", "group_id");
    return candidates
        .where(sql.isNotNull())
        .unionByName(
            candidates
                .where(sql.isNull())
                .join(several, RunCoverage.on(List.of("suite", "group_id")), "left_semi")
                .select(
                    java.util.Arrays.stream(candidates.columns())
                        .map(org.apache.spark.sql.functions::col)
                        .toArray(Column[]::new)));
  }
}
