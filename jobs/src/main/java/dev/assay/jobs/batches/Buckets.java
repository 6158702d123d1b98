package dev.assay.jobs.batches;

import java.util.Arrays;
import java.util.stream.LongStream;

/** Rows by bucket of a hash, taken from the front in ranges of about as many rows as asked for. */
final class Buckets {
  /** Buckets {@code from} (inclusive) to {@code to} (exclusive) and the rows in them. */
  record Range(int from, int to, long rows) {}

  private final long[] sizes;
  private int from;
  private long left;

  Buckets(long[] sizes) {
    this.sizes = sizes;
    this.left = LongStream.of(sizes).sum();
  }

  /** Rows that were not taken yet. */
  long left() {
    return left;
  }

  /**
   * The next buckets that together have at least {@code rows} rows; all that are left where what
   * would remain is under a quarter of that, since a commit of a few rows costs much and saves
   * little. Never empty while rows are left.
   */
  Range next(double rows) {
    int to = from;
    long taken = 0;
    while (to < sizes.length && (taken < Math.max(1, rows) || left - taken < rows / 4)) {
      taken += sizes[to++];
    }
    Range range = new Range(from, to, taken);
    from = to;
    left -= taken;
    return range;
  }

  /**
   * Cuts a range into shares of about as many rows each, buckets whole.
   *
   * @param shares how many, from 1; some have no rows where there are few buckets
   * @return the first bucket of each share, in order
   */
  int[] cut(Range range, int shares) {
    int[] first = new int[shares];
    Arrays.fill(first, range.to());
    first[0] = range.from();
    long before = 0;
    for (int bucket = range.from(); bucket < range.to(); bucket++) {
      // That in which its middle row is.
      int share = Math.toIntExact((2 * before + sizes[bucket]) * shares / (2 * range.rows()));
      for (int one = Math.min(share, shares - 1); one >= 0 && first[one] > bucket; one--) {
        first[one] = bucket;
      }
      before += sizes[bucket];
    }
    return first;
  }
}
