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
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.types.DataTypes;
import scala.collection.Seq;

/**
 * Which cases a store has and which of them are twins, for rows about cases. Where both are many,
 * every task has hashes of the cases' ids, as {@link CoveredAnswers} has them of answers, and no
 * row is sent to its case. Cases are read when rows are first asked about, and hashed once.
 */
public final class CoveredCases implements AutoCloseable {
  private static final Seq<String> ON_CASE = RunCoverage.on(List.of("case_id"));

  /** What is known of a case, as bits: its question was changed. */
  private static final int CHANGED = 1;

  /** It is a twin that stage {@code perturb} made. */
  private static final int MADE = 2;

  private final Store store;
  private final long most;
  private Optional<Dataset<Row>> cases = Optional.empty();
  private boolean joins;
  private Optional<Broadcast<KeySet>> hashes = Optional.empty();

  private CoveredCases(Store store, long most) {
    this.store = store;
    this.most = most;
  }

  /** Those of {@code store}. */
  public static CoveredCases of(Store store) {
    return of(store, CoveredAnswers.MOST);
  }

  /**
   * @param most beyond which rows are joined
   */
  static CoveredCases of(Store store, long most) {
    return new CoveredCases(store, most);
  }

  /** Rows about cases that there are. */
  public Dataset<Row> only(Dataset<Row> rows) {
    return joins(rows)
        ? rows.join(cases().select("case_id"), ON_CASE, "left_semi")
        : rows.where(mark().geq(0));
  }

  /** The same with {@code changed}: whether it is a question that was changed. */
  public Dataset<Row> marked(Dataset<Row> rows) {
    return joins(rows)
        ? rows.join(cases().select("case_id", "changed"), ON_CASE)
        : only(rows).withColumn("changed", has(CHANGED));
  }

  /** Rows about no question that was changed. */
  public Dataset<Row> unchanged(Dataset<Row> rows) {
    return joins(rows)
        ? rows.join(cases().where(col("changed")).select("case_id"), ON_CASE, "left_anti")
        : rows.where(mark().lt(0).or(not(has(CHANGED))));
  }

  /** Rows about cases that are no twins which stage {@code perturb} made. */
  public Dataset<Row> withoutTwins(Dataset<Row> rows) {
    return joins(rows)
        ? rows.join(cases().where(not(col("made"))).select("case_id"), ON_CASE, "left_semi")
        : rows.where(mark().geq(0).and(not(has(MADE))));
  }

  /** Whether there is nothing to gain by hashes. */
  private synchronized boolean joins(Dataset<Row> rows) {
    cases();
    return joins || rows.isLocal();
  }

  private synchronized Dataset<Row> cases() {
    if (cases.isEmpty()) {
      Dataset<Row> all = store.read(Tables.TEST_CASES);
      Dataset<Row> some =
          Kept.ifFew(
              all.select(
                  col("case_id"),
                  col("perturbation").isNotNull().as("changed"),
                  TwinAttributes.made().as("made")));
      joins = some.isLocal() || all.count() > most;
      cases = Optional.of(some);
    }
    return cases.get();
  }

  private Column has(int bit) {
    return mark().bitwiseAND(bit).notEqual(0);
  }

  private Column mark() {
    Broadcast<KeySet> known = hashes();
    UDF2<Long, Long, Integer> mark = (a, b) -> known.value().mark(a, b);
    return udf(mark, DataTypes.IntegerType).apply(CasesByHash.FIRST_HALF, CasesByHash.SECOND_HALF);
  }

  private synchronized Broadcast<KeySet> hashes() {
    if (hashes.isEmpty()) {
      Column bits =
          when(col("changed"), lit(CHANGED))
              .otherwise(0)
              .plus(when(col("made"), lit(MADE)).otherwise(0));
      KeySet set =
          KeySet.of(
              cases().select(CasesByHash.FIRST_HALF, CasesByHash.SECOND_HALF, bits.cast("long")));
      hashes = Optional.of(new JavaSparkContext(store.spark().sparkContext()).broadcast(set));
    }
    return hashes.get();
  }

  /** Queries that are made of it cannot be run any more. */
  @Override
  public synchronized void close() {
    hashes.ifPresent(Broadcast::destroy);
    hashes = Optional.empty();
  }
}
