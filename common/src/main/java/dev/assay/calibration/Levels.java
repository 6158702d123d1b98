package dev.assay.calibration;

/** What fits of several levels have in common. */
final class Levels {
  private Levels() {}

  /** Why no map can be fitted; empty when one can. Every level must occur. */
  static String degeneracy(ScoreTable table) {
    String why = table.degeneracy();
    if (!why.isEmpty()) {
      return why;
    }
    for (int level = 0; level < table.levels(); level++) {
      if (table.total(level) == 0) {
        return "no label is " + level;
      }
    }
    double scale = table.moments()[1];
    return scale > 0 && Double.isFinite(scale)
        ? ""
        : "the scores are too close together or too large to fit";
  }
}
