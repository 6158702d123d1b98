package dev.assay.jobs.engine;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/**
 * Whether Spark compiles queries: the stages of one into a loop, and expressions into classes. For
 * few rows compiling takes longer than going from operator to operator and from expression to
 * expression. Only on one machine, and not where somebody has set it.
 *
 * @param spark the session
 * @param ours what is left to us
 */
record Compilation(SparkSession spark, List<Setting> ours) {

  /** A setting of Spark's, and its value for few rows and for any number. */
  private enum Setting {
    STAGES("spark.sql.codegen.wholeStage", "false", "true"),
    EXPRESSIONS("spark.sql.codegen.factoryMode", "NO_CODEGEN", "FALLBACK");

    private final String key;
    private final String few;
    private final String many;

    Setting(String key, String few, String many) {
      this.key = key;
      this.few = few;
      this.many = many;
    }
  }

  static Compilation of(SparkSession spark) {
    List<Setting> ours = new ArrayList<>();
    for (Setting setting : Setting.values()) {
      if (spark.sparkContext().isLocal() && !spark.sparkContext().getConf().contains(setting.key)) {
        ours.add(setting);
      }
    }
    return new Compilation(spark, ours);
  }

  /** Sets what the queries that follow get. */
  void set(boolean few) {
    for (Setting setting : ours) {
      spark.conf().set(setting.key, few ? setting.few : setting.many);
    }
  }
}
