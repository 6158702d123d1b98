package dev.assay.report;

import java.util.List;
import java.util.OptionalDouble;

/**
 * One configured risk with what was found about its metric.
 *
 * @param confidence what the appetite stands for
 * @param cost what measuring it took
 * @param thresholds by method
 * @param failed scores that humans failed, a sample by hash
 * @param passed scores that humans passed, a sample by hash
 */
record Risk(
    String name,
    String rating,
    String metric,
    String dimension,
    String appetite,
    double confidence,
    Cost cost,
    List<Chosen> thresholds,
    List<Double> failed,
    List<Double> passed) {

  /**
   * Calls of language models that the metric's evaluator needed, in the whole ledger.
   *
   * @param responses that have a value
   * @param labelled human judgments of the risk's dimension
   * @param money in the currency of the configured prices
   */
  record Cost(long responses, long labelled, long calls, long tokens, double money) {}

  /** A threshold of one method, or why there is none. */
  record Chosen(
      String method,
      OptionalDouble threshold,
      List<Double> folds,
      OptionalDouble typeI,
      OptionalDouble typeII,
      long n,
      String reason) {}
}
