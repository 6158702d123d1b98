package dev.assay.jobs.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.spark.SharedSpark;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** Which cases a problem about a mean names, in which order. */
class WorstAnswersTest {
  private static final SparkSession SPARK = SharedSpark.session();

  /** Seven cases, a twin that is worse than all, and an answer that the analysis has not. */
  private static final Dataset<Row> COVERED =
      SPARK.sql(
          "SELECT case_id, 's' AS system, 0 AS repeat, IF(case_id = 'twin',"
              + " map('perturbation_meaning', 'preserved'), map()) AS attributes FROM VALUES ('a'),"
              + " ('b'), ('c'), ('d'), ('e'), ('f'), ('g'), ('twin') AS t(case_id)");

  private static final Dataset<Row> SCORES =
      SPARK.sql(
          "SELECT case_id, 's' AS system, 0 AS repeat, metric, value, passed FROM VALUES ('a',"
              + " 'x.up', .4, false), ('b', 'x.up', .1, false), ('c', 'x.up', .3, false), ('d',"
              + " 'x.up', .2, false), ('e', 'x.up', .2, false), ('f', 'x.up', .45, false), ('g',"
              + " 'x.up', .9, true), ('twin', 'x.up', 0, false), ('gone', 'x.up', 0, false), ('a',"
              + " 'x.down', .7, false), ('b', 'x.down', .9, false), ('c', 'x.down', .1, true),"
              + " ('b', 'x.lost', NULL, NULL), ('a', 'x.lost', NULL, NULL), ('c', 'x.lost', .1,"
              + " false) AS t(case_id, metric, value, passed)");

  @Test
  void theWorstStandFirstAtMostFiveOfThem() {
    assertThat(cases("x.up", MeanFindings.PAST)).containsExactly("b", "d", "e", "c", "a");
  }

  @Test
  void whereLowerIsBetterTheHighestIsTheWorst() {
    assertThat(cases("x.down", MeanFindings.PAST)).containsExactly("b", "a");
  }

  @Test
  void ofMissingValuesThoseThatHaveNoneAreNamed() {
    assertThat(cases("x.lost", MeanFindings.MISSING)).containsExactly("a", "b");
    assertThat(cases("x.lost", "best")).as("of no mean").isEmpty();
  }

  private static List<String> cases(String metric, String kind) {
    Finding finding = new Finding(Finding.HIGH, metric, "s", kind, "what", "do", List.<String>of());
    return WorstAnswers.named(List.of(finding), COVERED, SCORES, List.of("x.down")).get(0).cases();
  }
}
