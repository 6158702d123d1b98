package dev.assay.calibration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Regression of a label of several levels on the score of one metric: proportional odds where the
 * levels have an order, multinomial where they have none. Rows' weights have no say in it.
 *
 * @param levels what humans may say
 */
public record LevelCalibrator(LevelScale levels) implements Calibrator {

  @Override
  public Fit fit(List<LabelledResponse> rows) {
    List<String> missing = new ArrayList<>();
    for (int level = 0; level < levels.size(); level++) {
      int one = level;
      if (rows.stream().noneMatch(row -> row.level() == one)) {
        missing.add("'" + levels.names().get(level) + "'");
      }
    }
    if (missing.size() == levels.size()) {
      return new Fit.Degenerate("no labelled row");
    }
    if (missing.size() == levels.size() - 1) {
      return new Fit.Degenerate(
          "every train label is '" + levels.names().get(rows.get(0).level()) + "'");
    }
    if (!missing.isEmpty()) {
      return new Fit.Degenerate("no train label is " + String.join(" or ", missing));
    }
    double[] weights = new double[rows.size()];
    Arrays.fill(weights, 1);
    ScoreTable table =
        ScoreTable.of(
            rows.stream().mapToDouble(LabelledResponse::score).toArray(),
            rows.stream().mapToInt(LabelledResponse::level).toArray(),
            weights,
            levels.size());
    String why = degeneracy(table);
    if (!why.isEmpty()) {
      return new Fit.Degenerate(why);
    }
    return levels.ordered()
        ? OrdinalCalibrator.fit(table, levels)
        : MultinomialCalibrator.fit(table, levels);
  }

  /** Why levels that all occur have no map; empty when they have one. */
  private static String degeneracy(ScoreTable table) {
    String why = table.degeneracy();
    if (!why.isEmpty()) {
      return why;
    }
    double scale = table.moments()[1];
    return scale > 0 && Double.isFinite(scale)
        ? ""
        : "the scores are too close together or too large to fit";
  }
}
