package dev.assay.llm.calls;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** How long an endpoint wants to be left alone. */
final class RetryAfter {
  private RetryAfter() {}

  /** {@code retry-after-ms}, or Retry-After in seconds or as a date; 0 where there is none. */
  static long nanos(HttpHeaders headers) {
    Optional<String> millis = headers.firstValue("retry-after-ms");
    if (millis.isPresent()) {
      return nanos(millis.get(), 1e6);
    }
    return headers.firstValue("retry-after").map(text -> seconds(text.strip())).orElse(0L);
  }

  private static long seconds(String text) {
    if (!text.isEmpty() && Character.isDigit(text.charAt(0))) {
      return nanos(text, 1e9);
    }
    try {
      Instant until = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return Math.max(0, Duration.between(Instant.now(), until).toNanos());
    } catch (DateTimeParseException | ArithmeticException none) {
      return 0;
    }
  }

  private static long nanos(String text, double unit) {
    try {
      double value = Double.parseDouble(text.strip());
      return value > 0 && value < 1e9 ? (long) (value * unit) : 0;
    } catch (NumberFormatException none) {
      return 0;
    }
  }
}
