package dev.assay.report.covered;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.xxhash64;

import dev.assay.jobs.engine.RunCoverage;
import java.util.Optional;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;

/**
 * Which answers a page is about, and the rows of other tables about those. Rows of a million
 * answers are not sent to each other by their keys: every task has 128 bits of a hash of each key
 * (that one of a million answers and one of ten million rows of another share all of them has a
 * probability of 3e-26, where nobody has sought for it) and lets pass what it knows. It is made
 * once for all queries; what Spark's joins send around whole is made for each.
 */
public final class CoveredAnswers implements AutoCloseable {
  /** Beyond these rows are joined, so that executors have no more than 71 MB of hashes. */
  static final int MOST = 2_796_202;

  private static final Column[] HALVES = {
    xxhash64(col("case_id"), col("system"), col("repeat")),
    xxhash64(lit(1), col("repeat"), col("system"), col("case_id"))
  };

  private final Dataset<Row> keys;
  private final Optional<Broadcast<KeySet>> hashes;
  private final boolean distinct;

  private CoveredAnswers(Dataset<Row> keys, Optional<Broadcast<KeySet>> hashes, boolean distinct) {
    this.keys = keys;
    this.hashes = hashes;
    this.distinct = distinct;
  }

  /**
   * Counts and hashes them where they are not in the driver.
   *
   * @param keys (case_id, system, repeat), read twice
   */
  public static CoveredAnswers of(Dataset<Row> keys) {
    return of(keys, MOST);
  }

  static CoveredAnswers of(Dataset<Row> keys, int most) {
    long number = keys.isLocal() ? Long.MAX_VALUE : keys.count();
    if (number > most) {
      return new CoveredAnswers(keys, Optional.empty(), false);
    }
    KeySet set = KeySet.of(keys.select(HALVES[0], HALVES[1], lit(0L)));
    return new CoveredAnswers(
        keys,
        Optional.of(new JavaSparkContext(keys.sparkSession().sparkContext()).broadcast(set)),
        set.size() == number);
  }

  /** Whether it is known that each was given once. */
  public boolean areDistinct() {
    return distinct;
  }

  /** Those of {@code rows}, which have the keys of an answer, that are about these answers. */
  public Dataset<Row> only(Dataset<Row> rows) {
    if (hashes.isEmpty()) {
      return rows.join(keys, RunCoverage.keys(), "left_semi");
    }
    Broadcast<KeySet> known = hashes.get();
    UDF2<Long, Long, Boolean> isKnown = (a, b) -> known.value().contains(a, b);
    UserDefinedFunction covered = udf(isKnown, DataTypes.BooleanType);
    return rows.where(covered.apply(HALVES[0], HALVES[1]));
  }

  /** Queries that are made of it cannot be run any more. */
  @Override
  public void close() {
    hashes.ifPresent(Broadcast::destroy);
  }
}
