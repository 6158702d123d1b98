package dev.assay.jobs;

import dev.assay.core.Hashes;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/**
 * A sentence for the tables problems and insights.
 *
 * @param severity low, medium or high
 * @param metric qualified, or empty for what is about no metric
 * @param system empty for what is about every system
 * @param kind what rule found it, among the attributes
 */
record Finding(
    String severity,
    String metric,
    String system,
    String kind,
    String description,
    String action,
    List<String> cases,
    Map<String, String> attributes) {
  static final String LOW = "low";
  static final String MEDIUM = "medium";
  static final String HIGH = "high";

  /** Characters of a quoted text. */
  private static final int QUOTED = 160;

  /** Without further attributes. */
  Finding(
      String severity,
      String metric,
      String system,
      String kind,
      String description,
      String action,
      List<String> cases) {
    this(severity, metric, system, kind, description, action, cases, Map.of());
  }

  /** The table's row; its id is the hash of what it says, so that the same finding is one row. */
  Row row(String runId) {
    Map<String, String> all = new TreeMap<>(attributes);
    if (!kind.isEmpty()) {
      all.put("kind", kind);
    }
    return RowFactory.create(
        runId,
        Hashes.sha256(description),
        severity,
        metric.isEmpty() ? null : metric.substring(0, metric.indexOf('.')),
        metric.isEmpty() ? null : metric,
        system.isEmpty() ? null : system,
        description,
        action,
        cases,
        all);
  }

  /** The start of a text of the data, on one line. */
  static String quote(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    if (line.length() <= QUOTED) {
      return "“" + line + "”";
    }
    int end = Character.isHighSurrogate(line.charAt(QUOTED - 1)) ? QUOTED - 1 : QUOTED;
    return "“" + line.substring(0, end) + "…”";
  }

  /** {@code String.format} for every locale the same. */
  static String say(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
