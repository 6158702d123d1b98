package dev.assay.jobs.inputs;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.base.OneLine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Queue;

/**
 * Records of JSON: an object a line, or one list of objects, read one after the other; or one
 * object in which such a list stands under a name that tools use. After what is no JSON the rest of
 * a list cannot be told apart and is one malformed record.
 */
final class JsonRecords implements Iterator<SourceRecord> {
  private static final ObjectReader JSON =
      new ObjectMapper()
          .reader()
          .with(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .with(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .with(com.fasterxml.jackson.databind.DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
  private static final ObjectMapper LIST =
      JsonMapper.builder().enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

  private static final List<String> LISTS =
      List.of("inputs", "tests", "goldens", "test_cases", "results");

  /**
   * Lines one after the other that are objects, by which a file of lines whose first is broken is
   * told from one object over several lines: in that the last element of a list is followed by a
   * bracket. So the rest need not be held in memory.
   */
  private static final int ENOUGH = 2;

  private final BufferedReader text;
  private final Queue<String> ahead = new ArrayDeque<>();
  private final Queue<SourceRecord> ready = new ArrayDeque<>();
  private JsonParser list;
  private long number;
  private boolean ended;

  JsonRecords(Reader reader) {
    this.text = new BufferedReader(reader, 1 << 16);
    try {
      int first = first();
      if (first == '[') {
        list = LIST.getFactory().createParser(text);
        list.nextToken();
      } else if (first == '{') {
        object();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int first() throws IOException {
    text.mark(1 << 16);
    int c = text.read();
    for (int i = 1; i < 1 << 15 && c >= 0 && Character.isWhitespace(c); i++) {
      c = text.read();
    }
    text.reset();
    return c;
  }

  /** One object over several lines, or one that holds the list; else these are lines. */
  private void object() throws IOException {
    String line = text.readLine();
    while (line.isBlank()) {
      number++;
      line = text.readLine();
    }
    Optional<JsonNode> whole = parsed(line);
    StringBuilder all = new StringBuilder(line).append('\n');
    if (whole.isEmpty()) {
      int records = 0;
      for (String more = text.readLine(); more != null; more = text.readLine()) {
        all.append(more).append('\n');
        records = isRecord(more) ? records + 1 : more.isBlank() ? records : 0;
        if (records == ENOUGH) {
          ahead.addAll(all.toString().lines().toList());
          return;
        }
      }
      whole = parsed(all.toString());
      if (whole.isEmpty()) {
        ahead.addAll(all.toString().lines().toList());
      }
    } else if (LISTS.stream().noneMatch(whole.get()::has) || isFollowed()) {
      number++;
      ready.add(record(number, whole.get()));
      return;
    }
    whole.ifPresent(this::inside);
  }

  /** Whether another line follows: then the first one is a record among others. */
  private boolean isFollowed() throws IOException {
    for (String more = text.readLine(); more != null; more = text.readLine()) {
      ahead.add(more);
      if (!more.isBlank()) {
        return true;
      }
    }
    return false;
  }

  private void inside(JsonNode object) {
    if (object.path("results").path("results").isArray()) { // promptfoo's, of all its versions
      inside(object.get("results"));
      return;
    }
    for (String name : LISTS) {
      if (object.path(name).isArray()) {
        // A suite of suites: what stands beside the inner list belongs to each of its records.
        object
            .get(name)
            .forEach(
                item -> {
                  if (!item.path("test_cases").isArray()) {
                    ready.add(record(0, item));
                  }
                  for (JsonNode inner : item.path("test_cases")) {
                    ready.add(
                        record(
                            0,
                            inner.isObject() && item.has("documents")
                                ? ((ObjectNode) inner.deepCopy())
                                    .set("documents", item.get("documents"))
                                : inner));
                  }
                });
        return;
      }
    }
    ready.add(record(1, object));
  }

  private static boolean isRecord(String line) {
    return line.startsWith("{") && parsed(line).isPresent();
  }

  /** Why {@code text}, which looks like an object, is none. */
  static Optional<String> problem(String text) {
    if (!text.strip().startsWith("{")) {
      return Optional.empty();
    }
    try {
      JSON.readTree(text);
      return Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.of(OneLine.of(e.getOriginalMessage()));
    }
  }

  /** The value that {@code text} is; empty where it is none, or a key of it stands twice. */
  static Optional<JsonNode> parsed(String text) {
    try {
      return Optional.of(JSON.readTree(text));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  @Override
  public boolean hasNext() {
    try {
      while (ready.isEmpty() && !ended) {
        if (list == null) {
          line();
        } else {
          element();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return !ready.isEmpty();
  }

  @Override
  public SourceRecord next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return ready.remove();
  }

  private void line() throws IOException {
    String line = ahead.isEmpty() ? text.readLine() : ahead.remove();
    number++;
    if (line == null) {
      ended = true;
    } else if (!line.isBlank()) {
      try {
        ready.add(record(number, JSON.readTree(line)));
      } catch (JsonProcessingException e) {
        ready.add(SourceRecord.malformed(number, line));
      }
    }
  }

  private void element() throws IOException {
    try {
      JsonToken token = list.nextToken();
      if (token == JsonToken.END_ARRAY || token == null) {
        ended = true;
        return;
      }
      long at = list.currentTokenLocation().getLineNr();
      ready.add(record(at, list.<JsonNode>readValueAsTree()));
    } catch (JsonProcessingException e) {
      ended = true;
      ready.add(
          SourceRecord.malformed(
              e.getLocation() == null ? 1 : e.getLocation().getLineNr(),
              "the list ends here: " + e.getOriginalMessage()));
    }
  }

  /** The fields of an object; what is none is malformed. */
  static SourceRecord record(long line, JsonNode node) {
    if (!node.isObject()) {
      return SourceRecord.malformed(line, node.toString());
    }
    Map<String, String> columns = new LinkedHashMap<>();
    node.fields()
        .forEachRemaining(
            field -> {
              columns.put(field.getKey(), Fields.text(field.getValue()));
            });
    return new SourceRecord(line, columns, "");
  }
}
