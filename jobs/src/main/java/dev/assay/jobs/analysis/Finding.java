package dev.assay.jobs.analysis;

import dev.assay.base.Hashes;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.Row;

/**
 * A sentence for the tables problems and insights.
 *
 * @param severity low, medium or high
 * @param metric qualified, or empty for what is about no metric
 * @param system empty for what is about every system
 * @param kind what rule found it, among the attributes
 */
public record Finding(
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

  /** The same where it rests on its metric: what labels found unfit makes none that is high. */
  Finding restingOn(Standing standing) {
    return standing.isUnfit()
        ? new Finding(
            severity.equals(HIGH) ? MEDIUM : severity,
            metric,
            system,
            kind,
            description
                + say(
                    " Labels found this metric unfit for %s: it is a hint to look, no more.",
                    standing.unfitFor()),
            action,
            cases,
            attributes)
        : this;
  }

  /** The same with its cases. */
  Finding about(List<String> named) {
    return new Finding(
        severity, metric, system, kind, description, action, List.copyOf(named), attributes);
  }

  /** The table's row; its id is the hash of what it says, so that the same finding is one row. */
  Row row(String runId) {
    Map<String, String> all = new TreeMap<>(attributes);
    if (!kind.isEmpty()) {
      all.put("kind", kind);
    }
    Optional<String> named = Optional.of(metric).filter(name -> !name.isEmpty());
    return NamedRow.of(Tables.PROBLEMS)
        .set("run_id", runId)
        .set("id", Hashes.sha256(description))
        .set("severity", severity)
        .set("evaluator", named.map(name -> name.substring(0, name.indexOf('.'))))
        .set("metric", named)
        .set("system", system.isEmpty() ? null : system)
        .set("description", description)
        .set("action", action)
        .set("case_ids", cases)
        .set("attributes", all)
        .build();
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
