package dev.assay.support;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * A number that a text states, brought to one form.
 *
 * @param value its size in the unit, without sign
 * @param unit {@code %}, a currency code, {@code month}, {@code day}, {@code business day}, {@code
 *     minute}, {@code second}, {@code th} (ordinal), {@code clock} (minutes since midnight), {@code
 *     date} (yyyymmdd, 0 for what is not said), {@code id} (digits of a telephone or account
 *     number), or empty
 * @param rough whether the text gives it in words of magnitude or as an approximation
 * @param stated whether it is a number to be checked; "one" and "first" often are not
 */
record Quantity(BigDecimal value, String unit, boolean rough, boolean stated) {
  static final String DATE = "date";
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
  private static final int YEAR = 10_000;

  static Quantity of(BigDecimal value, String unit, boolean rough, boolean stated) {
    return new Quantity(value.stripTrailingZeros(), unit, rough, stated);
  }

  /**
   * Whether {@code source} says this number. A unit that one side leaves out is no difference; a
   * rough number agrees with one that rounds to it; a date agrees with one that says at least its
   * day and month.
   */
  boolean saidBy(Quantity source) {
    if (unit.equals(DATE) || source.unit.equals(DATE)) {
      return dateSaidBy(source);
    }
    if (unit.equals(source.unit) || unit.isEmpty() || source.unit.isEmpty()) {
      return equal(source.value)
          || (source.unit.equals("%") && unit.isEmpty() && equal(source.value.divide(HUNDRED)))
          || (unit.equals("%") && source.unit.isEmpty() && equal(source.value.multiply(HUNDRED)));
    }
    return false;
  }

  private boolean equal(BigDecimal other) {
    if (value.compareTo(other) == 0) {
      return true;
    }
    return rough
        && value.signum() > 0
        && other.round(new MathContext(value.precision(), RoundingMode.HALF_UP)).compareTo(value)
            == 0;
  }

  private boolean dateSaidBy(Quantity source) {
    int own = unit.equals(DATE) ? value.intValue() : -1;
    int other = source.unit.equals(DATE) ? source.value.intValue() : -1;
    if (own < 0) {
      // A bare number is said by a date that has it as its year or day.
      return unit.isEmpty()
          && (value.compareTo(BigDecimal.valueOf(other / YEAR)) == 0
              || value.compareTo(BigDecimal.valueOf(other % 100)) == 0);
    }
    return other >= 0
        && agree(own / YEAR, other / YEAR)
        && covers(own / 100 % 100, other / 100 % 100)
        && covers(own % 100, other % 100);
  }

  private static boolean agree(int own, int other) {
    return own == 0 || other == 0 || own == other;
  }

  private static boolean covers(int own, int other) {
    return own == 0 || own == other;
  }
}
