package dev.assay.report.covered;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.jobs.SparkJobs;
import dev.assay.spark.Kept;
import dev.assay.spark.SharedSpark;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

class CoveredAnswersTest {
  private static final SparkSession SPARK = SharedSpark.session();

  /** Four answers a case: of two systems, twice each. */
  private static Dataset<Row> answers(int cases) {
    return SPARK
        .range(cases * 4L)
        .selectExpr(
            "CAST(id DIV 4 AS STRING) AS case_id",
            "IF(id % 2 = 0, 'a', 'b') AS system",
            "CAST(id DIV 2 % 2 AS INT) AS repeat");
  }

  private static Dataset<Row> scores() {
    return answers(3000).withColumn("value", org.apache.spark.sql.functions.lit(1.0));
  }

  @Test
  void rowsOfManyAnswersPassByTheirHashesWithoutAShuffle() throws Exception {
    Dataset<Row> keys =
        answers(3000).where("system = 'a' OR repeat = 1 OR CAST(case_id AS INT) % 3 = 0").cache();
    try (CoveredAnswers some = CoveredAnswers.of(keys)) {
      Dataset<Row> left = some.only(scores());
      assertThat(left.queryExecution().executedPlan().toString()).doesNotContain("Exchange");
      assertThat(left.count()).isEqualTo(keys.count()).isEqualTo(10_000);
      assertThat(left.drop("value").exceptAll(keys).isEmpty()).isTrue();
    } finally {
      keys.unpersist();
    }
  }

  @Test
  void tooManyAreJoinedAndFewAreInTheDriver() throws Exception {
    Dataset<Row> keys = answers(3000).where("repeat = 0").cache();
    try (CoveredAnswers joined = CoveredAnswers.of(keys, 5999);
        CoveredAnswers hashed = CoveredAnswers.of(keys, 6000)) {
      assertThat(joined.only(scores()).queryExecution().executedPlan().toString())
          .contains("LeftSemi");
      assertThat(joined.only(scores()).count()).isEqualTo(6000);
      assertThat(hashed.only(scores()).count()).isEqualTo(6000);
    } finally {
      keys.unpersist();
    }
    Dataset<Row> few = Kept.of(SPARK.createDataFrame(answers(5).collectAsList(), keys.schema()));
    try (SparkJobs jobs = new SparkJobs();
        CoveredAnswers here = CoveredAnswers.of(few)) {
      assertThat(jobs.labels()).isEmpty();
      assertThat(here.only(scores()).count()).isEqualTo(20);
    }
  }

  @Test
  void noAnswersLetNothingPass() throws Exception {
    Dataset<Row> none = answers(3000).where("repeat = 7").cache();
    try (CoveredAnswers nothing = CoveredAnswers.of(none)) {
      assertThat(nothing.only(scores()).isEmpty()).isTrue();
    } finally {
      none.unpersist();
    }
  }

  @Test
  void whatIsGivenTwiceIsSeen() throws Exception {
    Dataset<Row> once = answers(3000).cache();
    Dataset<Row> twice = once.union(once.limit(1)).cache();
    try (CoveredAnswers distinct = CoveredAnswers.of(once);
        CoveredAnswers repeated = CoveredAnswers.of(twice);
        CoveredAnswers unknown = CoveredAnswers.of(once, 1)) {
      assertThat(distinct.areDistinct()).isTrue();
      assertThat(repeated.areDistinct()).isFalse();
      assertThat(unknown.areDistinct()).isFalse();
    } finally {
      twice.unpersist();
      once.unpersist();
    }
  }
}
