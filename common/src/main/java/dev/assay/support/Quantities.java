package dev.assay.support;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The numbers of an English text, brought to one form, so that "1, 056", "1,056" and "one thousand
 * and fifty-six" are one number, as are "1.3 billion" and "1,300,000,000", "5 %", "five percent"
 * and "500 basis points", "2 years" and "24 months", "3 March 2021" and "2021-03-03", "5:30 p.m."
 * and "17:30", "$5m" and "5 million dollars". Signs are left out: a text that says "fell 5 %" means
 * what another calls −5 %. A comma groups digits by three, else it is decimal; a stop is decimal
 * unless there are several. Business days are not days. A number inside a word (COVID-19, B2B) is
 * none.
 *
 * <p>Linear time: no pattern repeats inside a repetition, and every run is bounded.
 */
final class Quantities {
  private static final String SPACE = "[ \\u00a0\\u2009\\u202f]";
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
              + SPACE
              + "?([ap])\\.? ?m\\b\\.?|\\b(\\d{1,2}):(\\d{2})\\b");
  private static final Pattern IDENTIFIER = Pattern.compile("\\b\\d{1,5}(?:[- ]\\d{2,12}){2,5}\\b");
  private static final String NUMBER =
      "(?<![\\p{L}\\d])\\d{1,3}(?:(?:, ?|['’]|[ \\u00a0\\u2009\\u202f])\\d{3}(?!\\d)){1,5}(?:\\.\\d{1,9})?"
          + "|\\d{1,3}(?:\\.\\d{3}){2,5}(?!\\d)"
          + "|\\d{1,18}(?:[.,]\\d{1,9})?"
          + "|\\.\\d{1,9}";
  private static final Pattern DIGITS =
      Pattern.compile("(?<![\\p{L}\\d]|[\\p{L}]-)(?:" + NUMBER + ")");
  private static final Pattern WORD = Pattern.compile("\\p{L}+");
  private static final Pattern AFTER =
      Pattern.compile(
          "[-"
              + SPACE.substring(1, SPACE.length() - 1)
              + "]?"
              + "(%|percentage points?|per cent|percent|pct|basis points?|bps"
              + "|thousand|million|billion|trillion|hundred|mn|bn|tn|dozen|k|m|b"
              + "|us dollars?|dollars?|usd|euros?|eur|pounds?|gbp|cents?"
              + "|business days?|banking days?|calendar days?|days?|weeks?|months?|years?|hours?|minutes?|seconds?"
              + "|st|nd|rd|th)(?![\\p{L}\\d])");
  private static final Pattern BEFORE =
      Pattern.compile("(us ?\\$|\\$|€|£|¥|usd|eur|gbp)" + SPACE + "?$");
  private static final Pattern ROUGH =
      Pattern.compile(
          "\\b(?:about|around|approximately|roughly|nearly|almost|over|some|than)"
              + "[ $€£]{1,3}$");
  private static final Map<String, Long> WORDS = words();
  private static final Map<String, Long> ORDINALS = ordinals();
  private static final Map<String, Long> SCALES =
      Map.of(
          "hundred",
          100L,
          "thousand",
          1_000L,
          "million",
          1_000_000L,
          "billion",
          1_000_000_000L,
          "trillion",
          1_000_000_000_000L,
          "dozen",
          12L);
  private static final int LOOK_BACK = 16;
  private static final int LONGEST_UNIT = 24;

  private final String text;
  private final boolean[] taken;
  private final List<Quantity> found = new ArrayList<>();

  private Quantities(String text) {
    this.text = text;
    this.taken = new boolean[text.length()];
  }

  /** The numbers of {@code text}, by kind and then by place. */
  static List<Quantity> of(String text) {
    Quantities all = new Quantities(text.toLowerCase(Locale.ROOT).replace('\n', ' '));
    all.dates();
    all.clocks();
    all.identifiers();
    all.figures();
    all.spelled();
    return List.copyOf(all.found);
  }

  private void dates() {
    each(ISO, m -> date(m.group(1), m.group(2), m.group(3)));
    each(SLASHES, m -> date(m.group(3), m.group(1), m.group(2)));
    each(DAY_FIRST, m -> date(m.group(3), month(m.group(2)), m.group(1)));
    each(MONTH_FIRST, m -> date(m.group(3), month(m.group(1)), m.group(2)));
    each(MONTH_YEAR, m -> date(m.group(2), month(m.group(1)), "0"));
  }

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

  private void clocks() {
    each(CLOCK, Quantities::clock);
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

  private void identifiers() {
    each(
        IDENTIFIER,
        m ->
            m.group().matches("\\d{1,3}( \\d{3})+")
                ? Optional.empty()
                : Optional.of(
                    new Quantity(
                        new BigDecimal(m.group().replaceAll("\\D", "")), "id", false, true)));
  }

  private void figures() {
    Matcher m = DIGITS.matcher(text);
    int from = 0;
    while (m.find(from)) {
      from = m.end();
      if (free(m.start(), m.end())) {
        add(number(m.group()), m.start(), m.end(), true, true);
      }
    }
  }

  /** Runs of number words: "two hundred and fifty", "twenty-five", "1.3 million" is a figure. */
  private void spelled() {
    Matcher m = WORD.matcher(text);
    long total = 0;
    long group = 0;
    int start = -1;
    int end = -1;
    int words = 0;
    boolean one = false;
    while (m.find()) {
      String word = m.group();
      Long small = WORDS.get(word);
      Long scale = SCALES.get(word);
      boolean joined = start >= 0 && m.start() - end <= 1 && words < 16;
      if (free(m.start(), m.end())
          && (small != null || (scale != null && (joined || word.equals("hundred"))))) {
        if (start >= 0 && (!joined || (small != null && !fits(group, small)))) {
          addSpelled(total + group, start, end, one);
          start = -1;
        }
        if (start < 0) {
          total = 0;
          group = 0;
          words = 0;
          start = m.start();
        }
        words++;
        one = words == 1 && word.equals("one");
        if (small != null) {
          group += small;
        } else if (scale == 100 || scale == 12) {
          group = Math.max(1, group) * scale;
        } else {
          total += Math.max(1, group) * scale;
          group = 0;
        }
        end = m.end();
      } else if (word.equals("and") && joined && (group >= 100 || (group == 0 && total > 0))) {
        end = m.end();
      } else {
        if (start >= 0) {
          addSpelled(total + group, start, end, one);
          start = -1;
        }
        if (free(m.start(), m.end()) && ORDINALS.containsKey(word)) {
          BigDecimal value = BigDecimal.valueOf(ORDINALS.get(word));
          found.add(Quantity.of(value, "th", false, !word.equals("first")));
        }
      }
    }
    if (start >= 0) {
      addSpelled(total + group, start, end, one);
    }
  }

  private static boolean fits(long group, long small) {
    long last = group % 100;
    return group == 0 || last == 0 || (last >= 20 && last % 10 == 0 && small < 10);
  }

  private void addSpelled(long value, int start, int end, boolean one) {
    add(BigDecimal.valueOf(value), start, end, false, !one);
  }

  /** Reads what stands around the digits or words of a number. */
  private void add(BigDecimal number, int start, int end, boolean digits, boolean stated) {
    BigDecimal value = number;
    String unit = "";
    boolean rough = false;
    boolean known = stated;
    String before = text.substring(Math.max(0, start - LOOK_BACK), start);
    Matcher currency = BEFORE.matcher(before);
    if (currency.find()) {
      unit = currency(currency.group(1));
    }
    rough = ROUGH.matcher(before).find();
    int at = end;
    Matcher after = AFTER.matcher(text).useTransparentBounds(true);
    for (int i = 0; i < 2 && next(after, at); i++) {
      String word = after.group(1).replaceAll("(?<=..)s$", "");
      boolean attached = after.start(1) == at;
      long scale = scale(word, attached, !unit.isEmpty());
      if (scale > 0 && digits) {
        value = value.multiply(BigDecimal.valueOf(scale));
        rough = true;
      } else if (word.length() == 2 && "st nd rd th".contains(word)) {
        if (!attached) {
          break;
        }
        unit = "th";
      } else if (scale < 0 && word.length() > 1 && SCALES.get(word) == null) {
        Unit read = unit(word);
        value = value.multiply(read.factor());
        unit = read.name();
        known = true;
        at = after.end();
        break;
      } else {
        break;
      }
      at = after.end();
    }
    take(start, at);
    found.add(Quantity.of(value, unit, rough, known));
  }

  /** Whether a unit or magnitude stands at {@code at}; looks no farther than one can be long. */
  private boolean next(Matcher after, int at) {
    return after.region(at, Math.min(text.length(), at + LONGEST_UNIT)).lookingAt();
  }

  private static long scale(String word, boolean attached, boolean money) {
    return switch (word) {
      case "thousand" -> 1_000L;
      case "million", "mn" -> 1_000_000L;
      case "billion", "bn" -> 1_000_000_000L;
      case "trillion", "tn" -> 1_000_000_000_000L;
      case "hundred" -> 100L;
      case "dozen" -> 12L;
      case "k" -> attached ? 1_000L : -1;
      case "m" -> attached && money ? 1_000_000L : -1;
      case "b" -> attached && money ? 1_000_000_000L : -1;
      default -> -1;
    };
  }

  private record Unit(String name, BigDecimal factor) {
    static Unit of(String name, String factor) {
      return new Unit(name, new BigDecimal(factor));
    }
  }

  private static Unit unit(String word) {
    return switch (word) {
      case "%", "percentage point", "per cent", "percent", "pct" -> Unit.of("%", "1");
      case "basis point", "bp" -> Unit.of("%", "0.01");
      case "us dollar", "dollar", "usd" -> Unit.of("USD", "1");
      case "cent" -> Unit.of("USD", "0.01");
      case "euro", "eur" -> Unit.of("EUR", "1");
      case "pound", "gbp" -> Unit.of("GBP", "1");
      case "business day", "banking day" -> Unit.of("business day", "1");
      case "week" -> Unit.of("day", "7");
      case "calendar day" -> Unit.of("day", "1");
      case "year" -> Unit.of("month", "12");
      case "hour" -> Unit.of("minute", "60");
      default -> Unit.of(word, "1");
    };
  }

  private static String currency(String sign) {
    return switch (sign) {
      case "€", "eur" -> "EUR";
      case "£", "gbp" -> "GBP";
      case "¥" -> "JPY";
      default -> "USD";
    };
  }

  private static BigDecimal number(String digits) {
    String bare = digits.replaceAll("[\\s\\u00a0\\u2009\\u202f'’]", "");
    if (bare.matches("\\d{1,3}(,\\d{3})+(\\.\\d+)?")) {
      bare = bare.replace(",", "");
    } else if (bare.matches("\\d{1,3}(\\.\\d{3}){2,}")) {
      bare = bare.replace(".", "");
    }
    return new BigDecimal(bare.replace(',', '.'));
  }

  private void each(
      Pattern pattern, java.util.function.Function<Matcher, Optional<Quantity>> read) {
    Matcher m = pattern.matcher(text);
    while (m.find()) {
      if (free(m.start(), m.end())) {
        Optional<Quantity> quantity = read.apply(m);
        if (quantity.isPresent()) {
          take(m.start(), m.end());
          found.add(quantity.get());
        }
      }
    }
  }

  private boolean free(int start, int end) {
    for (int i = start; i < end; i++) {
      if (taken[i]) {
        return false;
      }
    }
    return true;
  }

  private void take(int start, int end) {
    java.util.Arrays.fill(taken, start, end, true);
  }

  private static Map<String, Long> words() {
    String[] small =
        ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
                + " fifteen sixteen seventeen eighteen nineteen")
            .split(" ");
    String[] tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
    Map<String, Long> words = new java.util.HashMap<>();
    for (int i = 0; i < small.length; i++) {
      words.put(small[i], (long) i);
    }
    for (int i = 0; i < tens.length; i++) {
      words.put(tens[i], 10L * (i + 2));
    }
    return Map.copyOf(words);
  }

  private static Map<String, Long> ordinals() {
    String[] names =
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
            .split(" ");
    Map<String, Long> words = new java.util.HashMap<>();
    for (int i = 0; i < names.length; i++) {
      words.put(names[i], i + 1L);
    }
    return Map.copyOf(words);
  }
}
