package dev.assay.jobs.batches;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(shown, true, StandardCharsets.UTF_8);

  @Test
  void saysRowsRateAndTimeLeft() {
    // From 2 s to 8 s 900 rows: 150 a second; the other 2,800 take 18.7 s.
    assertThat(Progress.line("embed", 1200, 4000, 8, pace(2, 300, 5, 750, 8, 1200)))
        .isEqualTo("embed: 1,200 of 4,000 rows (30 %), 150 rows/s, 19 s left");
    // 10 rows in 20 s are 0.5 a second; 3,600 rows take 2 h.
    assertThat(Progress.line("embed", 11, 3611, 30, pace(10, 1, 20, 6, 30, 11)))
        .endsWith(", 0.5 rows/s, 2 h 0 min left");
    assertThat(Progress.line("embed", 100, 100, 65, new Pace()))
        .endsWith("(100 %), 1.5 rows/s, 1 min 5 s");
  }

  @Test
  void saysNoRateBeforeEnoughIsDone() {
    assertThat(Progress.line("embed", 0, 4000, 8, pace()))
        .isEqualTo("embed: 0 of 4,000 rows (0 %)");
    assertThat(Progress.line("embed", 0, 0, 8, pace())).isEqualTo("embed: 0 of 0 rows");
    assertThat(Progress.line("embed", 64, 6400, 17, pace(17, 64)))
        .isEqualTo("embed: 64 of 6,400 rows (1 %)");
  }

  /**
   * Models load for 16 s, then 64 rows take a second: 6,400 rows are done after 116 s. By rows over
   * time, the first line would promise 17 s / 64 · 6,336 = 28 minutes.
   */
  @Test
  void neverPromises28MinutesForTwo() {
    Pace pace = new Pace();
    int promises = 0;
    for (double now = 0.5; now < 116; now += 0.5) {
      pace.saw(now, Math.max(0, (long) now - 16) * 64);
      OptionalDouble left = pace.left(now, 6400);
      if (left.isPresent()) {
        promises++;
        assertThat(left.getAsDouble()).as("after %s s", now).isCloseTo(116 - now, within(1e-9));
      }
    }
    // 17 s and 18 s are the first slice's; from 18 s two more steps and 5 s: told from 23 s on.
    assertThat(pace.left(116, 6400)).isPresent();
    assertThat(promises).isEqualTo(2 * (116 - 23));
  }

  @Test
  void goesByTheLastMinute() {
    Pace pace = new Pace();
    // An hour of one row a second, then ten a second for 70 s: 900 more rows take 90 s.
    for (int second = 1; second <= 3600; second++) {
      pace.saw(second, second);
    }
    for (int second = 1; second <= 70; second++) {
      pace.saw(3600 + second, 3600 + 10 * second);
    }
    assertThat(pace.left(3670, 4300 + 900)).hasValue(90);
  }

  @Test
  void slowsDownWhereRowsAreLongInComing() {
    Pace pace = pace(10, 10, 20, 20, 30, 30);
    // One a second; ten are due at 40 s, and at 60 s have been due for 20: 20 rows in 40 s.
    assertThat(pace.rate(40)).hasValue(1);
    assertThat(pace.rate(60)).hasValue(0.5);
  }

  /** Seconds and rows done, in turn. */
  private static Pace pace(long... seen) {
    Pace pace = new Pace();
    for (int i = 0; i < seen.length; i += 2) {
      pace.saw(seen[i], seen[i + 1]);
    }
    return pace;
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
