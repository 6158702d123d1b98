package dev.assay.jobs.gate;

import dev.assay.jobs.gate.GateCheck.Outcome;
import java.util.List;
import java.util.stream.Collectors;

/**
 * All tests of a gate.
 *
 * @param undecidedPasses whether an undecided test of a drop passes
 */
record GateResult(List<GateCheck> checks, boolean undecidedPasses) {

  boolean fails(GateCheck check) {
    return check.outcome() == Outcome.FAILED
        || check.outcome() == Outcome.UNDECIDED
            && !(undecidedPasses && check.test().equals("baseline"));
  }

  List<GateCheck> failures() {
    return checks.stream().filter(this::fails).toList();
  }

  /** What failed, in one line. */
  String summary() {
    List<GateCheck> failures = failures();
    return "Gate: %d of %d tests failed: ".formatted(failures.size(), checks.size())
        + failures.stream().map(GateCheck::line).collect(Collectors.joining("; "))
        + ".";
  }
}
