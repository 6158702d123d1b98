package dev.assay.calibration;

import dev.assay.core.Direction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Isotonic regression by pooling adjacent violators, rising or falling as the metric's direction
 * says; without a direction whichever fits better by log loss (rising among equals). Equal scores
 * are pooled by weight first. A metric that works against its direction gives a level map.
 */
public record IsotonicCalibrator(Direction direction) implements TableCalibrator {

  /** Without a direction. */
  public IsotonicCalibrator() {
    this(Direction.NONE);
  }

  @Override
  public Calibrator on(Scale scale) {
    return new IsotonicCalibrator(scale.direction());
  }

  @Override
  public Fit fit(ScoreTable table) {
    String degeneracy = table.degeneracy();
    if (!degeneracy.isEmpty()) {
      return new Fit.Degenerate(degeneracy);
    }
    return new Fit.Fitted(
        switch (direction) {
          case UP -> rising(table);
          case DOWN -> falling(table);
          case NONE -> {
            IsotonicMap up = rising(table);
            IsotonicMap down = falling(table);
            yield LogLoss.of(up, table) <= LogLoss.of(down, table) ? up : down;
          }
        });
  }

  private static IsotonicMap falling(ScoreTable table) {
    IsotonicMap mirrored = rising(table.negated());
    List<Double> scores = new ArrayList<>();
    mirrored.scores().forEach(score -> scores.add(-score + 0.0));
    List<Double> probabilities = new ArrayList<>(mirrored.probabilities());
    Collections.reverse(scores);
    Collections.reverse(probabilities);
    return new IsotonicMap(scores, probabilities);
  }

  private static IsotonicMap rising(ScoreTable table) {
    List<Double> scores = new ArrayList<>();
    List<Double> probabilities = new ArrayList<>();
    for (PooledBlocks.Block block = PooledBlocks.of(table); block != null; block = block.before()) {
      int first = block.before() == null ? 0 : block.before().last() + 1;
      scores.add(table.score(block.last()));
      probabilities.add(Math.min(1, block.mean()));
      if (first < block.last()) {
        scores.add(table.score(first));
        probabilities.add(Math.min(1, block.mean()));
      }
    }
    Collections.reverse(scores);
    Collections.reverse(probabilities);
    return new IsotonicMap(scores, probabilities);
  }
}
