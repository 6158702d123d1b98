package dev.assay.jobs.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.jobs.TestRun;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.slices.Slices;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HumanEstimatesTest {
  private static final StructType SUMS =
      StructType.fromDDL(
          "system STRING, slice STRING, metric STRING, dimension STRING, group_id STRING,"
              + " stratum STRING, w DOUBLE, wf DOUBLE, lw DOUBLE, ly DOUBLE, lf DOUBLE, n BIGINT,"
              + " weighted BOOLEAN, responses BIGINT, unanswered BIGINT, predicted_by STRING");

  @TempDir Path home;

  /**
   * With so few labels they speak alone: 2 of 3. A label that was not drawn with a chance counts as
   * all do.
   */
  @Test
  void aCellSaysWhatItsLabelsSayAndHowTheyWereDrawn() {
    List<Row> sums = new ArrayList<>();
    for (int g = 0; g < 3; g++) {
      sums.add(group("drawn", g, 1, true, null));
      sums.add(group("mixed", g, 1, g != 1, ""));
      sums.add(group("silent", g, 0, true, null));
    }
    Run run = TestRun.of(home, "analyze", "evaluate.evaluators=[token_f1]");
    List<Row> rows =
        new HumanEstimates(run, Slices.USUAL)
            .rows(run.spark().createDataFrame(sums, SUMS))
            .orderBy("system")
            .collectAsList();
    assertThat(rows)
        .extracting(row -> row.<String>getAs("system"))
        .containsExactly("drawn", "mixed");
    for (Row row : rows) {
      assertThat(row.<Double>getAs("human_estimate")).isCloseTo(2 / 3.0, within(1e-9));
      assertThat(row.<Long>getAs("answered")).isEqualTo(5);
      assertThat(row.<Long>getAs("unanswered")).isEqualTo(1);
      assertThat(row.<Long>getAs("labelled_groups")).isEqualTo(3);
    }
    assertThat(rows.get(0).<String>getAs("human_method")).endsWith(", labels by 1/π");
    assertThat(rows.get(1).<String>getAs("human_method"))
        .endsWith(", labels as a uniform sample, no metric is fit to help");
  }

  /** Two responses; the first group's label is 0, and one of its responses is no answer. */
  private static Row group(String system, int g, long labels, boolean weighted, String by) {
    return RowFactory.create(
        system,
        "all",
        "m",
        "d",
        "g" + g,
        "",
        2.0,
        1.0,
        (double) labels,
        (double) (g == 0 ? 0 : labels),
        .5 * labels,
        labels,
        weighted,
        2L,
        g == 0 ? 1L : 0L,
        by);
  }
}
