package dev.assay.jobs.engine;

/** A budget is used up. What is done is kept; the same command with more budget goes on from it. */
public final class BudgetStop extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BudgetStop(String message) {
    super(message);
  }
}
