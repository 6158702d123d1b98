package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class WhenStillTest {
  private final Queue<Boolean> written = new ArrayDeque<>();
  private final List<String> done = new ArrayList<>();
  private final WhenStill work = new WhenStill(written::remove, this::work);

  /** A step after each look that finds nothing written, three at most. */
  private void work(BooleanSupplier stopped) {
    done.add("begun");
    for (int step = 0; step < 3 && !stopped.getAsBoolean(); step++) {
      done.add("step");
    }
  }

  private void looks(int number) {
    for (int i = 0; i < number; i++) {
      work.look();
    }
  }

  @Test
  void beginsAfterThreeLooksThatFindNothing() {
    written.addAll(List.of(false, false, true, false, false));
    looks(5);
    assertThat(done).isEmpty();
    written.addAll(List.of(false, false, false, false));
    looks(1);
    assertThat(done).containsExactly("begun", "step", "step", "step");
  }

  /** Whoever interrupted it commits again soon: it does not begin at the very next look. */
  @Test
  void isPutOffAgainOnceItWasInterrupted() {
    written.addAll(List.of(false, false, false, false, true));
    looks(3);
    assertThat(done).containsExactly("begun", "step");
    written.addAll(List.of(false, false));
    looks(2);
    assertThat(done).containsExactly("begun", "step");
    written.addAll(List.of(false, true));
    looks(1);
    assertThat(done).containsExactly("begun", "step", "begun");
  }
}
