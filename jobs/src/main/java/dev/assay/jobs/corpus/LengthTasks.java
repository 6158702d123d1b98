package dev.assay.jobs.corpus;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.least;
import static org.apache.spark.sql.functions.length;
import static org.apache.spark.sql.functions.lit;

import java.io.Serializable;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import scala.Tuple2;

/**
 * Shares texts out among tasks by length, the longest to the first task, so that each has texts of
 * few lengths and about as much work as any other. A network runs texts of one length together, and
 * a task with texts of all lengths fills few of its batches.
 *
 * <p>Lengths are in characters, which tokens follow closely enough. They are counted once, of all
 * texts; any part of them taken at random is shared out by the same counts.
 */
final class LengthTasks implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Of English text; a text of more tokens than the model reads is no more work. */
  private static final int CHARACTERS_PER_TOKEN = 5;

  /** What a text is to a network beside its own characters: two special tokens. */
  private static final int FRAME = 2 * CHARACTERS_PER_TOKEN;

  /** The hexadecimal digits of a hash that say where a text stands among those of its length. */
  private static final int DIGITS = 8;

  /** By length: the share of all work in texts that are longer; 1 behind it where none is. */
  private final double[] longer;

  private LengthTasks(double[] longer) {
    this.longer = longer;
  }

  /**
   * @param texts a column {@code text}
   * @param maxLength tokens that the model reads
   */
  static LengthTasks of(Dataset<Row> texts, int maxLength) {
    int most = maxLength * CHARACTERS_PER_TOKEN;
    long[] counts = new long[most + 1];
    texts
        .groupBy(least(length(col("text")), lit(most)).as("length"))
        .count()
        .collectAsList()
        .forEach(row -> counts[row.<Integer>getAs("length")] = row.getAs("count"));
    return of(counts);
  }

  /**
   * @param counts texts by length
   */
  static LengthTasks of(long[] counts) {
    double[] longer = new double[counts.length + 1];
    for (int length = counts.length - 1; length >= 0; length--) {
      longer[length] = longer[length + 1] + (double) counts[length] * (length + FRAME);
    }
    double all = longer[0];
    for (int i = 0; i < longer.length && all > 0; i++) {
      longer[i] /= all;
    }
    return new LengthTasks(longer);
  }

  /**
   * {@code texts} in as many partitions as there are {@code tasks}.
   *
   * @param texts columns {@code text} and {@code text_hash}
   */
  Dataset<Row> share(Dataset<Row> texts, int tasks) {
    JavaRDD<Row> shared =
        texts
            .toJavaRDD()
            .mapToPair(
                row -> new Tuple2<>(task(row.getAs("text"), row.getAs("text_hash"), tasks), row))
            .partitionBy(new HashPartitioner(tasks))
            .values();
    return texts.sparkSession().createDataFrame(shared, texts.schema());
  }

  /**
   * The task of a text, from 0.
   *
   * @param hash hexadecimal, by which texts of one length are shared out where they are the work of
   *     several tasks
   */
  int task(String text, String hash, int tasks) {
    int length = Math.min(text.codePointCount(0, text.length()), longer.length - 2);
    double among = Long.parseLong(hash.substring(0, DIGITS), 16) / (double) (1L << 4 * DIGITS);
    double place = longer[length + 1] + among * (longer[length] - longer[length + 1]);
    return Math.min(tasks - 1, (int) (place * tasks));
  }
}
