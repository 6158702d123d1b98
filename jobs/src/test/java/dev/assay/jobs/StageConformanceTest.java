package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.Metric;
import dev.assay.evaluators.Evaluators;
import dev.assay.jobs.analysis.Finding;
import dev.assay.jobs.analysis.MeanFindings;
import dev.assay.jobs.engine.UsageException;
import dev.assay.tables.Tables;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The conformance pairs with H2O Sonar that are about stages; the others: ConformanceTest. */
class StageConformanceTest {

  /**
   * Pairs 43 to 45, differs: Assay does not perturb. A suite brings the twins, each naming its
   * origin and how it was made, and the stages judge what becomes of the answers: so a twin of the
   * reference's making is as good as any.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "What, is the capital city, of the Czech, Republic today?",
        "is What the city capital of Czech the Republic today?",
        "Mz very tinz daily zearly citz story"
      })
  void twinsComeWithTheSuite(String twin) {
    assertThat(Stages.names()).doesNotContain("perturb");
    assertThatThrownBy(() -> Stages.of("perturb"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("Unknown stage 'perturb'");
    assertThat(Tables.TEST_CASES.schema().fieldNames())
        .as("where %s would say whose twin it is", twin)
        .contains("question", "parent_case_id", "perturbation");
  }

  /**
   * Pair 47, differs: half the threshold says nothing of whether the system is bad or the sample
   * small. A problem is high where the whole interval is past the threshold, in either direction,
   * else medium; the reference has medium, high, and medium for whatever is to be low.
   */
  @ParameterizedTest
  @CsvSource({
    "groundedness.groundedness, 0.40, 0.20, 0.80, medium",
    "groundedness.groundedness, 0.40, 0.30, 0.50, high",
    "groundedness.groundedness, 0.375, 0.10, 0.76, medium",
    "toxicity.toxicity, 0.99, 0.98, 1.00, high",
    "toxicity.toxicity, 0.99, 0.70, 1.00, medium"
  })
  void severityGoesByTheInterval(
      String metric, double mean, double low, double high, String severity) {
    assertThat(problems(metric, mean, low, high))
        .extracting(Finding::severity)
        .containsExactly(severity);
  }

  @Test
  void atTheThresholdThereIsNoProblem() {
    assertThat(problems("groundedness.groundedness", 0.75, 0.5, 0.9)).isEmpty();
  }

  private static List<Finding> problems(String metric, double mean, double low, double high) {
    String evaluator = metric.substring(0, metric.indexOf('.'));
    Metric primary = Evaluators.of(evaluator).spec().primary();
    Map<String, Object> cell =
        Map.of(
            "metric",
            metric,
            "system",
            "s",
            "estimate",
            mean,
            "ci_low",
            low,
            "ci_high",
            high,
            "n",
            40L,
            "n_missing",
            0L);
    Object[] values =
        Arrays.stream(Tables.LEADERBOARD.schema().fieldNames()).map(cell::get).toArray();
    Row row = new GenericRowWithSchema(values, Tables.LEADERBOARD.schema());
    return new MeanFindings(List.of(row), Map.of(metric, primary), List.of(metric)).problems(0.05);
  }
}
