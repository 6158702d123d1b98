package dev.assay.config;

import java.io.Serializable;
import java.util.List;

/**
 * What people are asked about a response. See {@code conf/reference.conf}.
 *
 * @param kind {@code binary}, {@code ordinal} or {@code nominal}
 * @param levels what may be said, ascending where they are ordered; for binary 0 and 1
 * @param question shown to annotators
 */
public record LabelDimension(
    @Default("binary") String kind, List<String> levels, @Default("") String question)
    implements Serializable {

  /** The levels that may be said. */
  public List<String> allowed() {
    return kind.equals("binary") ? List.of("0", "1") : levels;
  }
}
