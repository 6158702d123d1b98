package dev.assay.jobs.analysis;

import dev.assay.jobs.engine.Run;
import dev.assay.jobs.scores.Cells;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * How systems stand, each part computed once.
 *
 * @param measured rows of table leaderboard without what people said
 * @param leading which metrics are estimated by people's labels first
 * @param leaderboard the same with it
 * @param comparisons rows of table comparisons
 * @param standing rows of table leaderboard with ranks
 */
record Board(
    Dataset<Row> measured,
    LeadingEstimates leading,
    Dataset<Row> leaderboard,
    Dataset<Row> comparisons,
    Dataset<Row> standing) {

  /**
   * @param groups of {@link Cells#groups}
   * @param said of {@link HumanEstimates#responses}
   */
  static Board of(
      Run run, Cells cells, Dataset<Row> groups, HumanEstimates humans, Dataset<Row> said) {
    LeaderboardCells board = new LeaderboardCells(run, cells);
    Dataset<Row> measured = Analyze.made(run, "cells", () -> board.rows(groups));
    Dataset<Row> spoken = Analyze.made(run, "what people said", () -> HumanEstimates.sums(said));
    LeadingEstimates leading =
        run.step("leading estimates", () -> new LeadingEstimates(run, spoken));
    Dataset<Row> sums = Analyze.made(run, "leading estimates", leading::sums);
    Dataset<Row> leaderboard =
        Analyze.made(run, "human estimates", () -> board.withHumans(measured, humans.rows(sums)));
    Dataset<Row> comparisons =
        Analyze.made(
            run,
            "comparisons",
            () ->
                new Comparisons(run, cells)
                    .rows(groups)
                    .unionByName(new HumanDifferences(run).rows(sums)));
    Dataset<Row> standing =
        Analyze.made(
            run,
            "ranks and shrunken estimates",
            () ->
                RanksTogether.with(
                    ShrunkEstimates.with(run, leaderboard),
                    comparisons,
                    cells.metrics(),
                    1 - run.config().analyze().confidence()));
    return new Board(measured, leading, leaderboard, comparisons, standing);
  }
}
