package dev.assay.demo;

import dev.assay.base.Seeds;
import java.util.List;

/** The random choices about one case. */
record Draw(long seed, String caseId) {

  boolean happens(double rate) {
    return Seeds.uniform(seed, "fault", caseId) < rate;
  }

  /** An index below {@code size}, which is at least 1. */
  int index(String purpose, int size) {
    return (int) Long.remainderUnsigned(Seeds.of(seed, purpose, caseId), size);
  }

  <T> T pick(String purpose, List<T> from) {
    return from.get(index(purpose, from.size()));
  }
}
