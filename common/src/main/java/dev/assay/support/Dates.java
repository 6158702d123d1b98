package dev.assay.support;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How English texts write days, months and times of day. */
final class Dates {
  private static final String MONTH =
      "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
          + "|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
  private static final String MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec";
  private static final Pattern DAY_FIRST =
      Pattern.compile("\\b(\\d{1,2})(?:st|nd|rd|th)? (?:of )?" + MONTH + "\\b(?:,? ?(\\d{4})\\b)?");
  private static final Pattern MONTH_FIRST =
      Pattern.compile(
          "\\b" + MONTH + " (\\d{1,2})(?:st|nd|rd|th)?\\b(?! ?[,.]?\\d)(?: ?,? (\\d{4})\\b)?");
  private static final Pattern MONTH_YEAR = Pattern.compile("\\b" + MONTH + ",? (\\d{4})\\b");
  private static final Pattern ISO = Pattern.compile("\\b(\\d{4})-(\\d{2})-(\\d{2})\\b");
  private static final Pattern SLASHES = Pattern.compile("\\b(\\d{1,2})/(\\d{1,2})/(\\d{4})\\b");
  private static final Pattern CLOCK =
      Pattern.compile(
          "\\b(\\d{1,2})(?::(\\d{2}))?"
              + Units.SPACE
              + "?([ap])\\.? ?m\\b\\.?|\\b(\\d{1,2}):(\\d{2})\\b");

  /** A way to write one; what is read is empty where it is no day or time. */
  record Form(Pattern pattern, Function<Matcher, Optional<Quantity>> read) {}

  /** All ways, those that take more of a text before those that take less. */
  static final List<Form> FORMS =
      List.of(
          new Form(ISO, m -> date(m.group(1), m.group(2), m.group(3))),
          new Form(SLASHES, m -> date(m.group(3), m.group(1), m.group(2))),
          new Form(DAY_FIRST, m -> date(m.group(3), month(m.group(2)), m.group(1))),
          new Form(MONTH_FIRST, m -> date(m.group(3), month(m.group(1)), m.group(2))),
          new Form(MONTH_YEAR, m -> date(m.group(2), month(m.group(1)), "0")),
          new Form(CLOCK, Dates::clock));

  private Dates() {}

  private static String month(String name) {
    return Integer.toString(MONTHS.indexOf(name.substring(0, 3)) / 3 + 1);
  }

  private static Optional<Quantity> date(String year, String month, String day) {
    int m = Integer.parseInt(month);
    int d = Integer.parseInt(day);
    if (m < 1 || m > 12 || d > 31) {
      return Optional.empty();
    }
    int y = year == null ? 0 : Integer.parseInt(year);
    BigDecimal value = BigDecimal.valueOf(10_000L * y + 100L * m + d);
    return Optional.of(new Quantity(value, Quantity.DATE, false, true));
  }

  private static Optional<Quantity> clock(Matcher m) {
    boolean half = m.group(3) != null;
    int hour = Integer.parseInt(half ? m.group(1) : m.group(4));
    String minutes = half ? m.group(2) : m.group(5);
    int minute = minutes == null ? 0 : Integer.parseInt(minutes);
    if (minute > 59 || hour > (half ? 12 : 23)) {
      return Optional.empty();
    }
    int hours = half ? hour % 12 + ("p".equals(m.group(3)) ? 12 : 0) : hour;
    return Optional.of(Quantity.of(BigDecimal.valueOf(60L * hours + minute), "clock", false, true));
  }
}
