package dev.assay.training;

import dev.assay.stats.LogisticLoss;
import dev.assay.stats.Newton;
import dev.assay.support.Feature;
import dev.assay.support.Idf;
import dev.assay.support.SupportWeights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * Fits the weights. A supported text gives all its sentences as examples; of a text that is not,
 * the weakest one by the present model is the example, since nobody said which it is. Sources and
 * their classes count the same; every source has an intercept of its own, which is forgotten.
 */
final class SupportTrainer {
  /** Price of half a squared weight. */
  static final double LAMBDA = 0.1;

  /**
   * That of numbers' weight: lower, so that it shrinks less than the others. A number that no
   * passage says is rare beside what the other features see, and is the fault that must not pass.
   */
  static final double LAMBDA_OF_NUMBERS = 0.03;

  /** Price of half a squared intercept. */
  private static final double RIDGE = 1e-6;

  private static final int ROUNDS = 8;

  private SupportTrainer() {}

  static SupportWeights fit(Collection<ComparedText> texts, Idf idf) {
    List<Example> all = new ArrayList<>();
    for (ComparedText text : texts) {
      all.add(new Example(text, text.sentences().stream().map(s -> s.features(idf)).toList()));
    }
    SupportWeights weights = scale(all, idf);
    List<double[]> before = List.of();
    for (int round = 0; round < ROUNDS; round++) {
      SupportWeights now = weights;
      List<double[]> rows = new ArrayList<>();
      List<ComparedText> owners = new ArrayList<>();
      for (Example example : all) {
        for (double[] row : example.chosen(now::logit)) {
          rows.add(row);
          owners.add(example.text());
        }
      }
      if (rows.equals(before)) {
        return weights; // the same sentences are chosen again
      }
      before = rows;
      weights = fit(rows, owners, now);
    }
    return weights;
  }

  private record Example(ComparedText text, List<double[]> rows) {

    List<double[]> chosen(ToDoubleFunction<double[]> logit) {
      if (text.supported() || rows.size() == 1) {
        return rows;
      }
      double[] weakest = rows.get(0);
      for (double[] row : rows) {
        weakest = logit.applyAsDouble(row) < logit.applyAsDouble(weakest) ? row : weakest;
      }
      return List.of(weakest);
    }
  }

  /**
   * Means and spreads over all sentences, sources counting the same; equal weights to begin with.
   */
  private static SupportWeights scale(List<Example> all, Idf idf) {
    List<double[]> rows = new ArrayList<>();
    List<ComparedText> owners = new ArrayList<>();
    for (Example example : all) {
      for (double[] row : example.rows()) {
        rows.add(row);
        owners.add(example.text());
      }
    }
    double[] balance = balance(owners);
    Feature[] features = Feature.values();
    double[] means = new double[features.length];
    double[] deviations = new double[features.length];
    double[] signs = new double[features.length];
    for (Feature feature : features) {
      int f = feature.ordinal();
      double sum = 0;
      double total = 0;
      for (int i = 0; i < rows.size(); i++) {
        if (!Double.isNaN(rows.get(i)[f])) {
          sum += balance[i] * rows.get(i)[f];
          total += balance[i];
        }
      }
      means[f] = sum / total;
      double squares = 0;
      for (int i = 0; i < rows.size(); i++) {
        double away = rows.get(i)[f] - means[f];
        squares += Double.isNaN(away) ? 0 : balance[i] * away * away;
      }
      deviations[f] = Math.max(1e-6, Math.sqrt(squares / total));
      signs[f] = feature.sign();
    }
    return new SupportWeights(means, deviations, signs, idf);
  }

  private static SupportWeights fit(
      List<double[]> rows, List<ComparedText> owners, SupportWeights now) {
    List<String> sources = sources(owners);
    Feature[] features = Feature.values();
    double[][] x = new double[rows.size()][];
    double[] labels = new double[rows.size()];
    for (int i = 0; i < x.length; i++) {
      x[i] = Arrays.copyOf(now.standardised(rows.get(i)), features.length + sources.size());
      x[i][features.length + sources.indexOf(owners.get(i).source())] = 1;
      labels[i] = owners.get(i).supported() ? 1 : 0;
    }
    int[] signs = new int[features.length + sources.size()];
    double[] penalty = new double[signs.length];
    Arrays.fill(penalty, RIDGE);
    for (Feature feature : features) {
      signs[feature.ordinal()] = feature.sign();
      penalty[feature.ordinal()] = feature == Feature.NUMBER_MISMATCH ? LAMBDA_OF_NUMBERS : LAMBDA;
    }
    LogisticLoss loss =
        new LogisticLoss(LogisticLoss.Rows.of(x), labels, balance(owners), penalty, signs);
    double[] fitted =
        Newton.minimum(loss, new double[signs.length])
            .orElseThrow(
                () -> new IllegalStateException("The support model's weights did not settle"));
    return new SupportWeights(
        now.means(), now.deviations(), Arrays.copyOf(fitted, features.length), now.idf());
  }

  /** Weights that sum to 1 and give every class of every source the same share. */
  private static double[] balance(List<ComparedText> owners) {
    List<String> cells = owners.stream().map(ComparedText::cell).toList();
    int count = new TreeSet<>(cells).size();
    java.util.Map<String, Long> sizes =
        cells.stream()
            .collect(
                java.util.stream.Collectors.groupingBy(
                    cell -> cell, java.util.stream.Collectors.counting()));
    return cells.stream().mapToDouble(cell -> 1.0 / count / sizes.get(cell)).toArray();
  }

  private static List<String> sources(List<ComparedText> owners) {
    return List.copyOf(
        new TreeSet<>(owners.stream().map(ComparedText::source).toList()).stream().toList());
  }
}
