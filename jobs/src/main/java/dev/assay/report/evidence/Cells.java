package dev.assay.report.evidence;

import dev.assay.base.OneLine;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.sql.Timestamp;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;

/** Values of tables in Markdown. Texts of the data cannot become markup. */
public final class Cells {
  private static final int MOST_CHARACTERS = 300;
  private static final int DECIMALS = 4;
  private static final int DIGITS = 4;
  private static final DateTimeFormatter SECOND =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private Cells() {}

  /** Rows as a table of Markdown. */
  public static String table(List<String> columns, List<Row> rows) {
    StringBuilder table = new StringBuilder();
    line(table, columns.stream().map(name -> text(name.replace('_', ' '))).toList());
    line(table, columns.stream().map(name -> "---").toList());
    for (Row row : rows) {
      line(table, columns.stream().map(name -> of(row.getAs(name))).toList());
    }
    return table.toString();
  }

  private static void line(StringBuilder table, List<String> cells) {
    table.append(cells.stream().collect(Collectors.joining(" | ", "| ", " |\n")));
  }

  /** What is not known is a dash. Times are UTC; numbers have four decimals, or four digits. */
  static String of(Object value) {
    if (value == null) {
      return "–";
    } else if (value instanceof Double number) {
      return number(number);
    } else if (value instanceof Boolean truth) {
      return truth ? "yes" : "no";
    } else if (value instanceof Timestamp time) {
      return SECOND.format(time.toInstant());
    }
    return text(value.toString());
  }

  private static String number(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return Double.toString(value);
    }
    BigDecimal exact = BigDecimal.valueOf(value);
    BigDecimal rounded =
        Math.abs(value) < 0.001
            ? exact.round(new MathContext(DIGITS, RoundingMode.HALF_UP))
            : exact.setScale(DECIMALS, RoundingMode.HALF_UP);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }

  /** On one line, at most so long, without what Markdown or HTML would take for markup. */
  public static String text(String given) {
    String line = OneLine.of(given).strip();
    int characters = line.codePointCount(0, line.length());
    String shown =
        characters > MOST_CHARACTERS
            ? line.substring(0, line.offsetByCodePoints(0, MOST_CHARACTERS)) + "…"
            : line;
    return shown
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replaceAll("([\\\\`*\\[\\]|~])", "\\\\$1")
        // Within a word it is no markup.
        .replaceAll("(?<![\\p{L}\\p{N}])_|_(?![\\p{L}\\p{N}])", "\\\\_")
        .replaceAll("\\A([#+-])", "\\\\$1")
        .replaceAll("\\A(\\d{1,9})([.)])(?=\\s|\\z)", "$1\\\\$2")
        // Addresses that would become links by themselves.
        .replace("://", "&#58;//")
        .replaceAll("(?i)(www)\\.", "$1&#46;");
  }
}
