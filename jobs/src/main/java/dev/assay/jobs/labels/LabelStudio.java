package dev.assay.jobs.labels;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.inputs.CorpusPath;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * Label Studio's JSON export: a list of tasks, each with the data that {@code label export} wrote
 * and annotations. A result's {@code from_name} is the dimension, its choice, rating or number the
 * label; a text area is the note. Cancelled annotations are left out.
 */
final class LabelStudio {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final StructType SCHEMA =
      StructType.fromDDL(
          "case_id STRING, id STRING, system STRING, repeat STRING, dimension STRING,"
              + " label STRING, annotator STRING, labelled_at STRING, note STRING");

  private LabelStudio() {}

  /** One row a judgment, all as text. */
  static Dataset<Row> read(SparkSession spark, String path) {
    List<String> files =
        CorpusPath.of(spark, "label.sources.path", path)
            .reader(spark)
            .option("wholetext", true)
            .textFile(path)
            .collectAsList();
    List<Row> rows = new ArrayList<>();
    for (String file : files) {
      try {
        JsonNode tasks = JSON.readTree(file);
        if (!tasks.isArray()) {
          throw new StageException(
              "label.sources: '%s' is not Label Studio's JSON: a list of tasks is expected."
                  .formatted(path));
        }
        tasks.forEach(task -> add(task, rows));
      } catch (JsonProcessingException e) {
        throw new StageException(
            "label.sources: '%s' is not JSON: %s".formatted(path, e.getOriginalMessage()), e);
      }
    }
    Dataset<Row> all = spark.createDataFrame(rows, SCHEMA);
    boolean byCase = rows.stream().anyMatch(row -> !RowValues.isNull(row, "case_id"));
    return byCase ? all.drop("id") : all.drop("case_id");
  }

  private static void add(JsonNode task, List<Row> rows) {
    JsonNode data = task.path("data");
    for (JsonNode annotation : task.path("annotations")) {
      if (annotation.path("was_cancelled").asBoolean(false)) {
        continue;
      }
      String note = null;
      for (JsonNode result : annotation.path("result")) {
        if (result.path("value").has("text")) {
          note = first(result.path("value").path("text"));
        }
      }
      for (JsonNode result : annotation.path("result")) {
        String label = label(result.path("value"));
        if (label != null) {
          rows.add(
              NamedRow.of(SCHEMA)
                  .set("case_id", text(data.path("case_id")))
                  .set("id", text(data.path("id")))
                  .set("system", text(data.path("system")))
                  .set("repeat", text(data.path("repeat")))
                  .set("dimension", text(result.path("from_name")))
                  .set("label", label)
                  .set("annotator", annotator(annotation.path("completed_by")))
                  .set("labelled_at", text(annotation.path("created_at")))
                  .set("note", note)
                  .build());
        }
      }
    }
  }

  private static String label(JsonNode value) {
    for (String kind : List.of("choices", "rating", "number")) {
      if (value.has(kind)) {
        return first(value.path(kind));
      }
    }
    return null;
  }

  private static String annotator(JsonNode by) {
    return by.isObject() ? text(by.path("email")) : text(by);
  }

  private static String first(JsonNode value) {
    return value.isArray() ? text(value.path(0)) : text(value);
  }

  private static String text(JsonNode value) {
    return value.isMissingNode() || value.isNull() ? null : value.asText();
  }
}
