package dev.assay.report.figures;

import dev.assay.base.Resources;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/** Conditions, by which the domain is cut into parts, as a page names them. */
public final class Conditions {
  private static final String STRATUM = "stratum_id";
  private static final Properties WORDS = read();

  private Conditions() {}

  /**
   * "factual questions, topic “Fees”".
   *
   * @param pairs of a condition's key and value, in their order
   * @param topics labels by stratum
   * @param between what stands between two conditions
   */
  public static String of(Map<String, String> pairs, Map<Integer, String> topics, String between) {
    return pairs.entrySet().stream()
        .map(pair -> one(pair.getKey(), pair.getValue(), topics))
        .collect(Collectors.joining(between));
  }

  private static String one(String key, String value, Map<Integer, String> topics) {
    String text = key.equals(STRATUM) ? topic(value, topics) : value.replace('_', ' ');
    String words =
        WORDS.getProperty(
            key + "." + value, WORDS.getProperty(key, key.replace('_', ' ') + " {0}"));
    return words.replace("{0}", text);
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
