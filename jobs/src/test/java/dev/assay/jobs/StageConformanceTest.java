package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.Metric;
import dev.assay.evaluators.Evaluators;
import dev.assay.jobs.analysis.Finding;
import dev.assay.jobs.analysis.MeanFindings;
import dev.assay.perturb.Chain;
import dev.assay.perturb.Intensity;
import dev.assay.perturb.Perturbator;
import dev.assay.perturb.registry.Perturbators;
import dev.assay.tables.Tables;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The conformance pairs with H2O Sonar that are about stages; the others: ConformanceTest. */
class StageConformanceTest {

  /**
   * Pairs 43 to 45, differ: the reference changes every so-manieth place from the first on, Assay
   * draws the places by the run's seed. So the same words come back, as many of them changed as
   * there, and a twin of the reference's making that a suite brings is as good as any.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "comma | What is the capital city of the Czech Republic today?",
        "word_swap | What is the capital city of the Czech Republic today?",
        "yz_swap | My very tiny daily yearly city story"
      })
  void twinsOfTheReferenceCanBeMade(String perturbator, String question) {
    assertThat(Stages.names()).contains("perturb");
    Chain chain = new Chain(List.of(Perturbators.of(perturbator)), Intensity.EXTREME);
    String twin =
        chain
            .twin(new Perturbator.Asked(question, List.of()), 1, "case")
            .twin()
            .orElseThrow()
            .question();
    assertThat(twin).isNotEqualTo(question);
    assertThat(words(twin.replace('z', 'y'))).isEqualTo(words(question.replace('z', 'y')));
  }

  private static List<String> words(String text) {
    return Arrays.stream(text.split("[ ,?]+")).sorted().toList();
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
