package dev.assay.jobs.calls;

import dev.assay.jobs.engine.Counts;
import dev.assay.llm.calls.Spending;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the calls of a piece of work came to, for people, the log and the run's counts. What lost
 * executors may have spent stands apart: it is no more than a bound.
 *
 * @param recorded calls of which a reply or a failure is recorded
 * @param spent since the work began
 */
record CallsTold(String stage, long recorded, Spending spent, CallEstimate estimate) {
  private static final Logger LOG = LoggerFactory.getLogger(CallsTold.class);

  /** Tells it, and returns it by name. */
  Counts counts() {
    String line = line();
    LOG.info("{}", line);
    System.err.println(line);
    Counts counts =
        Counts.of("llm calls", spent.calls())
            .and("llm tokens", spent.tokens())
            .and("llm tokens estimated", estimate.tokens());
    return spent.lost().isNothing()
        ? counts
        : counts
            .and("llm calls of lost executors at most", spent.lost().calls())
            .and("llm tokens of lost executors at most", spent.lost().tokens());
  }

  String line() {
    String line =
        String.format(
            Locale.ROOT,
            "%s: %,d of %,d calls are recorded; %,d requests, %,d tokens (estimated %,d), cost %.4f"
                + " (estimated %.4f)",
            stage,
            recorded,
            estimate.calls(),
            spent.calls(),
            spent.tokens(),
            estimate.tokens(),
            spent.cost(),
            estimate.cost());
    Spending.Lost lost = spent.lost();
    return lost.isNothing()
        ? line
        : line
            + String.format(
                Locale.ROOT,
                "; up to %,d requests, %,d tokens, cost %.4f more by an executor that was lost"
                    + " before it told, which a budget counts",
                lost.calls(),
                lost.tokens(),
                lost.cost());
  }
}
