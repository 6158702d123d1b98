package dev.assay.jobs.engine;

import org.apache.spark.sql.SparkSession;

/**
 * Whether Spark compiles the stages of a query into one loop. For few rows compiling takes longer
 * than going from operator to operator. Only on one machine, and not where somebody has set it.
 *
 * @param spark the session
 * @param ours whether it is left to us
 */
record Compilation(SparkSession spark, boolean ours) {
  private static final String WHOLE_STAGE = "spark.sql.codegen.wholeStage";

  static Compilation of(SparkSession spark) {
    return new Compilation(
        spark,
        spark.sparkContext().isLocal() && !spark.sparkContext().getConf().contains(WHOLE_STAGE));
  }

  /** Sets what the queries that follow get. */
  void set(boolean few) {
    if (ours) {
      spark.conf().set(WHOLE_STAGE, !few);
    }
  }
}
