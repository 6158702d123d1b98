package dev.assay.config;

import java.util.Optional;

/** What one command may spend on calls. See {@code conf/reference.conf}. */
public record BudgetConfig(
    Optional<Long> maxCalls, Optional<Long> maxTokens, Optional<Double> maxCost) {

  /** No limit. */
  public static final BudgetConfig NONE =
      new BudgetConfig(Optional.empty(), Optional.empty(), Optional.empty());
}
