package dev.assay.llm.calls;

/**
 * What was spent.
 *
 * @param calls attempts that were not answered by 429
 * @param tokens as endpoints reported them
 * @param cost by the configured prices
 */
public record Spending(long calls, long tokens, double cost) {}
