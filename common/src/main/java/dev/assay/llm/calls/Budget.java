package dev.assay.llm.calls;

import dev.assay.config.BudgetConfig;

/** What is left of a budget. Calls under way and starts that are granted count as spent. */
final class Budget {
  private final BudgetConfig budget;
  private long calls;
  private long tokens;
  private long nanoCost;

  Budget(BudgetConfig budget) {
    this.budget = budget;
  }

  /** Adds what an executor has spent since its last report. */
  void spend(long moreCalls, long moreTokens, long moreCost) {
    calls += moreCalls;
    tokens += moreTokens;
    nanoCost += moreCost;
  }

  Spending spent() {
    return new Spending(calls, tokens, nanoCost / 1e9);
  }

  /** Whether a limit is on something that is only estimated before a call. */
  boolean isEstimated() {
    return budget.maxTokens().isPresent() || budget.maxCost().isPresent();
  }

  /** Whether not even one call of this size is left, whatever is given back. */
  boolean isUsedUp(long meanTokens, long meanCost) {
    return room(0, 0, 0, meanTokens, meanCost) < 1;
  }

  /** How many calls of this size may start beside what is reserved. */
  long room(
      long reservedCalls, long reservedTokens, long reservedCost, long meanTokens, long meanCost) {
    long room = Long.MAX_VALUE;
    if (budget.maxCalls().isPresent()) {
      room = Math.min(room, budget.maxCalls().get() - calls - reservedCalls);
    }
    if (budget.maxTokens().isPresent()) {
      room = Math.min(room, left(budget.maxTokens().get() - tokens - reservedTokens, meanTokens));
    }
    if (budget.maxCost().isPresent()) {
      double left = budget.maxCost().get() * 1e9 - nanoCost - reservedCost;
      room = Math.min(room, left((long) left, meanCost));
    }
    return Math.max(0, room);
  }

  /** Where a call's size is not known, one may start while anything is left. */
  private static long left(long left, long mean) {
    return left <= 0 ? 0 : left / Math.max(1, mean);
  }

  /** The limit that ends the work, for people. */
  String reason(long meanTokens, long meanCost) {
    if (budget.maxCalls().isPresent() && calls >= budget.maxCalls().get()) {
      return "budget.max-calls = " + budget.maxCalls().get() + " is used up";
    }
    if (budget.maxTokens().isPresent() && left(budget.maxTokens().get() - tokens, meanTokens) < 1) {
      return "budget.max-tokens = "
          + budget.maxTokens().get()
          + " is used up: "
          + tokens
          + " tokens are spent and the next call is expected to take "
          + meanTokens;
    }
    return String.format(
        java.util.Locale.ROOT,
        "budget.max-cost = %s is used up: %.6f is spent and the next call is expected to cost %.6f",
        budget.maxCost().map(Object::toString).orElse("none"),
        nanoCost / 1e9,
        meanCost / 1e9);
  }
}
