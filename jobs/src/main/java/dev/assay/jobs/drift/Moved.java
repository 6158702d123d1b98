package dev.assay.jobs.drift;

import dev.assay.base.Seeds;
import dev.assay.jobs.engine.Run;
import dev.assay.stats.TwoSample;
import dev.assay.stats.drift.ClassifierTest;
import dev.assay.stats.drift.HashedWords;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Tables;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Row;

/**
 * Two samples of vectors compared: by maximum mean discrepancy with a permutation test, and by a
 * classifier.
 *
 * @param baseline the analysis that the first sample is from
 */
record Moved(Run run, String baseline) {
  /** Fewer groups on either side say too little. */
  static final int LEAST_GROUPS = 10;

  private static final int PERMUTATIONS = 499;
  private static final HashedWords FINE = new HashedWords(256);
  private static final HashedWords COARSE = new HashedWords(48);

  /** Texts by their words; nothing where one side has none. */
  List<Row> texts(String subject, List<String> before, List<String> after) {
    if (before.isEmpty() || after.isEmpty()) {
      return List.of();
    }
    if (before.size() < LEAST_GROUPS || after.size() < LEAST_GROUPS) {
      return List.of(row(subject, "drift.mmd", null, null, before.size(), after.size(), "too_few"));
    }
    return List.of(
        mmd(subject, vectors(FINE, before), vectors(FINE, after)),
        classifier(subject, vectors(COARSE, before), vectors(COARSE, after)));
  }

  Row mmd(String subject, double[][] before, double[][] after) {
    double[][] all = new double[before.length + after.length][];
    boolean[] first = new boolean[all.length];
    int[] group = new int[all.length];
    for (int i = 0; i < all.length; i++) {
      all[i] = i < before.length ? before[i] : after[i - before.length];
      first[i] = i < before.length;
      group[i] = i;
    }
    TwoSample test =
        TwoSample.of(
            all,
            group,
            first,
            PERMUTATIONS,
            Seeds.random(run.config().run().seed(), "drift", subject));
    return row(subject, "drift.mmd", test.mmd(), test.mmdP(), before.length, after.length, "ok");
  }

  Row classifier(String subject, double[][] before, double[][] after) {
    float[][] all = new float[before.length + after.length][];
    boolean[] later = new boolean[all.length];
    for (int i = 0; i < all.length; i++) {
      double[] vector = i < before.length ? before[i] : after[i - before.length];
      all[i] = new float[vector.length];
      for (int d = 0; d < vector.length; d++) {
        all[i][d] = (float) vector[d];
      }
      later[i] = i >= before.length;
    }
    ClassifierTest test =
        ClassifierTest.of(
            all,
            later,
            PERMUTATIONS,
            Seeds.random(run.config().run().seed(), "drift classifier", subject));
    return row(
        subject, "drift.classifier", test.auroc(), test.p(), before.length, after.length, "ok");
  }

  private static double[][] vectors(HashedWords words, List<String> texts) {
    return texts.stream().map(words::of).toArray(double[][]::new);
  }

  /** A row of the table. */
  Row row(
      String subject, String metric, Double value, Double p, long before, long after, String said) {
    return NamedRow.of(Tables.DRIFT)
        .set("run_id", run.runId())
        .set("subject", subject)
        .set("metric", metric)
        .set("value", value)
        .set("p_value", p)
        .set("n_before", before)
        .set("n_after", after)
        .set("status", said)
        .set("baseline_run", baseline)
        .build();
  }

  /** Columns scaled by their deviation over both samples; those that do not vary are left out. */
  static double[][][] scaled(double[][] before, double[][] after) {
    int size = before[0].length;
    double[][] all = new double[before.length + after.length][];
    System.arraycopy(before, 0, all, 0, before.length);
    System.arraycopy(after, 0, all, before.length, after.length);
    double[] mean = new double[size];
    double[] deviation = new double[size];
    for (int d = 0; d < size; d++) {
      int column = d;
      mean[d] = Arrays.stream(all).mapToDouble(row -> row[column]).average().orElse(0);
      deviation[d] =
          Math.sqrt(
              Arrays.stream(all)
                  .mapToDouble(row -> (row[column] - mean[column]) * (row[column] - mean[column]))
                  .average()
                  .orElse(0));
    }
    int[] kept =
        java.util.stream.IntStream.range(0, size).filter(d -> deviation[d] > 1e-9).toArray();
    double[][][] sides = {new double[before.length][], new double[after.length][]};
    for (int i = 0; i < all.length; i++) {
      double[] row = all[i];
      double[] scaled =
          Arrays.stream(kept).mapToDouble(d -> (row[d] - mean[d]) / deviation[d]).toArray();
      sides[i < before.length ? 0 : 1][i < before.length ? i : i - before.length] = scaled;
    }
    return sides;
  }
}
