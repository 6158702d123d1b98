package dev.assay.conformal;

import java.io.Serializable;
import java.util.Comparator;

/**
 * What the machine would say of a labelled response, and what a human says.
 *
 * @param groupId the question with its twins and repeats
 * @param said by the machine
 * @param passed whether the human passes it
 * @param weight finite and positive; 1 unless rows count unequally
 * @param groupRows how many responses the group has, labelled or not; 0 where that is unknown
 */
record Verdict(String groupId, Opinion said, boolean passed, double weight, int groupRows)
    implements Serializable {

  static final Comparator<Verdict> ORDER =
      Comparator.comparing(Verdict::groupId)
          .thenComparingDouble(verdict -> verdict.said().confidence())
          .thenComparing(verdict -> verdict.said().decision())
          .thenComparing(verdict -> verdict.said().certain())
          .thenComparing(Verdict::passed)
          .thenComparingDouble(Verdict::weight);

  /** Of a group of which every response is labelled. */
  Verdict(String groupId, Opinion said, boolean passed, double weight) {
    this(groupId, said, passed, weight, 0);
  }

  double confidence() {
    return said.confidence();
  }

  /** Whether the human says otherwise. */
  boolean wrong() {
    return !said.says(Decision.REFER) && passed != said.says(Decision.ACCEPT);
  }
}
