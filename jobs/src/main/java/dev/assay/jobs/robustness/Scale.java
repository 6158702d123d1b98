package dev.assay.jobs.robustness;

import dev.assay.stats.Range;
import java.io.Serializable;

/** What an executor has to know of a metric: 1 where more is better, −1 where less is. */
record Scale(int sign, double lower, double upper) implements Serializable {
  Range range() {
    return new Range(lower, upper);
  }
}
