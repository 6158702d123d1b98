package dev.assay.jobs.estimate;

import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;

/** Amounts as people say them, with two digits that mean something. */
public final class Told {
  private record Unit(double size, String name) {}

  private static final List<Unit> TIMES =
      List.of(
          new Unit(365.25 * 86_400, "years"),
          new Unit(86_400, "days"),
          new Unit(3_600, "h"),
          new Unit(60, "min"),
          new Unit(1, "s"));
  private static final List<Unit> BYTES =
      List.of(
          new Unit(1e15, "PB"),
          new Unit(1e12, "TB"),
          new Unit(1e9, "GB"),
          new Unit(1e6, "MB"),
          new Unit(1e3, "kB"));

  private Told() {}

  public static String seconds(double seconds) {
    return of(seconds, TIMES);
  }

  public static String bytes(double bytes) {
    return of(bytes, BYTES);
  }

  static String money(double money) {
    return number(money);
  }

  static String number(double number) {
    return String.format(Locale.ROOT, number < 10 ? "%,.2f" : "%,.0f", twoDigits(number));
  }

  /** In the largest unit of which there are two; the smallest where there are fewer. */
  private static String of(double amount, List<Unit> units) {
    Unit unit =
        units.stream()
            .filter(one -> amount >= 2 * one.size())
            .findFirst()
            .orElse(units.get(units.size() - 1));
    double times = twoDigits(amount / unit.size());
    return String.format(Locale.ROOT, times < 10 ? "%.1f %s" : "%,.0f %s", times, unit.name());
  }

  private static double twoDigits(double number) {
    if (number == 0) {
      return 0;
    }
    double grain = Math.pow(10, Math.floor(Math.log10(number)) - 1);
    return Math.round(number / grain) * grain;
  }

  /** An estimate as a cell of a table. */
  public static String estimate(Estimate one, DoubleFunction<String> told) {
    if (one.isWhole()) {
      String low = told.apply(one.low().getAsDouble());
      String high = told.apply(one.high().getAsDouble());
      return low.equals(high) ? high : low + " to " + high;
    }
    return one.low().isPresent() ? "more than " + told.apply(one.low().getAsDouble()) : "not known";
  }
}
