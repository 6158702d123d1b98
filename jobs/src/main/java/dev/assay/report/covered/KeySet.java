package dev.assay.report.covered;

import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * A set of 128-bit hashes in two arrays, open-addressed by the first half, each with a mark: 26 to
 * 51 bytes each.
 */
final class KeySet implements Serializable {
  private static final long serialVersionUID = 2;

  /** The mark of what is not there. */
  static final int ABSENT = -1;

  /** Numbers of each among those that tasks send. */
  private static final int PACKED = 3;

  private final long[] first;
  private final long[] second;
  private final byte[] marks;
  private final int mask;

  /** An empty place holds two zeros, so what is known of a hash of two zeros is kept here. */
  private int zero = ABSENT;

  private int size;

  /**
   * @param most how many are added at most
   */
  KeySet(int most) {
    int places = Math.max(2, Integer.highestOneBit(Math.max(1, most + most / 2)) << 1);
    first = new long[places];
    second = new long[places];
    marks = new byte[places];
    mask = places - 1;
  }

  /**
   * All of {@code keyed}, in the driver.
   *
   * @param keyed two halves of a hash and a mark, as longs
   */
  static KeySet of(Dataset<Row> keyed) {
    FlatMapFunction<Iterator<InternalRow>, long[]> packed =
        rows -> List.of(packed(rows)).iterator();
    List<long[]> all = keyed.queryExecution().toRdd().toJavaRDD().mapPartitions(packed).collect();
    KeySet set = new KeySet(all.stream().mapToInt(some -> some.length / PACKED).sum());
    for (long[] some : all) {
      for (int i = 0; i < some.length; i += PACKED) {
        set.add(some[i], some[i + 1], (int) some[i + 2]);
      }
    }
    return set;
  }

  private static long[] packed(Iterator<InternalRow> rows) {
    LongStream.Builder all = LongStream.builder();
    while (rows.hasNext()) {
      InternalRow row = rows.next();
      all.add(row.getLong(0)).add(row.getLong(1)).add(row.getLong(2));
    }
    return all.build().toArray();
  }

  /**
   * @param mark from 0 to 127; of one that is there already the earlier stays
   */
  void add(long a, long b, int mark) {
    if (contains(a, b)) {
      return;
    }
    size++;
    if (a == 0 && b == 0) {
      zero = mark;
      return;
    }
    int place = place(a, b);
    first[place] = a;
    second[place] = b;
    marks[place] = (byte) mark;
  }

  /** How many different ones it has. */
  int size() {
    return size;
  }

  boolean contains(long a, long b) {
    return mark(a, b) != ABSENT;
  }

  /** What it was added with; {@link #ABSENT} if it was not. */
  int mark(long a, long b) {
    if (a == 0 && b == 0) {
      return zero;
    }
    int place = place(a, b);
    return first[place] == a && second[place] == b ? marks[place] : ABSENT;
  }

  /** Where it is, or else the empty place where it would be. */
  private int place(long a, long b) {
    int place = (int) a & mask;
    while ((first[place] != a || second[place] != b) && (first[place] | second[place]) != 0) {
      place = place + 1 & mask;
    }
    return place;
  }
}
