package dev.assay.config.scores;

import java.util.List;
import java.util.Optional;

/**
 * A score that somebody else computed. See {@code conf/reference.conf}.
 *
 * @param column where it stands in recorded answers; the score's own name unless given
 * @param range its smallest and its largest value, after scaling; 0 and 1 unless given
 * @param higherIsBetter which end is good; the upper unless given
 * @param scale what the file's values are multiplied by; 1 unless given
 * @param validationDimension the area that it serves; {@code qa} unless given
 * @param meaning one sentence for reports
 */
@Listed("column")
public record GivenMetric(
    Optional<String> column,
    Optional<List<Double>> range,
    Optional<Boolean> higherIsBetter,
    Optional<Double> scale,
    Optional<String> validationDimension,
    Optional<String> meaning) {

  /** The smallest value. */
  public double low() {
    return range.map(ends -> ends.get(0)).orElse(0.0);
  }

  /** The largest value. */
  public double high() {
    return range.map(ends -> ends.get(1)).orElse(1.0);
  }

  /** What the file's values are multiplied by. */
  public double factor() {
    return scale.orElse(1.0);
  }

  /** Whether both declare the same metric, wherever they find its values. */
  public boolean agrees(GivenMetric other) {
    return low() == other.low()
        && high() == other.high()
        && higherIsBetter.orElse(true).equals(other.higherIsBetter.orElse(true))
        && dimension().equals(other.dimension());
  }

  /** The validation dimension. */
  public String dimension() {
    return validationDimension.orElse("qa");
  }
}
