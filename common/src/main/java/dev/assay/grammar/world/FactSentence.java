package dev.assay.grammar.world;

import dev.assay.base.Lines;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How documents tell a fact.
 *
 * @param document the table whose rows' documents tell it
 * @param table the table of the value
 * @param column the column of the value
 * @param sentence with places for values, as {@code sentences.txt} explains them
 */
record FactSentence(String document, String table, String column, String sentence) {
  private static final Pattern PLACE = Pattern.compile("\\{(\\w+)\\.(\\w+)}|\\[(\\w+)\\.(\\w+)]");
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("d MMMM yyyy", Locale.ENGLISH);

  /** Those of {@code sentences.txt}, in its order. */
  static List<FactSentence> all() {
    return Lines.of(FactSentence.class, "sentences.txt").stream()
        .map(line -> line.split(" \\| ", 3))
        .map(
            parts ->
                new FactSentence(
                    parts[0], parts[1].split("\\.")[0], parts[1].split("\\.")[1], parts[2]))
        .toList();
  }

  /** Whether it tells a value of the document's own row. */
  boolean own() {
    return document.equals(table);
  }

  /** The sentence about a row; empty where a value is NULL, or where no row refers to it. */
  Optional<String> of(SortedMap<String, Object> row, BankRows rows) {
    StringBuilder text = new StringBuilder();
    Matcher place = PLACE.matcher(sentence);
    while (place.find()) {
      Optional<String> value =
          place.group(1) == null
              ? several(place.group(3), place.group(4), row, rows)
              : one(place.group(1), place.group(2), row, rows);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      place.appendReplacement(text, Matcher.quoteReplacement(value.get()));
    }
    return Optional.of(place.appendTail(text).toString());
  }

  private Optional<String> one(
      String from, String name, SortedMap<String, Object> row, BankRows rows) {
    return rows.joined(document, row, from)
        .flatMap(joined -> Optional.ofNullable(joined.get(name)))
        .map(FactSentence::written);
  }

  private Optional<String> several(
      String from, String name, SortedMap<String, Object> row, BankRows rows) {
    return Optional.of(
            rows.referring(from, document, row).stream()
                .map(child -> written(child.get(name)))
                .sorted()
                .collect(Collectors.joining("; ")))
        .filter(list -> !list.isEmpty());
  }

  /** A value as people write it: 4,250.00 and 3 March 2019. */
  static String written(Object value) {
    if (value instanceof LocalDate) {
      return DAY.format((LocalDate) value);
    }
    if (value instanceof BigDecimal) {
      return String.format(Locale.ENGLISH, "%,.2f", (BigDecimal) value);
    }
    return value instanceof Long
        ? String.format(Locale.ENGLISH, "%,d", (Long) value)
        : String.valueOf(value);
  }
}
