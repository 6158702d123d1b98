package dev.assay.jobs;

import static org.apache.spark.sql.functions.current_timestamp;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.gate.Gate;
import dev.assay.jobs.gate.GateBreach;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PipelineGateTest {

  @Test
  void aBreachHidesNothingAndAnOldAnalysisIsRefused(@TempDir Path home) {
    LabelledStore store =
        new LabelledStore(
            home, 20, 10, 4, "pipeline.stages=[analyze, gate, report]", "gate.format=github");
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    Session session =
        new Session(
            SharedSpark.session(),
            store.loaded,
            store.runner,
            Set.of(),
            Map.of(),
            new PrintStream(printed, true, StandardCharsets.UTF_8));
    assertThatThrownBy(() -> Pipeline.RUN.run(session)).isInstanceOf(GateBreach.class);
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .contains("::error title=bound human.grounded", "What people would pass (grounded)")
        .contains("metric (* best mean)")
        .doesNotContain("Report: ");
    answerLater(store.runner.store());
    assertThatThrownBy(() -> store.runner.run(new Gate()))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("older than 1 of the answers")
        .hasMessageContaining("Run 'assay analyze' first");
  }

  @Test
  void whatEndsEarlySaysWhatTheSameCommandDoes(@TempDir Path home) {
    LabelledStore store = new LabelledStore(home, 20, 10, 4, "pipeline.stages=[answer, report]");
    Session session =
        new Session(
            SharedSpark.session(), store.loaded, store.runner, Set.of(), Map.of(), System.out);
    PrintStream usual = System.err;
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
    try {
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> Pipeline.RUN.run(session))
            .isInstanceOf(StageException.class)
            .hasMessageContaining("No system under test");
      }
    } finally {
      System.setErr(usual);
    }
    assertThat(told.toString(StandardCharsets.UTF_8))
        .contains(
            "run: ended early, at 'answer'. The same command goes on there.",
            "answer: an earlier run of the same ended early (failed); what it stored is kept");
    assertThat(Pipeline.rest("run", List.of("answer", "evaluate"), "calibrate"))
        .isEqualTo(
            "run: ended early, at 'calibrate'. Done, and not done again: answer, evaluate. The"
                + " same command goes on there.");
  }

  private static void answerLater(Store tables) {
    tables.merge(
        Tables.RESPONSES,
        tables
            .read(Tables.RESPONSES)
            .limit(1)
            .withColumn("answered_at", current_timestamp())
            .localCheckpoint());
  }
}
