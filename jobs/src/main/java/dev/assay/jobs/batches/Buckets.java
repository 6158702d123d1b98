package dev.assay.jobs.batches;

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
}
