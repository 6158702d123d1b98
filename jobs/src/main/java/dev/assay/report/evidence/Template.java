package dev.assay.report.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A document of the pack before its figures are in it: Markdown with queries in fences that begin
 * with {@code ```sql ID}, where the rows go, and lines {@code {{own NAME}}}, where a text of the
 * pack's owner goes.
 *
 * @param name of the file
 * @param parts in order
 */
record Template(String name, List<Part> parts) {
  private static final Pattern PART =
      Pattern.compile(
          "^```sql ([a-z0-9-]{1,60})\\n(.*?)\\n```$|^\\{\\{own ([a-z-]{1,60})}}$",
          Pattern.MULTILINE | Pattern.DOTALL);

  /** A piece of a document. */
  sealed interface Part permits Words, Statement, Own {}

  /** Text as it is. */
  record Words(String text) implements Part {}

  /** A text that the pack's owner writes. */
  record Own(String name) implements Part {}

  /** Reads a template. */
  static Template of(String name, String text) {
    List<Part> parts = new ArrayList<>();
    Matcher part = PART.matcher(text);
    int from = 0;
    while (part.find()) {
      parts.add(new Words(text.substring(from, part.start())));
      parts.add(
          part.group(1) == null
              ? new Own(part.group(3))
              : new Statement(part.group(1), part.group(2)));
      from = part.end();
    }
    parts.add(new Words(text.substring(from)));
    return new Template(name, List.copyOf(parts));
  }

  List<Statement> statements() {
    return parts.stream().filter(Statement.class::isInstance).map(Statement.class::cast).toList();
  }
}
