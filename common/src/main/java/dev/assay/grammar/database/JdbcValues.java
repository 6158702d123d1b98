package dev.assay.grammar.database;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Comparator;
import java.util.UUID;

/** Values of drivers as a few types of Java. Moments with a zone are those of UTC. */
final class JdbcValues {
  /** By kind, then by value; any order, but always the same. */
  static final Comparator<Object> ORDER = JdbcValues::compare;

  private JdbcValues() {}

  static Object read(ResultSet results, int column, ResultSetMetaData about) throws SQLException {
    Object value = results.getObject(column);
    if (value instanceof Timestamp moment) {
      String type = about.getColumnTypeName(column).toLowerCase(java.util.Locale.ROOT);
      return type.contains("tz") || type.contains("with time zone")
          ? moment.toInstant().atOffset(ZoneOffset.UTC).toLocalDateTime()
          : moment.toLocalDateTime();
    }
    return plain(value, column, about);
  }

  private static Object plain(Object value, int column, ResultSetMetaData about)
      throws SQLException {
    if (value == null
        || value instanceof String
        || value instanceof Long
        || value instanceof Boolean
        || value instanceof BigDecimal
        || value instanceof LocalDate
        || value instanceof LocalDateTime
        || value instanceof LocalTime) {
      return value;
    }
    if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    if (value instanceof Number number) {
      return number(number);
    }
    if (value instanceof Date day) {
      return day.toLocalDate();
    }
    if (value instanceof Time time) {
      return time.toLocalTime();
    }
    if (value instanceof OffsetDateTime moment) {
      return moment.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
    }
    if (value instanceof ZonedDateTime moment) {
      return moment.withZoneSameInstant(ZoneOffset.UTC).toLocalDateTime();
    }
    if (value instanceof Character || value instanceof UUID || value instanceof Enum<?>) {
      return value.toString();
    }
    if (value instanceof java.sql.Clob text) {
      return text.getSubString(1, (int) Math.min(Integer.MAX_VALUE, text.length()));
    }
    throw new SQLException(
        "column "
            + about.getColumnLabel(column)
            + " has values of type "
            + about.getColumnTypeName(column)
            + ", which are neither text, numbers, dates nor booleans");
  }

  /** A number that is none (NaN, infinite) is not known. */
  private static Object number(Number number) {
    if (number instanceof Float || number instanceof Double) {
      double value = Double.parseDouble(number.toString());
      return Double.isFinite(value) ? value : null;
    }
    BigInteger whole = number instanceof BigInteger big ? big : new BigInteger(number.toString());
    return whole.bitLength() < Long.SIZE ? (Object) whole.longValue() : new BigDecimal(whole);
  }

  private static int compare(Object left, Object right) {
    if (left instanceof Number && right instanceof Number) {
      return new BigDecimal(left.toString()).compareTo(new BigDecimal(right.toString()));
    }
    if (left.getClass() != right.getClass()) {
      return left.getClass().getName().compareTo(right.getClass().getName());
    }
    return left instanceof String text
        ? text.compareTo((String) right)
        : left.toString().compareTo(right.toString());
  }
}
