package dev.assay.report.figures;

import dev.assay.tables.RowValues;
import java.util.Locale;
import java.util.OptionalDouble;
import org.apache.spark.sql.Row;

/** Numbers of a row as the sections show them. */
public final class Shown {
  private static final String ABSENT = "–";

  private Shown() {}

  /** Two decimals, or a dash where there is no value. */
  public static String share(Row row, String column) {
    OptionalDouble value = RowValues.number(row, column);
    return value.isPresent() ? decimals(value.getAsDouble()) : ABSENT;
  }

  /** "[low, high]", or empty when an end is missing. */
  public static String interval(Row row, String low, String high) {
    OptionalDouble from = RowValues.number(row, low);
    OptionalDouble to = RowValues.number(row, high);
    return from.isPresent() && to.isPresent()
        ? "[" + decimals(from.getAsDouble()) + ", " + decimals(to.getAsDouble()) + "]"
        : "";
  }

  /** A p-value, or a dash. */
  public static String p(Row row, String column) {
    OptionalDouble value = RowValues.number(row, column);
    if (value.isEmpty()) {
      return ABSENT;
    }
    double p = value.getAsDouble();
    return p < .001 ? "<0.001" : String.format(Locale.ROOT, "%.3f", p);
  }

  /** With thin blanks between thousands. */
  public static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value).replace(',', '\u202f');
  }

  /** Two decimals, with a real minus sign. */
  public static String decimals(double value) {
    String text = String.format(Locale.ROOT, "%.2f", value);
    return text.equals("-0.00") ? "0.00" : text.replace('-', '−');
  }
}
