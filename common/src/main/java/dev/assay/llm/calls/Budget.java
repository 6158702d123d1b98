package dev.assay.llm.calls;

import dev.assay.config.BudgetConfig;
import java.util.Locale;

/** What is left of a budget. Calls under way and starts that are granted count as spent. */
final class Budget {
  private final BudgetConfig budget;
  private RateLimiter.Change told = RateLimiter.Change.NONE;
  private RateLimiter.Change lost = RateLimiter.Change.NONE;

  Budget(BudgetConfig budget) {
    this.budget = budget;
  }

  /** Adds what an executor has spent since its last report. */
  void spend(RateLimiter.Change more) {
    told = told.plus(more);
  }

  /** Adds what lost executors may have spent; takes it off where one is there again. */
  void assume(RateLimiter.Change more) {
    lost = lost.plus(more);
  }

  Spending spent() {
    return new Spending(
        told.calls(),
        told.tokens(),
        told.nanoCost() / 1e9,
        new Spending.Lost(lost.calls(), lost.tokens(), lost.nanoCost() / 1e9));
  }

  /** What counts: a call that may have been made costs as one that was. */
  private RateLimiter.Change counted() {
    return told.plus(lost);
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
    RateLimiter.Change spent = counted();
    if (budget.maxCalls().isPresent()) {
      room = Math.min(room, budget.maxCalls().get() - spent.calls() - reservedCalls);
    }
    if (budget.maxTokens().isPresent()) {
      room =
          Math.min(
              room, left(budget.maxTokens().get() - spent.tokens() - reservedTokens, meanTokens));
    }
    if (budget.maxCost().isPresent()) {
      double left = budget.maxCost().get() * 1e9 - spent.nanoCost() - reservedCost;
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
    RateLimiter.Change spent = counted();
    if (budget.maxCalls().isPresent() && spent.calls() >= budget.maxCalls().get()) {
      return "budget.max-calls = "
          + budget.maxCalls().get()
          + " is used up"
          + ofLost(lost.calls(), Long.toString(lost.calls()));
    }
    if (budget.maxTokens().isPresent()
        && left(budget.maxTokens().get() - spent.tokens(), meanTokens) < 1) {
      return "budget.max-tokens = "
          + budget.maxTokens().get()
          + " is used up: "
          + spent.tokens()
          + " tokens are spent"
          + ofLost(lost.tokens(), Long.toString(lost.tokens()))
          + " and the next call is expected to take "
          + meanTokens;
    }
    return String.format(
        Locale.ROOT,
        "budget.max-cost = %s is used up: %.6f is spent%s and the next call is expected to cost"
            + " %.6f",
        budget.maxCost().map(Object::toString).orElse("none"),
        spent.nanoCost() / 1e9,
        ofLost(lost.nanoCost(), String.format(Locale.ROOT, "%.6f", lost.nanoCost() / 1e9)),
        meanCost / 1e9);
  }

  private static String ofLost(long some, String shown) {
    return some == 0 ? "" : " (up to " + shown + " of it by executors that were lost)";
  }
}
