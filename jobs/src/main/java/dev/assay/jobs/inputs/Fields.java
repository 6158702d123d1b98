package dev.assay.jobs.inputs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.jobs.engine.StageException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Columns of a record by name; {@code vars.question} is a field of the object in {@code vars}. */
final class Fields {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Fields() {}

  /** Whether records with {@code columns} may have {@code name}. */
  static boolean has(Set<String> columns, String name) {
    return columns.contains(column(columns, name));
  }

  /** {@code name}, which must be there; {@code key} named it. */
  static String required(String name, ColumnNames columns, String key) {
    if (!has(columns.all(), name)) {
      throw new StageException(
          "%s: there is no column '%s'. Columns: %s.".formatted(key, name, columns));
    }
    return name;
  }

  /** The column that {@code name} stands in: itself, or the one before its first dot. */
  static String column(Set<String> columns, String name) {
    int dot = name.indexOf('.');
    return columns.contains(name) || dot < 1 ? name : name.substring(0, dot);
  }

  /** The value of {@code name}, nested ones as JSON; empty where it is null or blank. */
  static Optional<String> value(Map<String, String> record, String name) {
    String value = record.get(name);
    int dot = name.indexOf('.');
    if (value == null && dot > 0 && record.get(name.substring(0, dot)) != null) {
      value = inside(record.get(name.substring(0, dot)), name.substring(dot + 1));
    }
    return Optional.ofNullable(value).filter(text -> !text.isBlank());
  }

  /** A value as text: what is nested stays JSON; null is none, and so is Python's NaN. */
  static String text(JsonNode value) {
    if (value.isNull()
        || value.isMissingNode()
        || value.isDouble() && Double.isNaN(value.doubleValue())) {
      return null;
    }
    return value.isValueNode() ? value.asText() : value.toString();
  }

  private static String inside(String object, String path) {
    try {
      return text(JSON.readTree(object).at("/" + path.replace('.', '/')));
    } catch (JsonProcessingException e) {
      return null; // a text that is no object has no fields
    }
  }
}
