package dev.assay.jobs.engine;

/**
 * How a stage ended.
 *
 * @param stage its name
 * @param runId the id of its row in table {@code runs}
 * @param outcome {@code done}, {@code skipped} where an earlier run had done it, {@code stopped} by
 *     a budget, or {@code failed}
 * @param counts what it did
 * @param seconds how long it took, by the clock
 */
public record StageEnd(String stage, String runId, String outcome, Counts counts, double seconds) {}
