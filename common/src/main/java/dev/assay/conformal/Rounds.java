package dev.assay.conformal;

/**
 * How a promise outlives rounds of labels: whoever labels more and calibrates again tests again,
 * and a promise that is made anew each time is broken at some time far more often than δ. Round k
 * may therefore spend δ/(k(k + 1)), which sums to δ over all rounds, whatever depends.
 *
 * <p>Why not a betting test, which is valid at any time: it has to bet on one cut of one map, and
 * here both are fitted anew each round. Nor would it decide more where labels are few. With 50
 * decided groups a round, of which 3 % are wrong, at most 10 % allowed and δ = .1, it certifies
 * with probability .22 in round 1 and .65 in round 2 (uniform mixture of bets), the binomial test
 * at δ/(k(k + 1)) with .56 and .65; from round 6 on betting would be ahead.
 */
public final class Rounds {
  private Rounds() {}

  /**
   * What round {@code number} may spend of {@code delta}.
   *
   * @param number from 1 on
   */
  public static double spent(double delta, int number) {
    if (number < 1) {
      throw new IllegalArgumentException("Rounds are counted from 1, got " + number);
    }
    return delta / ((double) number * (number + 1));
  }
}
