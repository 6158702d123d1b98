package dev.assay.jobs.sampling;

import dev.assay.base.Hashes;
import dev.assay.tables.FloatRows;
import dev.assay.tables.NamedRow;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * The stratum of each text, small enough to be sent to where vectors are: 24 to 48 bytes a chunk,
 * in the driver and in each executor; a text, where there are too many chunks. It stands for its
 * hash's first eight bytes.
 */
final class TextStrata implements Serializable {
  private static final long serialVersionUID = 1;

  /** Of a text that is in no stratum. */
  static final int NONE = Integer.MIN_VALUE;

  /** Texts, at most: 200 MB. */
  static final long MOST = 1 << 22;

  private static final StructType PACKED = StructType.fromDDL("packed BINARY");

  /** Open addressing, a power of two. */
  private final long[] keys;

  private final int[] strata;

  private TextStrata(int places) {
    keys = new long[places];
    strata = new int[places];
    Arrays.fill(strata, NONE);
  }

  /**
   * The strata of {@code texts} (text_hash, stratum_id); empty where there are more than {@code
   * most}, or where one is in two strata, as may be two whose hashes begin alike.
   *
   * @param count rows of {@code texts}: where there are few enough, it costs less to send a text as
   *     often as it is there than to find out which are the same
   */
  static Optional<TextStrata> of(Dataset<Row> texts, long count, long most) {
    Dataset<Row> all = texts.select("text_hash", "stratum_id");
    Dataset<Row> distinct = count > most ? all.distinct() : all;
    long rows = count > most ? distinct.count() : count;
    if (rows > most) {
      return Optional.empty();
    }
    TextStrata strata = new TextStrata(Integer.highestOneBit((int) Math.max(1, rows)) << 2);
    for (Row row : FloatRows.map(distinct, TextStrata::packed, PACKED).collectAsList()) {
      ByteBuffer packed = ByteBuffer.wrap(row.getAs("packed"));
      while (packed.hasRemaining()) {
        if (!strata.put(packed.getLong(), packed.getInt())) {
          return Optional.empty();
        }
      }
    }
    return Optional.of(strata);
  }

  /** The stratum of the text with this hash, or {@link #NONE}. */
  int stratum(String textHash) {
    return strata[place(Hashes.beginning(textHash))];
  }

  private boolean put(long key, int stratum) {
    int place = place(key);
    boolean free = strata[place] == NONE;
    if (free) {
      keys[place] = key;
      strata[place] = stratum;
    }
    return free || strata[place] == stratum;
  }

  /** Where {@code key} is, or may be put. */
  private int place(long key) {
    int mask = keys.length - 1;
    int place = (int) key & mask;
    while (strata[place] != NONE && keys[place] != key) {
      place = place + 1 & mask;
    }
    return place;
  }

  private static Iterator<Row> packed(Iterator<Row> texts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      while (texts.hasNext()) {
        Row text = texts.next();
        out.writeLong(Hashes.beginning(text.getAs("text_hash")));
        out.writeInt(text.getAs("stratum_id"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return List.of(NamedRow.of(PACKED).set("packed", bytes.toByteArray()).build()).iterator();
  }
}
