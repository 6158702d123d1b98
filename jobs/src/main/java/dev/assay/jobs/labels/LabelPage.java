package dev.assay.jobs.labels;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.config.LabelDimension;
import dev.assay.text.Invisible;
import dev.assay.text.SealedPage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The page on which people label, with its tasks in parts, so that long queues open at once. */
final class LabelPage {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TEMPLATE = "label/label.html";

  /** Tasks that the page parses at once. */
  private static final int PAGE_SIZE = 100;

  private LabelPage() {}

  /** The page's HTML; {@code run} names what the browser remembers of it. */
  static String of(String run, Map<String, LabelDimension> dimensions, List<JsonNode> tasks) {
    ObjectNode data = JSON.createObjectNode();
    data.put("run", run);
    data.put("count", tasks.size());
    data.put("page_size", PAGE_SIZE);
    ObjectNode asked = data.putObject("dimensions");
    dimensions.forEach(
        (name, dimension) -> {
          ObjectNode one = asked.putObject(name);
          one.put("kind", dimension.kind());
          one.put("question", dimension.question());
          ArrayNode levels = one.putArray("levels");
          dimension.allowed().forEach(levels::add);
        });
    StringBuilder pages = new StringBuilder();
    for (int from = 0; from < tasks.size(); from += PAGE_SIZE) {
      ArrayNode some = JSON.createArrayNode();
      some.addAll(tasks.subList(from, Math.min(tasks.size(), from + PAGE_SIZE)));
      pages.append(
          "<script id=\"page-%d\" type=\"application/json\">%s</script>\n"
              .formatted(from / PAGE_SIZE, inScript(some)));
    }
    // The tasks hold users' texts, in which nothing is to be replaced any more.
    return SealedPage.of(
        Arrays.stream(template().split("@PAGES@", -1))
            .map(part -> String.join(inScript(data), part.split("@DATA@", -1)))
            .collect(Collectors.joining(pages)));
  }

  /**
   * JSON in which neither "&lt;/script" nor "&lt;!--" can occur, as every "&lt;" is escaped, and in
   * which invisible characters stay what they are: the page shows them, and saves names as they
   * are.
   */
  private static String inScript(JsonNode json) {
    return Invisible.escaped(json.toString().replace("<", "\\u003c"));
  }

  private static String template() {
    try (InputStream in = LabelPage.class.getClassLoader().getResourceAsStream(TEMPLATE)) {
      if (in == null) {
        throw new IllegalStateException("Resource '" + TEMPLATE + "' is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read resource '" + TEMPLATE + "'", e);
    }
  }
}
