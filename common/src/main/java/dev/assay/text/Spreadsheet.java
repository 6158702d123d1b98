package dev.assay.text;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Lines of CSV (RFC 4180, UTF-8) for spreadsheets, in which no text that came with the data is
 * taken for a formula.
 */
public final class Spreadsheet {
  /** What a spreadsheet would take for a formula: it may stand behind blanks, and be wide. */
  public static final String FORMULA = "\\A[\\s\\p{Cc}]*[=+@＝＋－＠-]";

  /** Blanks that some programs take away before they look for a formula. */
  public static final String BLANK = "\\A[\\t\\r\\n]";

  private static final Pattern GUARDED = Pattern.compile(FORMULA + "|" + BLANK);

  private Spreadsheet() {}

  /**
   * A line with its end. Values that are no numbers or truths are texts; NULL and what is no finite
   * number are empty cells.
   */
  public static String line(List<?> values) {
    return values.stream().map(Spreadsheet::cell).collect(Collectors.joining(",", "", "\r\n"));
  }

  private static String cell(Object value) {
    if (value == null || value instanceof Number number && !Double.isFinite(number.doubleValue())) {
      return "";
    }
    if (value instanceof Number || value instanceof Boolean) {
      return value.toString();
    }
    String text = value.toString();
    String safe = GUARDED.matcher(text).find() ? "'" + text : text;
    return '"' + safe.replace("\"", "\"\"") + '"';
  }
}
