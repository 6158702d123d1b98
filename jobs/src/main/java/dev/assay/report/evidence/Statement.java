package dev.assay.report.evidence;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A query whose rows are shown.
 *
 * @param id its name
 * @param sql one SELECT over tables and views, with {@code :run} for the run's name, in exports
 *     {@code :alpha} for what a p-value is at most, and lines {@code -- title: …} and {@code --
 *     none: …}
 */
public record Statement(String id, String sql) implements Template.Part {
  private static final Pattern REMARK =
      Pattern.compile("^-- (title|none): (.*)$", Pattern.MULTILINE);

  /** What the rows are, for the line above them. */
  public String title() {
    return remark("title");
  }

  /** What stands in the place of the rows where there are none. */
  public String none() {
    return remark("none");
  }

  private String remark(String kind) {
    Matcher remark = REMARK.matcher(sql);
    while (remark.find()) {
      if (remark.group(1).equals(kind)) {
        return remark.group(2).strip();
      }
    }
    throw new EvidenceException("Query '%s' lacks its line '-- %s: …'".formatted(id, kind));
  }
}
