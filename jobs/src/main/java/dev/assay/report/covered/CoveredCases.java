package dev.assay.report.covered;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.perturb.TwinAttributes;
import dev.assay.spark.Kept;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.util.Iterator;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataTypes;
import scala.collection.Seq;

/**
 * Which cases a store has and which of them are twins, for rows about cases. Where they are many,
 * every task has hashes of their ids, as {@link CoveredAnswers} has them of answers, and no row is
 * sent to its case. They are read once.
 */
public final class CoveredCases implements AutoCloseable {
  private static final Seq<String> ON_CASE = RunCoverage.on(List.of("case_id"));

  /** Bits of what is known of a case. */
  private static final int CHANGED = 1;

  private static final int MADE = 2;

  private final Dataset<Row> cases;
  private final boolean joins;
  private Hashes hashes;

  /**
   * Sets of hashes.
   *
   * @param all of all cases
   * @param changed of those whose question was changed
   * @param made of twins that stage {@code perturb} made
   */
  private record Hashes(Broadcast<KeySet> all, Broadcast<KeySet> changed, Broadcast<KeySet> made) {}

  private CoveredCases(Dataset<Row> cases, boolean joins) {
    this.cases = cases;
    this.joins = joins;
  }

  /** Those of {@code store}; they are read when rows are first asked about. */
  public static CoveredCases of(Store store) {
    return of(store, CoveredAnswers.MOST);
  }

  /**
   * @param most beyond which rows are joined
   */
  static CoveredCases of(Store store, long most) {
    Dataset<Row> all = store.read(Tables.TEST_CASES);
    Dataset<Row> cases =
        Kept.ifFew(
            all.select(
                col("case_id"),
                col("perturbation").isNotNull().as("changed"),
                TwinAttributes.made().as("made")));
    return new CoveredCases(cases, cases.isLocal() || all.count() > most);
  }

  /** Rows about cases that there are. */
  public Dataset<Row> only(Dataset<Row> rows) {
    return joins
        ? rows.join(cases.select("case_id"), ON_CASE, "left_semi")
        : rows.where(isIn(hashes().all()));
  }

  /** The same with {@code changed}: whether it is a question that was changed. */
  public Dataset<Row> marked(Dataset<Row> rows) {
    return joins
        ? rows.join(cases.select("case_id", "changed"), ON_CASE)
        : only(rows).withColumn("changed", isIn(hashes().changed()));
  }

  /** Rows about no question that was changed. */
  public Dataset<Row> unchanged(Dataset<Row> rows) {
    return joins
        ? rows.join(cases.where(col("changed")).select("case_id"), ON_CASE, "left_anti")
        : rows.where(not(isIn(hashes().changed())));
  }

  /** Rows about cases that are no twins which stage {@code perturb} made. */
  public Dataset<Row> withoutTwins(Dataset<Row> rows) {
    return joins
        ? rows.join(cases.where(not(col("made"))).select("case_id"), ON_CASE, "left_semi")
        : only(rows).where(not(isIn(hashes().made())));
  }

  private static Column isIn(Broadcast<KeySet> some) {
    UDF2<Long, Long, Boolean> contains = (a, b) -> some.value().contains(a, b);
    return udf(contains, DataTypes.BooleanType)
        .apply(CasesByHash.FIRST_HALF, CasesByHash.SECOND_HALF);
  }

  private synchronized Hashes hashes() {
    if (hashes == null) {
      Column bits =
          when(col("changed"), lit(CHANGED))
              .otherwise(0)
              .plus(when(col("made"), lit(MADE)).otherwise(0));
      FlatMapFunction<Iterator<InternalRow>, long[]> packed =
          rows -> List.of(packed(rows)).iterator();
      List<long[]> all =
          cases
              .select(CasesByHash.FIRST_HALF, CasesByHash.SECOND_HALF, bits.cast("long"))
              .queryExecution()
              .toRdd()
              .toJavaRDD()
              .mapPartitions(packed)
              .collect();
      hashes = new Hashes(sent(all, 0), sent(all, CHANGED), sent(all, MADE));
    }
    return hashes;
  }

  private static long[] packed(Iterator<InternalRow> rows) {
    LongStream.Builder all = LongStream.builder();
    while (rows.hasNext()) {
      InternalRow row = rows.next();
      all.add(row.getLong(0)).add(row.getLong(1)).add(row.getLong(2));
    }
    return all.build().toArray();
  }

  /** Those that have the bit; all for 0. */
  private Broadcast<KeySet> sent(List<long[]> all, int bit) {
    int most = 0;
    for (long[] some : all) {
      for (int i = 0; i < some.length; i += 3) {
        most += (some[i + 2] & bit) == bit ? 1 : 0;
      }
    }
    KeySet set = new KeySet(most);
    for (long[] some : all) {
      for (int i = 0; i < some.length; i += 3) {
        if ((some[i + 2] & bit) == bit) {
          set.add(some[i], some[i + 1]);
        }
      }
    }
    return new JavaSparkContext(cases.sparkSession().sparkContext()).broadcast(set);
  }

  /** Queries that are made of it cannot be run any more. */
  @Override
  public synchronized void close() {
    if (hashes != null) {
      List.of(hashes.all(), hashes.changed(), hashes.made()).forEach(Broadcast::destroy);
      hashes = null;
    }
  }
}
