package dev.assay.jobs.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(shown, true, StandardCharsets.UTF_8);

  @Test
  void saysRowsRateAndTimeLeft() {
    // 1,200 rows in 8 s are 150 a second; the other 2,800 take 18.7 s.
    assertThat(Progress.line("embed", 1200, 4000, 8))
        .isEqualTo("embed: 1,200 of 4,000 rows (30 %), 150 rows/s, 19 s left");
    // 10 rows in 20 s are 0.5 a second; 3,600 rows take 2 h.
    assertThat(Progress.line("embed", 10, 3610, 20)).endsWith(", 0.5 rows/s, 2 h 0 min left");
    assertThat(Progress.line("embed", 100, 100, 65)).endsWith("(100 %), 1.5 rows/s, 1 min 5 s");
  }

  @Test
  void saysNoRateBeforeTheFirstRow() {
    assertThat(Progress.line("embed", 0, 4000, 8)).isEqualTo("embed: 0 of 4,000 rows (0 %)");
    assertThat(Progress.line("embed", 0, 0, 8)).isEqualTo("embed: 0 of 0 rows");
  }

  @Test
  void countsTheStepsOfAllThreadsAndTheCounter() throws InterruptedException {
    try (Progress progress = new Progress("x", 4010, () -> 10, out, false, 60_000)) {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        Thread thread =
            new Thread(
                () -> {
                  for (int step = 0; step < 1000; step++) {
                    progress.step(1);
                  }
                });
        thread.start();
        threads.add(thread);
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
    assertThat(shown.toString(StandardCharsets.UTF_8)).startsWith("x: 4,010 of 4,010 rows (100 %)");
  }

  @Test
  void redrawsOneLineOnATerminal() {
    try (Progress progress = new Progress("x", 2, () -> 0, out, true, 60_000)) {
      progress.step(2);
    }
    assertThat(shown.toString(StandardCharsets.UTF_8))
        .startsWith("\r")
        .endsWith(System.lineSeparator());
  }
}
