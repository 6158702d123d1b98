package dev.assay.jobs.inputs;

import static org.apache.spark.sql.functions.when;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Retrieved passages that one text writes: a list in JSON or as Python prints it, of texts or of
 * objects with a text; any other text is one passage. A text that begins like a list and is none is
 * refused, and with it the whole source: read as one passage it would be judged as evidence that
 * nobody retrieved. Whoever reads the source refuses it, where it is known at which line the text
 * stands; an executor that threw would write its own lines before that.
 */
final class WrittenPassages {
  private static final StructType PASSAGE = Tables.RESPONSES.element("contexts");

  /** What {@link #of} gives. */
  static final ArrayType TYPE = DataTypes.createArrayType(PASSAGE);

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern LIST =
      Pattern.compile("\\s*\\[\\s*(?:['\"{\\]]|None\\b|nan\\b).*", Pattern.DOTALL);
  private static final int SHOWN = 80;

  /** In the place of a rank, which begins at 1. */
  private static final int REFUSED = 0;

  private WrittenPassages() {}

  /** The passages of {@code text}, or one that {@link #refusal} knows. */
  static List<Row> of(String text) {
    if (!LIST.matcher(text).matches()) {
      return List.of(passage(JSON.getNodeFactory().textNode(text), 1));
    }
    Optional<JsonNode> list = list(text);
    if (list.isEmpty()) {
      return refused(
          ("the contexts '%s' begin like a list and are none, in JSON or as Python prints it. Write"
                  + " contexts as JSON lists (json.dumps), for example [\"one passage\","
                  + " \"another\"]")
              .formatted(shown(text)));
    }
    List<Row> passages = new ArrayList<>();
    for (JsonNode item : list.get()) {
      if (item.isObject() && !item.has("text")) {
        return refused(
            "the contexts are objects without a field 'text': " + shown(item.toString()));
      }
      if (!item.isNull()) {
        passages.add(passage(item, passages.size() + 1));
      }
    }
    return passages;
  }

  /** Why {@code passages} are none; NULL where they are some. */
  static Column refusal(Column passages) {
    Column first = passages.getItem(0);
    return when(first.getField("rank").equalTo(REFUSED), first.getField("text"));
  }

  private static List<Row> refused(String reason) {
    return List.of(NamedRow.of(PASSAGE).set("rank", REFUSED).set("text", reason).build());
  }

  private static Optional<JsonNode> list(String text) {
    try {
      return Optional.of(JSON.readTree(text)).filter(JsonNode::isArray);
    } catch (JsonProcessingException e) {
      return PythonLiteral.parse(text).filter(JsonNode::isArray);
    }
  }

  private static Row passage(JsonNode item, int rank) {
    NamedRow row = NamedRow.of(PASSAGE).set("rank", rank);
    if (!item.isObject()) {
      return row.set("text", item.isValueNode() ? item.asText() : item.toString()).build();
    }
    return row.set("chunk_id", value(item, "chunk_id"))
        .set("doc_id", value(item, "doc_id"))
        .set("text", value(item, "text").orElse(""))
        .set(
            "score",
            Optional.of(item.path("score")).filter(JsonNode::isNumber).map(JsonNode::asDouble))
        .build();
  }

  private static Optional<String> value(JsonNode item, String name) {
    return Optional.of(item.path(name))
        .filter(value -> !value.isNull() && !value.isMissingNode())
        .map(value -> value.isValueNode() ? value.asText() : value.toString());
  }

  private static String shown(String text) {
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
  }
}
