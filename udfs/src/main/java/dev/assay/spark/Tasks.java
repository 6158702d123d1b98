package dev.assay.spark;

/**
 * How many tasks rows are shared out among where each row takes a model or other work of
 * milliseconds. It follows from the rows alone. What Spark calls its default parallelism is the
 * cores that are there at the moment: two before dynamic allocation has begun, hundreds for four
 * documents on a large cluster.
 */
public final class Tasks {
  /** Enough for the cores of a small machine, each with rows that pay for starting it. */
  private static final int FEW = 4;

  private static final int LEAST_ROWS = 8;

  /** Where a row takes well under a millisecond: what starting a task costs in rows. */
  private static final int LEAST_CHEAP_ROWS = 512;

  private static final int ROWS = 128;

  /**
   * Where every row takes a tenth of a second or more of networks. The last tasks of a batch are as
   * long as their rows: with few of them one core works on while the others wait.
   */
  private static final int NETWORK_ROWS = 32;

  /**
   * Where texts go to a network one by one: of so many, sorted by length, most fill batches of one
   * length (a network takes a fifth longer for those of 128).
   */
  private static final int TEXTS = 512;

  /** Where a vector is placed or compared, in a tenth of a millisecond or two: .3 s for a task. */
  private static final int VECTORS = 2048;

  /** Beyond these a task has more rows instead, until it has {@link #MOST_ROWS}. */
  private static final int MANY = 256;

  private static final int MOST_ROWS = 4096;

  private Tasks() {}

  /**
   * Tasks for {@code rows}: one for every 8 rows up to 4, one for every 128 rows up to 256, and
   * never more than 4096 rows in one; at least 1.
   */
  public static int of(long rows) {
    return of(rows, ROWS);
  }

  /**
   * Tasks for texts that are embedded, each with as much work as any other: the same with one for
   * every 512 in the place of 128, beyond 4 in fours, so that the cores of a small machine end
   * together.
   */
  public static int ofTexts(long texts) {
    return inFours(of(texts, TEXTS));
  }

  /**
   * Tasks for vectors that are placed or compared, in fours too: one for every 2048. What comes of
   * them is read once more for each query that follows, in as many tasks.
   */
  public static int ofVectors(long vectors) {
    return inFours(of(vectors, VECTORS));
  }

  /**
   * Tasks for answers that networks read, in fours too: one for every 32 in the place of 128. With
   * seven for the last 200 one of two cores had nothing to do for the seventh.
   */
  public static int ofNetworks(long rows) {
    return inFours(of(rows, NETWORK_ROWS));
  }

  private static int inFours(int tasks) {
    return tasks <= FEW ? tasks : FEW * Math.toIntExact(parts(tasks, FEW));
  }

  private static int of(long rows, int each) {
    long few = Math.min(FEW, parts(rows, LEAST_ROWS));
    long many = Math.min(MANY, parts(rows, each));
    return Math.toIntExact(Math.max(1, Math.max(Math.max(few, many), parts(rows, MOST_ROWS))));
  }

  /**
   * Tasks for {@code rows} that ask no model: one for every 512 rows up to 4, and never more than
   * 4096 rows in one; at least 1. To start a task takes tens of milliseconds, in which such rows
   * are done by the hundred.
   */
  public static int ofCheap(long rows) {
    long few = Math.min(FEW, parts(rows, LEAST_CHEAP_ROWS));
    return Math.toIntExact(Math.max(1, Math.max(few, parts(rows, MOST_ROWS))));
  }

  private static long parts(long rows, int each) {
    return (rows + each - 1) / each;
  }
}
