package dev.assay.grammar.matching;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Calendar dates as people write them in English and by digits; 3/5/2024 has both readings. */
final class DateMentions {
  private static final String MONTH =
      "(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
          + "|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
  private static final String DAY = "(?<day>\\d{1,2})(?:st|nd|rd|th)?";
  private static final String YEAR = "(?<year>\\d{4})(?!\\d)";
  private static final List<Pattern> FORMS =
      List.of(
          form("(?<year>\\d{4})[-/.](?<number>\\d{1,2})[-/.](?<day>\\d{1,2})(?!\\d)"),
          form("(?<day>\\d{1,2})(?<mark>[-/.])(?<number>\\d{1,2})[-/.]" + YEAR),
          form(DAY + "\\.?[ -](?:of )?" + MONTH + "\\.?,?[ -]" + YEAR),
          form(MONTH + "\\.? " + DAY + ",? " + YEAR),
          form(MONTH + "\\.?,? " + YEAR));
  private static final String MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec ";

  private DateMentions() {}

  /**
   * @param readings the dates that it can stand for; the first of the month where it names no day
   * @param whole whether it names the day
   */
  record Mention(int start, int end, List<LocalDate> readings, boolean whole) {
    boolean says(LocalDate truth) {
      return whole && readings.contains(truth);
    }

    /** Whether it names the month of {@code truth} and no day. */
    boolean near(LocalDate truth) {
      return !whole && readings.contains(truth.withDayOfMonth(1));
    }
  }

  private static Pattern form(String pattern) {
    return Pattern.compile("(?<![\\p{L}\\p{N}])" + pattern, Pattern.CASE_INSENSITIVE);
  }

  /** The date that {@code value}, a database's, begins with; null where it is none. */
  static LocalDate truth(String value) {
    Matcher matcher =
        Pattern.compile("(\\d{4}-\\d{2}-\\d{2})(?:[T ]\\d{2}:\\d{2}.*)?").matcher(value.strip());
    try {
      return matcher.matches() ? LocalDate.parse(matcher.group(1)) : null;
    } catch (DateTimeException noSuchDay) {
      return null;
    }
  }

  /** Hour and minute of {@code value} where they are not midnight; empty otherwise. */
  static String time(String value) {
    Matcher matcher =
        Pattern.compile("\\d{4}-\\d{2}-\\d{2}[T ](\\d{2}:\\d{2}).*").matcher(value.strip());
    return matcher.matches() && !matcher.group(1).equals("00:00") ? matcher.group(1) : "";
  }

  static List<Mention> find(String text) {
    List<Mention> found = new ArrayList<>();
    for (Pattern form : FORMS) {
      Matcher matcher = form.matcher(text);
      while (matcher.find()) {
        int start = matcher.start();
        int end = matcher.end();
        if (found.stream().noneMatch(m -> m.start() < end && start < m.end())) {
          List<LocalDate> readings = readings(form.pattern(), matcher);
          if (!readings.isEmpty()) {
            found.add(new Mention(start, end, readings, form.pattern().contains("<day>")));
          }
        }
      }
    }
    found.sort(Comparator.comparingInt(Mention::start));
    return found;
  }

  /** What the dates of {@code text} can stand for. */
  static Set<LocalDate> dates(String text) {
    return find(text).stream()
        .flatMap(date -> date.readings().stream())
        .collect(Collectors.toSet());
  }

  private static List<LocalDate> readings(String form, Matcher matcher) {
    int year = Integer.parseInt(matcher.group("year"));
    int day = form.contains("<day>") ? Integer.parseInt(matcher.group("day")) : 1;
    List<LocalDate> readings = new ArrayList<>();
    if (form.contains("<month>")) {
      String name = matcher.group("month").substring(0, 3).toLowerCase(Locale.ROOT);
      add(readings, year, MONTHS.indexOf(name + " ") / 4 + 1, day);
    } else {
      int number = Integer.parseInt(matcher.group("number"));
      add(readings, year, number, day);
      if (form.contains("<mark>") && matcher.group("mark").equals("/")) {
        add(readings, year, day, number);
      }
    }
    return readings;
  }

  private static void add(List<LocalDate> readings, int year, int month, int day) {
    try {
      readings.add(LocalDate.of(year, month, day));
    } catch (DateTimeException noSuchDay) {
      // 31.02.2024 is no date: the digits stay what they are.
    }
  }
}
