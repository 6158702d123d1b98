package dev.assay.jobs.scores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Spec;
import dev.assay.jobs.TestRun;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.StageException;
import dev.assay.spark.Evaluation;
import dev.assay.spark.RowLimit;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The share that failed is one of all scores of a metric, of covered responses alone. */
class FailedScoresTest {
  @TempDir Path directory;

  @Test
  void theWorstMetricIsNamedWithItsShareOfAllScores() throws Exception {
    Run run = run(0.2);
    Dataset<Row> covered = RunCoverage.responses(run);
    Evaluate.computed(
        run,
        covered,
        evaluation(run, new Failing("fine", 0), new Failing("few", 1), new Failing("several", 5)));

    assertThatThrownBy(() -> FailedScores.tell(run, covered))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("25.0 % of the scores of several.share are model errors");
    assertThat(FailedScores.tell(run, covered.where("answer NOT IN ('0', '1')")))
        .as("3 of 18")
        .isZero();
  }

  @Test
  void aShareWithinTheLimitAndNoneAreFine() throws Exception {
    Run run = run(0.25);
    Dataset<Row> covered = RunCoverage.responses(run);
    Evaluate.computed(run, covered, evaluation(run, new Failing("several", 5)));
    assertThat(FailedScores.tell(run, covered)).isZero();
    Evaluate.computed(run, covered, evaluation(run, new Failing("fine", 0)));
    assertThat(FailedScores.tell(run, covered)).isZero();
  }

  private Run run(double limit) throws Exception {
    return TestRun.numbered(directory, 20, "evaluate.max-error-share=" + limit);
  }

  private static Evaluation evaluation(Run run, RowEvaluator... evaluators) {
    return new Evaluation(
        List.of(evaluators),
        Map.of(),
        Map.of(),
        EvaluatorSelection.evaluation(run.config()).source(),
        RowLimit.DEFAULT);
  }

  /**
   * Fails on answers by their number.
   *
   * @param least the first number on which it does not
   */
  private record Failing(String id, int least) implements RowEvaluator {
    @Override
    public Spec spec() {
      return Spec.of(id, id).metric(Metric.share("share", 0.5, "1")).build();
    }

    @Override
    public List<Outcome> score(List<Example> batch, Models models) {
      return batch.stream().map(this::score).toList();
    }

    private Outcome score(Example example) {
      if (Integer.parseInt(example.answer().orElseThrow()) < least) {
        throw new IllegalStateException("no model today");
      }
      return spec().outcome(List.of(), Measure.of(1));
    }
  }
}
