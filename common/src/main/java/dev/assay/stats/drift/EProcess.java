package dev.assay.stats.drift;

/**
 * Evidence that a bounded quantity is lower than it should be, which may be looked at after every
 * value. What a gambler has who starts with 1 and bets on each value being below {@code bound}:
 * were the expectation of every value, given those before, at least the bound, the wealth would
 * ever reach 1/α with a chance of α at most (Ville 1939), whenever one looks and stops. The bets
 * are an even mixture of fixed shares of the largest one that cannot ruin.
 *
 * <p>Source: Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting, JRSS
 * B 86 (2024); Ramdas et al., Game-theoretic statistics and safe anytime-valid inference (2023).
 */
public final class EProcess {
  private static final int SHARES = 24;

  private final double bound;
  private final double[] logWealth = new double[SHARES];
  private double most = 1;
  private double now = 1;
  private int looks;

  /**
   * @param bound what values should be in the mean, within (0, 1)
   */
  public EProcess(double bound) {
    if (!(bound > 0 && bound < 1)) {
      throw new IllegalArgumentException("The bound lies within (0, 1), got " + bound);
    }
    this.bound = bound;
  }

  /**
   * Takes the next value.
   *
   * @param value in [0, 1]
   */
  public void add(double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException("A value lies in [0, 1], got " + value);
    }
    looks++;
    double wealth = 0;
    for (int k = 0; k < SHARES; k++) {
      double bet = (k + 1.0) / (SHARES + 1) / (1 - bound);
      logWealth[k] += Math.log1p(bet * (bound - value));
      wealth += Math.exp(Math.min(700, logWealth[k])) / SHARES;
    }
    now = wealth;
    most = Math.max(most, wealth);
  }

  /** The wealth after the last value. */
  public double value() {
    return now;
  }

  /** The largest wealth so far, 1 before the first value. */
  public double most() {
    return most;
  }

  /** A p-value that holds at every look: one over the largest wealth. */
  public double p() {
    return Math.min(1, 1 / most);
  }

  /** How many values there were. */
  public int looks() {
    return looks;
  }
}
