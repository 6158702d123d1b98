package dev.assay.llm.calls;

/**
 * What was spent, as executors told; and apart from it what executors may have spent that were lost
 * before they told.
 *
 * @param calls attempts that were not answered by 429
 * @param tokens as endpoints reported them
 * @param cost by the configured prices
 * @param lost at most what lost executors have spent beside that, which budgets count as spent
 */
public record Spending(long calls, long tokens, double cost, Lost lost) {
  public static final Spending NONE = new Spending(0, 0, 0, Lost.NOTHING);

  /**
   * At most what lost executors have spent after they told last.
   *
   * @param calls calls that they were allowed to start
   * @param tokens expected of these and of those under way
   * @param cost likewise
   */
  public record Lost(long calls, long tokens, double cost) {
    static final Lost NOTHING = new Lost(0, 0, 0);

    /** Whether no executor was lost that may have spent something. */
    public boolean isNothing() {
      return calls == 0 && tokens == 0 && cost == 0;
    }
  }

  /** Both together. */
  public Spending plus(Spending more) {
    return new Spending(
        calls + more.calls,
        tokens + more.tokens,
        cost + more.cost,
        new Lost(
            lost.calls + more.lost.calls,
            lost.tokens + more.lost.tokens,
            lost.cost + more.lost.cost));
  }
}
