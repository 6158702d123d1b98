package dev.assay.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.base.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Twenty queries that dashboards ask: those of {@code dashboards/}, and a file of others. */
final class UsualQueries {
  private static final String FILE = "/bench/usual-queries.sql";
  private static final String NAME = "-- name: ";

  private UsualQueries() {}

  /** By name, in the order in which they are asked; tables are in database {@code assay}. */
  static Map<String, String> all() {
    Map<String, String> queries = new LinkedHashMap<>();
    Path root = Path.of(System.getProperty("assay.root", ".."));
    try {
      JsonNode board =
          new ObjectMapper()
              .readTree(Files.readString(root.resolve("dashboards/assay.lvdash.json")));
      for (JsonNode each : board.get("datasets")) {
        StringBuilder query = new StringBuilder();
        each.get("queryLines").forEach(line -> query.append(line.asText()));
        queries.put(each.get("name").asText(), query.toString());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String text = Resources.text(UsualQueries.class, FILE).orElseThrow();
    for (String part : text.substring(text.indexOf(NAME)).split(NAME)) {
      int end = part.indexOf('\n');
      if (end > 0) {
        queries.put(
            part.substring(0, end).strip(), part.substring(end).strip().replaceAll(";$", ""));
      }
    }
    return queries;
  }
}
