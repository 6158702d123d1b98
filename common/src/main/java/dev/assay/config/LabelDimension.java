package dev.assay.config;

import dev.assay.calibration.LevelScale;
import java.io.Serializable;
import java.util.List;

/**
 * What people are asked about a response. See {@code conf/reference.conf}.
 *
 * @param kind {@code binary}, {@code ordinal} or {@code nominal}
 * @param levels what may be said, ascending where they are ordered; for binary 0 and 1
 * @param question shown to annotators
 * @param passing levels with which a response passes; where none is named, for ordered levels the
 *     highest, for nominal ones none
 */
public record LabelDimension(
    @Default("binary") String kind,
    List<String> levels,
    @Default("") String question,
    List<String> passing)
    implements Serializable {

  /** The levels that may be said. */
  public List<String> allowed() {
    return isBinary() ? List.of("0", "1") : levels;
  }

  /** Whether people say yes or no. */
  public boolean isBinary() {
    return kind.equals("binary");
  }

  /** What is known of the levels when labels are calibrated. */
  public LevelScale scale() {
    boolean ordered = !kind.equals("nominal");
    return LevelScale.of(
        allowed(),
        ordered,
        passing.isEmpty() && ordered ? List.of(allowed().get(allowed().size() - 1)) : passing);
  }
}
