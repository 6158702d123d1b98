package dev.assay.jobs.scores;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.assay.spark.Evaluation;
import dev.assay.spark.RowLimit;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HangingRowTest {
  private static volatile boolean hanging = true;

  @TempDir Path directory;

  @AfterEach
  void letGo() {
    hanging = false;
  }

  @Test
  void anEvaluatorThatHangsInATaskCostsItsRowAndTheStageEnds() throws Exception {
    Run run = TestRun.numbered(directory, 20);
    Evaluate.computed(
        run,
        RunCoverage.responses(run),
        new Evaluation(
            List.of(new Hanging()),
            Map.of(),
            Map.of(),
            EvaluatorSelection.evaluation(run.config()).source(),
            new RowLimit(Duration.ofMillis(300))));

    List<Row> scores = run.store().read(Tables.SCORES).collectAsList();
    assertThat(scores).hasSize(20);
    assertThat(scores.stream().filter(row -> row.getAs("status").equals("ok"))).hasSize(19);
    assertThat(scores.stream().filter(row -> row.getAs("status").equals("timeout")))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.<Double>getAs("value")).as("absence is no number").isNull();
              assertThat(row.<String>getAs("reason"))
                  .contains("took more than 0.3 s", "evaluate.row-timeout-seconds");
            });
  }

  /** Hangs on one answer, deaf to interruption. */
  private static final class Hanging implements RowEvaluator {
    private static final long serialVersionUID = 1L;

    @Override
    public Spec spec() {
      return Spec.of("hanging", "Hanging").metric(Metric.share("share", 0.5, "1")).build();
    }

    @Override
    public List<Outcome> score(List<Example> batch, Models models) {
      return batch.stream().map(this::score).toList();
    }

    private Outcome score(Example example) {
      while (hanging && example.answer().orElse("").equals("7")) {
        Thread.onSpinWait();
      }
      return spec().outcome(Measure.of(1));
    }

    @Override
    public String toString() {
      return "hanging";
    }
  }
}
