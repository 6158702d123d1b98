package dev.assay.grammar.fill;

import dev.assay.grammar.AnswerType;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.regex.Pattern;

/** Values of a database as people and SQL write them, and as text that keeps their type. */
public final class Values {
  /** Values of one column in their order. */
  public static final Comparator<Object> ORDER = Values::compare;

  private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
  private static final Pattern DATE =
      Pattern.compile("\\d{4}-\\d{2}-\\d{2}([T ]\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?)?");
  private static final Pattern MIDNIGHT = Pattern.compile("[T ]00:00(:00(\\.0+)?)?$");
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");
  private static final int DIGITS = 12;
  private static final int DECIMALS = 6;
  private static final int LONGEST = 200;

  private Values() {}

  /** What kind of value it is; a date that is kept as text is a date. */
  public static AnswerType type(Object value) {
    if (value instanceof Number) {
      return AnswerType.NUMBER;
    }
    if (value instanceof Boolean) {
      return AnswerType.BOOLEAN;
    }
    boolean dated = value instanceof LocalDate || value instanceof LocalDateTime;
    return dated || value instanceof String text && DATE.matcher(text).matches()
        ? AnswerType.DATE
        : AnswerType.TEXT;
  }

  /**
   * The value for a reader: numbers without the noise of binary arithmetic (twelve digits, six
   * decimals), moments at midnight as days.
   */
  public static String text(Object value) {
    if (value instanceof Double || value instanceof BigDecimal) {
      BigDecimal number =
          value instanceof BigDecimal exact ? exact : BigDecimal.valueOf((Double) value);
      return plain(number);
    }
    if (value instanceof LocalDateTime moment) {
      return moment.toLocalTime().equals(LocalTime.MIDNIGHT)
          ? moment.toLocalDate().toString()
          : MOMENT.format(moment);
    }
    String text = value.toString().strip();
    return type(value) == AnswerType.DATE ? MIDNIGHT.matcher(text).replaceAll("") : text;
  }

  private static String plain(BigDecimal number) {
    BigDecimal rounded = number.round(new MathContext(DIGITS, RoundingMode.HALF_EVEN));
    if (rounded.scale() > DECIMALS && rounded.abs().compareTo(new BigDecimal("0.001")) >= 0) {
      rounded = rounded.setScale(DECIMALS, RoundingMode.HALF_EVEN);
    }
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  /** The value as SQL writes it. */
  static String literal(Object value) {
    if (value instanceof Boolean truth) {
      return truth ? "TRUE" : "FALSE";
    }
    if (value instanceof BigDecimal exact) {
      return exact.toPlainString();
    }
    return value instanceof Number
        ? value.toString()
        : "'" + value.toString().replace("'", "''") + "'";
  }

  /** Whether a question can name it: one line of text, and not a long one. */
  static boolean isSayable(Object value) {
    String text = text(value);
    boolean finite = !(value instanceof Double number) || Double.isFinite(number);
    return finite
        && !text.isEmpty()
        && text.length() <= LONGEST
        && !CONTROL.matcher(text).find();
  }

  /** The value with a letter for its type before it. */
  public static String coded(Object value) {
    return value == null ? "-" : letter(value) + value;
  }

  private static String letter(Object value) {
    return value instanceof Long
        ? "l"
        : value instanceof Double
            ? "f"
            : value instanceof BigDecimal
                ? "d"
                : value instanceof Boolean
                    ? "b"
                    : value instanceof LocalDate
                        ? "D"
                        : value instanceof LocalDateTime
                            ? "M"
                            : value instanceof LocalTime ? "T" : "s";
  }

  /** The value that {@link #coded} wrote. */
  public static Object decoded(String coded) {
    String text = coded.substring(1);
    return switch (coded.charAt(0)) {
      case 'l' -> Long.valueOf(text);
      case 'f' -> Double.valueOf(text);
      case 'd' -> new BigDecimal(text);
      case 'b' -> Boolean.valueOf(text);
      case 'D' -> LocalDate.parse(text);
      case 'M' -> LocalDateTime.parse(text);
      case 'T' -> LocalTime.parse(text);
      default -> text;
    };
  }

  private static int compare(Object one, Object other) {
    if (one instanceof Number && other instanceof Number) {
      return new BigDecimal(one.toString()).compareTo(new BigDecimal(other.toString()));
    }
    return one.toString().compareTo(other.toString());
  }
}
