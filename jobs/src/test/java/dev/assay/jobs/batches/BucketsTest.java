package dev.assay.jobs.batches;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BucketsTest {
  @Test
  void takesAtLeastWhatWasAskedForAndNoBucketMore() {
    Buckets buckets = new Buckets(new long[] {3, 0, 4, 5, 90});
    assertEquals(new Buckets.Range(0, 3, 7), buckets.next(4));
    assertEquals(95, buckets.left());
    assertEquals(new Buckets.Range(3, 4, 5), buckets.next(1));
  }

  @Test
  void aSmallRestGoesWithTheLastRange() {
    assertEquals(new Buckets.Range(0, 3, 22), new Buckets(new long[] {10, 10, 2}).next(20));
    Buckets rest = new Buckets(new long[] {10, 10, 6});
    assertEquals(20, rest.next(20).rows());
    assertEquals(6, rest.next(20).rows());
  }

  @Test
  void oneHugeBucketIsOneRange() {
    Buckets buckets = new Buckets(new long[] {0, 1_000_000, 0});
    assertEquals(1_000_000, buckets.next(10).rows());
    assertEquals(0, buckets.left());
  }

  @Test
  void rangesCoverEveryBucketOnce() {
    Random random = new Random(4);
    for (int trial = 0; trial < 200; trial++) {
      long[] sizes = random.longs(50, 0, trial % 7 + 1).toArray();
      Buckets buckets = new Buckets(sizes);
      List<Buckets.Range> ranges = new ArrayList<>();
      while (buckets.left() > 0) {
        ranges.add(buckets.next(random.nextInt(40)));
      }
      int from = 0;
      for (Buckets.Range range : ranges) {
        assertEquals(from, range.from());
        assertTrue(range.rows() > 0, "an empty range costs a commit");
        long rows = 0;
        for (int i = range.from(); i < range.to(); i++) {
          rows += sizes[i];
        }
        assertEquals(rows, range.rows());
        from = range.to();
      }
      for (int i = from; i < sizes.length; i++) {
        assertEquals(0, sizes[i]);
      }
    }
  }

  @Test
  void aRangeIsCutIntoSharesOfAboutAsManyRows() {
    Buckets buckets = new Buckets(new long[] {9, 3, 3, 0, 3, 3, 0, 12, 1, 1, 50});
    Buckets.Range first = buckets.next(9);
    Buckets.Range range = buckets.next(26);
    assertEquals(new Buckets.Range(1, 10, 26), range);
    assertArrayEquals(new int[] {1}, buckets.cut(range, 1));
    assertArrayEquals(new int[] {1, 7}, buckets.cut(range, 2));
    // The large one and what is behind it in the last: a bucket is not cut.
    assertArrayEquals(new int[] {1, 4, 7, 8}, buckets.cut(range, 4));
    assertArrayEquals(new int[] {0, 0, 1}, buckets.cut(first, 3));
  }
}
