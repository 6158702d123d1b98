package dev.assay.report.covered;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.xxhash64;

import dev.assay.jobs.engine.RunCoverage;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Cases that rows about them are joined with, by 128 bits of a hash of their ids, as {@link
 * CoveredAnswers} has them of answers. Where they are not too many they go to executors whole: the
 * rows, of which there are many times as many, stay where they are.
 */
public final class CasesByHash {
  /**
   * Beyond these all rows are sorted to be joined. Executors have no more than 60 MB of cases;
   * twice as much where all of them have groups.
   */
  public static final int MOST = 500_000;

  /** 128 bits for a case, as {@link CoveredAnswers} has for an answer. */
  static final Column FIRST_HALF = xxhash64(col("case_id"));

  static final Column SECOND_HALF = xxhash64(lit(1), col("case_id"));

  private static final List<String> NAMES = List.of("a", "b");

  private CasesByHash() {}

  /** What stands for {@code case_id}, by name. */
  public static Map<String, Column> key() {
    return Map.of(NAMES.get(0), FIRST_HALF, NAMES.get(1), SECOND_HALF);
  }

  /**
   * @param rows with a case_id
   * @param cases with the columns of {@link #key} in the place of case_id
   * @param number of cases, at most
   * @param most that go to executors whole
   */
  public static Dataset<Row> join(Dataset<Row> rows, Dataset<Row> cases, long number, long most) {
    return rows.withColumns(key())
        .join(cases.isLocal() || number > most ? cases : broadcast(cases), RunCoverage.on(NAMES));
  }
}
