package dev.assay.jobs.labels;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.to_json;
import static org.apache.spark.sql.functions.when;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.config.LabelDimension;
import dev.assay.config.LabelExportConfig;
import dev.assay.jobs.engine.Copies;
import dev.assay.jobs.engine.Run;
import dev.assay.text.Spreadsheet;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;

/** The files of {@code label export}: one of tasks and one page. */
final class LabelFiles {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TURNS = "messages";

  private final Run run;
  private final LabelExportConfig config;

  LabelFiles(Run run) {
    this.run = run;
    this.config = run.config().label().export();
  }

  /** Writes {@code tasks} and returns how many there are. */
  long write(Dataset<Row> tasks) {
    List<JsonNode> rows = new ArrayList<>();
    for (String line : tasks.toJSON().collectAsList()) {
      rows.add(parsed(line));
    }
    note();
    switch (config.format()) {
      case "jsonl" ->
          text("tasks.jsonl", String.join("", rows.stream().map(row -> row + "\n").toList()));
      case "label-studio" -> {
        text("tasks.json", studio(rows).toString());
        text("label-studio.xml", studioConfig(rows));
      }
      case "csv" ->
          flat(tasks)
              .coalesce(1)
              .write()
              .mode("overwrite")
              .option("header", true)
              .option("escape", "\"")
              .csv(config.path() + "/tasks.csv");
      case "parquet" ->
          tasks.coalesce(1).write().mode("overwrite").parquet(config.path() + "/tasks.parquet");
      default ->
          tasks
              .coalesce(1)
              .write()
              .mode("overwrite")
              .format("delta")
              .option("overwriteSchema", true)
              .save(config.path() + "/tasks.delta");
    }
    text("label.html", LabelPage.of(run.config().run().name(), dimensions(rows), rows));
    return rows.size();
  }

  private void note() {
    List<String> names =
        config.format().equals("label-studio")
            ? List.of("tasks.json", "label-studio.xml", "label.html")
            : List.of("tasks." + config.format(), "label.html");
    new Copies(run.store(), run.config())
        .note(
            "label export",
            names.stream().map(name -> new Path(config.path(), name)).toList(),
            List.of());
  }

  /**
   * Lists and maps as JSON texts, which CSV can hold, and an apostrophe before what a spreadsheet
   * would take for a formula: texts come from outside.
   */
  private static Dataset<Row> flat(Dataset<Row> tasks) {
    Dataset<Row> flat = tasks;
    for (StructField field : tasks.schema().fields()) {
      if (field.dataType() instanceof ArrayType || field.dataType() instanceof MapType) {
        flat = flat.withColumn(field.name(), to_json(col(field.name())));
      } else if (field.dataType().equals(DataTypes.StringType)) {
        Column text = col(field.name());
        Column formula = text.rlike(Spreadsheet.FORMULA).or(text.rlike(Spreadsheet.BLANK));
        flat = flat.withColumn(field.name(), when(formula, concat(lit("'"), text)).otherwise(text));
      }
    }
    return flat;
  }

  private static ArrayNode studio(List<JsonNode> rows) {
    ArrayNode tasks = JSON.createArrayNode();
    boolean turns = talks(rows);
    for (JsonNode row : rows) {
      ObjectNode data = row.deepCopy();
      if (turns && !data.hasNonNull(TURNS)) {
        data.putArray(TURNS); // Label Studio wants the field in every task
      }
      tasks.addObject().set("data", data);
    }
    return tasks;
  }

  private static boolean talks(List<JsonNode> rows) {
    return rows.stream().anyMatch(row -> row.hasNonNull(TURNS));
  }

  private String studioConfig(List<JsonNode> rows) {
    StringBuilder xml = new StringBuilder("<View>\n");
    if (talks(rows)) {
      xml.append(
          "  <Header value=\"Before the question\"/><Paragraphs name=\"turns\" value=\"$messages\""
              + " layout=\"dialogue\" nameKey=\"role\" textKey=\"content\"/>\n");
    }
    xml.append("  <Header value=\"Question\"/><Text name=\"question\" value=\"$question\"/>\n");
    xml.append("  <Header value=\"Answer\"/><Text name=\"answer\" value=\"$answer\"/>\n");
    if (rows.stream().anyMatch(row -> row.hasNonNull("expected_answer"))) {
      xml.append(
          "  <Header value=\"Expected answer\"/><Text name=\"expected\""
              + " value=\"$expected_answer\"/>\n");
    }
    xml.append("  <Header value=\"Contexts\"/><List name=\"contexts\" value=\"$contexts\"/>\n");
    for (Map.Entry<String, LabelDimension> entry : dimensions(rows).entrySet()) {
      xml.append("  <Choices name=\"%s\" toName=\"answer\">".formatted(xml(entry.getKey())));
      for (String level : entry.getValue().allowed()) {
        xml.append("<Choice value=\"%s\"/>".formatted(xml(level)));
      }
      xml.append("</Choices>\n");
    }
    return xml.append("  <TextArea name=\"note\" toName=\"answer\"/>\n</View>\n").toString();
  }

  private static String xml(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }

  /** The dimensions of the tasks; those that are not declared are binary. */
  private Map<String, LabelDimension> dimensions(List<JsonNode> rows) {
    Map<String, LabelDimension> declared = run.config().label().dimensions();
    Map<String, LabelDimension> found = new java.util.TreeMap<>();
    for (String name :
        new TreeSet<>(rows.stream().map(row -> row.path("dimension").asText()).toList())) {
      found.put(name, declared.getOrDefault(name, LabelDimension.BINARY));
    }
    return found;
  }

  private static JsonNode parsed(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("Spark wrote what is not JSON", e);
    }
  }

  private void text(String name, String content) {
    Path path = new Path(config.path(), name);
    try {
      FileSystem files = path.getFileSystem(run.spark().sparkContext().hadoopConfiguration());
      try (OutputStream out = files.create(path, true)) {
        out.write(content.getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot write to label.export.path = '" + config.path() + "'", e);
    }
  }
}
