package dev.assay.core;

import java.util.List;

/** Judges the examples of one group and one system together. */
public non-sealed interface GroupEvaluator extends Evaluator {

  /** One outcome per example of the group, in order. */
  List<Outcome> score(Group group, Models models);
}
