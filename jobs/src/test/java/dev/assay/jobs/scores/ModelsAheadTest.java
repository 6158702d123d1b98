package dev.assay.jobs.scores;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Models;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.jobs.TestRun;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.spark.Evaluation;
import dev.assay.spark.RowLimit;
import dev.assay.spark.models.ModelsSource;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.spark.TaskContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelsAheadTest {
  /** Names of the threads that asked for models. */
  private static final Queue<String> ASKED = new ConcurrentLinkedQueue<>();

  /** Numbers of the tasks that asked for models. */
  private static final Queue<Integer> TASKS = new ConcurrentLinkedQueue<>();

  @TempDir Path directory;

  @Test
  void modelsAreLoadedAheadWhereAnEvaluatorAsksThemAndScoresAreMissing() throws Exception {
    Run run = TestRun.numbered(directory, 12);
    assertThat(ahead(run, new One(List.of()))).isZero();
    assertThat(ahead(run, new One(List.of(Slot.EMBEDDER)))).isEqualTo(1);
    assertThat(run.store().read(Tables.SCORES).count()).isEqualTo(24);
    assertThat(ahead(run, new One(List.of(Slot.EMBEDDER)))).as("nothing is missing").isZero();
  }

  /** One task for every 32 answers that networks read, and four at least (TasksTest). */
  @Test
  void answersThatNetworksReadAreSharedOutAmongTasks() throws Exception {
    Run run = TestRun.numbered(directory, 160);
    TASKS.clear();
    ahead(run, new One(List.of(Slot.EMBEDDER)));
    assertThat(TASKS).as("batches of 64, in eight tasks").hasSize(8).doesNotHaveDuplicates();
  }

  private static long ahead(Run run, RowEvaluator evaluator) {
    ASKED.clear();
    ModelsSource configured = EvaluatorSelection.evaluation(run.config()).source();
    Evaluate.computed(
        run,
        RunCoverage.responses(run),
        new Evaluation(
            List.of(evaluator),
            Map.of(),
            Map.of(),
            () -> {
              ASKED.add(Thread.currentThread().getName());
              Optional.ofNullable(TaskContext.get())
                  .ifPresent(task -> TASKS.add(task.partitionId()));
              return configured.models();
            },
            RowLimit.DEFAULT));
    return ASKED.stream().filter("models"::equals).count();
  }

  private record One(List<Slot> slots) implements RowEvaluator {
    @Override
    public Spec spec() {
      return Spec.of("one-" + slots.size(), "One")
          .slots(slots.toArray(Slot[]::new))
          .metric(Metric.share("share", 0.5, "1"))
          .build();
    }

    @Override
    public List<Outcome> score(List<Example> batch, Models models) {
      return batch.stream().map(example -> spec().outcome(Measure.of(1))).toList();
    }
  }
}
