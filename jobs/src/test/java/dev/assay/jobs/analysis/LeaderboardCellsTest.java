package dev.assay.jobs.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.jobs.TestRun;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.scores.Cells;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeaderboardCellsTest {
  private static final StructType GROUPS =
      StructType.fromDDL(
          "system STRING, slice STRING, metric STRING, group_id STRING, stratum STRING, n BIGINT,"
              + " weight DOUBLE, total DOUBLE, n_missing BIGINT, weight_missing DOUBLE,"
              + " fraction DOUBLE");

  @TempDir Path home;

  /**
   * Weights of 2, 1 and 0 with totals of 1, .5 and 0, and two values of weight 1 that are missing:
   * the mean is 1.5 / 3; were the missing ones 0, 1.5 / 5, and were they 1, 3.5 / 5.
   */
  @Test
  void aCellSumsItsGroupsAndSaysWhatIsMissing() {
    List<Row> rows =
        cells(group("g3", 0, 0, 0, 1), group("g1", 2, 2, 1, 0), group("g2", 1, 1, .5, 1));
    assertThat(rows).hasSize(1);
    Row cell = rows.get(0);
    assertThat(cell.<Long>getAs("n")).isEqualTo(3);
    assertThat(cell.<Long>getAs("n_missing")).isEqualTo(2);
    assertThat(cell.<Long>getAs("n_groups")).isEqualTo(2);
    assertThat(cell.<Double>getAs("estimate")).isCloseTo(.5, within(1e-12));
    assertThat(cell.<Double>getAs("worst_case")).isCloseTo(.3, within(1e-12));
    assertThat(cell.<Double>getAs("best_case")).isCloseTo(.7, within(1e-12));
    assertThat(cell.<String>getAs("status")).isEqualTo("ok");
  }

  /** Absence is not a number. */
  @Test
  void aCellInWhichNothingWasMeasuredHasNoMean() {
    Row cell = cells(group("g1", 0, 0, 0, 1), group("g2", 0, 0, 0, 2)).get(0);
    assertThat(cell.<Double>getAs("estimate")).isNull();
    assertThat(cell.<Long>getAs("n")).isZero();
    assertThat(cell.<Long>getAs("n_missing")).isEqualTo(3);
    assertThat(cell.<String>getAs("status")).isEqualTo("no_input");
    assertThat(cell.<Integer>getAs("rank")).isNull();
  }

  private List<Row> cells(Row... groups) {
    Run run = TestRun.of(home, "analyze", "evaluate.evaluators=[token_f1]");
    Dataset<Row> all = run.spark().createDataFrame(List.of(groups), GROUPS);
    return new LeaderboardCells(run, new Cells(run)).rows(all).collectAsList();
  }

  private static Row group(String id, long n, double weight, double total, long missing) {
    return RowFactory.create(
        "s",
        Cells.ALL,
        "token_f1.token_f1",
        id,
        "",
        n,
        weight,
        total,
        missing,
        (double) missing,
        0.0);
  }
}
