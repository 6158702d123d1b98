package dev.assay.report.figures;

import dev.assay.base.Resources;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Conditions, by which the domain is cut into parts, as a page names them. */
public final class Conditions {
  private static final String STRATUM = "stratum_id";
  private static final String MORE = "… ";
  private static final String QUESTIONS = "questions";
  private static final Properties WORDS = read();

  /** As the search writes ranges. */
  private static final Pattern RANGE =
      Pattern.compile("at most (?<most>\\S+)|over (?<start>\\S+)( to (?<end>\\S+))?");

  private static final Pattern PLACE = Pattern.compile("\\{([01])(%?)\\}");
  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,9}(\\.\\d{1,9})?");

  private Conditions() {}

  /**
   * "topic “Fees”, factual questions, asking for a value".
   *
   * @param pairs of a condition's key and value, in their order
   * @param topics labels by stratum
   */
  public static String of(Map<String, String> pairs, Map<Integer, String> topics) {
    List<String> named = new ArrayList<>();
    List<String> more = new ArrayList<>();
    pairs.forEach(
        (key, value) -> {
          String words = one(key, value, topics);
          if (words.startsWith(MORE)) {
            more.add(words.substring(MORE.length()));
          } else {
            named.add(words);
          }
        });
    if (!more.isEmpty() && named.stream().noneMatch(words -> words.contains(QUESTIONS))) {
      more.set(0, QUESTIONS + " " + more.get(0));
    }
    named.addAll(more);
    return String.join(", ", named);
  }

  private static String one(String key, String value, Map<Integer, String> topics) {
    Matcher range = RANGE.matcher(value);
    String words = WORDS.getProperty(key + "." + value);
    if (words == null && range.matches()) {
      String most = range.group("most");
      String end = range.group("end");
      words =
          WORDS.getProperty(key + (most != null ? ".most" : end == null ? ".over" : ".between"));
      if (words != null) {
        return filled(words, most != null ? most : range.group("start"), end == null ? "" : end);
      }
    }
    if (words == null) {
      words = WORDS.getProperty(key, key.replace('_', ' ') + " {0}");
    }
    return filled(words, key.equals(STRATUM) ? topic(value, topics) : value.replace('_', ' '), "");
  }

  private static String filled(String words, String first, String second) {
    return PLACE
        .matcher(words)
        .replaceAll(
            place -> {
              String value = place.group(1).equals("0") ? first : second;
              return Matcher.quoteReplacement(place.group(2).isEmpty() ? value : percent(value));
            });
  }

  private static String percent(String value) {
    return NUMBER.matcher(value).matches()
        ? new BigDecimal(value).movePointRight(2).stripTrailingZeros().toPlainString() + " %"
        : value;
  }

  private static String topic(String stratum, Map<Integer, String> topics) {
    String label =
        stratum.strip().matches("-?\\d{1,9}") ? topics.get(Integer.valueOf(stratum.strip())) : null;
    return label == null ? stratum : "“" + label + "”";
  }

  private static Properties read() {
    Properties words = new Properties();
    try {
      words.load(
          new StringReader(
              Resources.text(Conditions.class, "/report/conditions.properties").orElseThrow()));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read report/conditions.properties", e);
    }
    return words;
  }
}
