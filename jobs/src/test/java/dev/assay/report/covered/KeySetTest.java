package dev.assay.report.covered;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KeySetTest {
  /** Halves of few values, zeros among them, so that many share a place, a half or both. */
  @Test
  void knowsWhatWasAddedAndNothingElse() {
    SplittableRandom random = new SplittableRandom(1);
    for (int size : new int[] {0, 1, 2, 3, 10, 1000}) {
      KeySet keys = new KeySet(size);
      Map<List<Long>, Integer> added = new HashMap<>();
      for (int i = 0; i < size; i++) {
        long first = random.nextLong(50) << 20 * random.nextInt(3);
        long second = random.nextLong(20);
        keys.add(first, second, i % 128);
        added.putIfAbsent(List.of(first, second), i % 128);
      }
      assertThat(keys.size()).isEqualTo(added.size());
      for (long a = 0; a < 50; a++) {
        for (long b = 0; b < 21; b++) {
          for (int shift = 0; shift < 3; shift++) {
            long first = a << 20 * shift;
            assertThat(keys.mark(first, b))
                .as("%d: %d, %d", size, first, b)
                .isEqualTo(added.getOrDefault(List.of(first, b), KeySet.ABSENT));
            assertThat(keys.contains(first, b)).isEqualTo(added.containsKey(List.of(first, b)));
          }
        }
      }
    }
  }

  @Test
  void hasRoomForAllThatItWasMadeForInOneRun() {
    for (int size = 0; size < 200; size++) {
      KeySet keys = new KeySet(size);
      List<Long> added = new ArrayList<>();
      for (long i = 0; i < size; i++) {
        keys.add(i << 32, 1, 0); // All want the same place.
        added.add(i << 32);
      }
      assertThat(added)
          .allMatch(one -> keys.contains(one, 1))
          .noneMatch(one -> keys.contains(one, 2));
    }
  }
}
