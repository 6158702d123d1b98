package dev.assay.jobs.calls;

import dev.assay.jobs.engine.BudgetStop;
import dev.assay.jobs.engine.StageException;
import dev.assay.llm.calls.CallCoordinator;

/** Work whose calls were not all made is not done. */
final class WholeWork {
  private WholeWork() {}

  /**
   * Ends the stage where a refused key or a budget ended its calls, or where nothing is known of
   * some.
   *
   * @param missing calls of which neither a reply nor a failure is recorded
   */
  static void require(String stage, long missing) {
    CallCoordinator.shared()
        .stopped()
        .ifPresent(
            reason -> {
              throw new StageException("Stopped: " + reason + ". What was answered is kept.");
            });
    CallCoordinator.shared()
        .usedUp()
        .ifPresent(
            reason -> {
              throw new BudgetStop(
                  reason
                      + ". What is done is kept; the same command goes on from it, with as much"
                      + " again.");
            });
    if (missing > 0) {
      throw new StageException(
          "%s: of %d calls neither a reply nor a failure is recorded: an executor was lost, or its"
                  .formatted(stage, missing)
              + " journal. What is there is kept; the same command asks for the others.");
    }
  }
}
