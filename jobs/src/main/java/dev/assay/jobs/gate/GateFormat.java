package dev.assay.jobs.gate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.base.OneLine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** How a gate's tests are printed. */
enum GateFormat {
  /** A line a test. */
  TEXT(GateFormat::text),
  /** One object: {@code passed} and the tests. */
  JSON(GateFormat::json),
  /** JUnit's XML, a test case a test. */
  JUNIT(GateFormat::junit),
  /** Workflow commands of GitHub Actions: an annotation for each failure, a notice for the rest. */
  GITHUB(GateFormat::github);

  private final Function<GateResult, String> printed;

  GateFormat(Function<GateResult, String> printed) {
    this.printed = printed;
  }

  String print(GateResult result) {
    return printed.apply(result);
  }

  private static String text(GateResult result) {
    StringBuilder text = new StringBuilder();
    for (GateCheck check : result.checks()) {
      text.append(result.fails(check) ? "FAIL " : "pass ").append(check.line()).append('\n');
    }
    return text.toString();
  }

  private static String json(GateResult result) {
    List<Map<String, Object>> tests = new ArrayList<>();
    for (GateCheck check : result.checks()) {
      Map<String, Object> test = new LinkedHashMap<>();
      test.put("test", check.test());
      test.put("subject", check.subject());
      test.put("system", check.system());
      test.put("slice", check.slice());
      test.put("outcome", check.word());
      test.put("failed", result.fails(check));
      test.put("text", check.text());
      tests.add(test);
    }
    Map<String, Object> gate = new LinkedHashMap<>();
    gate.put("passed", result.failures().isEmpty());
    gate.put("tests", tests);
    try {
      return new ObjectMapper().writeValueAsString(gate) + "\n";
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("Maps and lists of texts serialise", impossible);
    }
  }

  private static String junit(GateResult result) {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.append(
        "<testsuite name=\"assay gate\" tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"0\">\n"
            .formatted(result.checks().size(), result.failures().size()));
    for (GateCheck check : result.checks()) {
      xml.append("  <testcase classname=\"assay.gate.")
          .append(xml(check.test()))
          .append("\" name=\"")
          .append(xml(check.name()))
          .append("\">\n");
      String tag = result.fails(check) ? "failure" : "system-out";
      xml.append("    <").append(tag);
      if (result.fails(check)) {
        xml.append(" message=\"").append(xml(check.text())).append('"');
      }
      xml.append('>').append(xml(check.text())).append("</").append(tag).append(">\n");
      xml.append("  </testcase>\n");
    }
    return xml.append("</testsuite>\n").toString();
  }

  private static String github(GateResult result) {
    StringBuilder text = new StringBuilder();
    for (GateCheck check : result.checks()) {
      text.append(result.fails(check) ? "::error title=" : "::notice title=")
          .append(data(check.name()).replace(":", "%3A").replace(",", "%2C"))
          .append("::")
          .append(data(check.text()))
          .append('\n');
    }
    return text.toString();
  }

  /** GitHub reads a command to the end of its line, and decodes what is escaped. */
  private static String data(String text) {
    return OneLine.of(text).replace("%", "%25");
  }

  /** Characters that XML 1.0 cannot hold become U+FFFD. */
  private static String xml(String text) {
    StringBuilder safe = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\t', '\n', '\r' -> safe.append("&#").append(c).append(';');
                default ->
                    safe.appendCodePoint(
                        c < 0x20 || c >= 0xD800 && c <= 0xDFFF || c == 0xFFFE || c == 0xFFFF
                            ? 0xFFFD
                            : c);
              }
            });
    return safe.toString();
  }
}
