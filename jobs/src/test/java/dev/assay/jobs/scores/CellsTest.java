package dev.assay.jobs.scores;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.jobs.TestRun;
import dev.assay.jobs.engine.Run;
import dev.assay.spark.SharedSpark;
import dev.assay.stats.Observation;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CellsTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final String METRIC = "token_f1.token_f1";

  @TempDir Path dir;

  /**
   * Group g has two questions of weight 2 and a twin of one of them, asked twice: 1/4 was drawn.
   */
  @Test
  void aGroupsFractionIsTheChanceOfItsChunkHoweverOftenItWasAsked() {
    Run open = run();
    store(open);
    Dataset<Row> covered = covered();
    Cells cells = new Cells(open);
    assertThat(fractions(cells.groups(covered))).containsExactly(0.0, 0.0);
    assertThat(cells.note()).isEmpty();

    Cells finite = new Cells(run("analyze.finite-corpus=true"));
    Dataset<Row> groups = finite.groups(covered);
    assertThat(fractions(groups)).containsExactly(.25, 1.0);
    assertThat(finite.note()).isEqualTo(", finite corpus");
    // Six rows of weight 2 are one observation; the slice of a type has the same fraction.
    List<Row> all =
        groups
            .where(col("slice").equalTo(Cells.ALL))
            .orderBy("group_id")
            .select(Cells.group().as("group"))
            .select("group.*")
            .collectAsList();
    assertThat(Cells.observations(all))
        .containsExactly(
            new Observation("g", "0", .5, 12, .25), new Observation("h", "0", .5, 2, 1));
  }

  @Test
  void whatComparesWithAnExpectedAnswerIsNotAboutUnanswerableQuestions() {
    Run open = run();
    store(open);
    Dataset<Row> covered =
        covered()
            .withColumn("answerable", col("group_id").equalTo("g"))
            .withColumn(
                "expected_answer", functions.when(col("answerable"), col("expected_answer")));
    Dataset<Row> all = new Cells(open).groups(covered).where(col("slice").equalTo(Cells.ALL));
    assertThat(all.select("group_id").as(Encoders.STRING()).collectAsList()).containsExactly("g");
  }

  private Run run(String... settings) {
    List<String> all = new ArrayList<>(List.of(settings));
    all.add("evaluate.evaluators=[token_f1]");
    return TestRun.of(dir, "analyze", all.toArray(String[]::new));
  }

  private static List<Double> fractions(Dataset<Row> groups) {
    return groups
        .where(col("slice").equalTo(Cells.ALL))
        .orderBy("group_id")
        .select("fraction")
        .as(Encoders.DOUBLE())
        .collectAsList();
  }

  private static void store(Run run) {
    run.store()
        .append(
            Tables.SCORES,
            covered()
                .selectExpr(
                    "case_id",
                    "system",
                    "repeat",
                    "'%s' AS metric".formatted(METRIC),
                    "0.5D AS value",
                    "CAST(NULL AS BOOLEAN) AS passed",
                    "CAST(NULL AS DOUBLE) AS threshold",
                    "'ok' AS status",
                    "CAST(NULL AS STRING) AS reason",
                    "false AS truncated",
                    "CAST(NULL AS STRING) AS model",
                    "'f' AS fingerprint"));
  }

  private static Dataset<Row> covered() {
    return SPARK.sql(
        "SELECT case_id, 'a' AS system, repeat, group_id, sampling_weight, 0 AS stratum_id, true AS drawn,"
            + " 'factual' AS query_type, parent_case_id, true AS answerable, 'e' AS"
            + " expected_answer FROM VALUES"
            + " ('k1', 'g', 2.0D, CAST(NULL AS STRING)), ('k2', 'g', 2.0D, NULL),"
            + " ('t1', 'g', 2.0D, 'k1'), ('k3', 'h', 1.0D, NULL)"
            + " AS cases(case_id, group_id, sampling_weight, parent_case_id)"
            + " CROSS JOIN VALUES (0), (1) AS repeats(repeat)");
  }
}
