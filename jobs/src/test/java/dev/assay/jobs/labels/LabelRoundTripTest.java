package dev.assay.jobs.labels;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.AnsweredStore;
import dev.assay.jobs.Commands;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Runner;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is exported, labelled and imported again is what was said, in every format. */
@Tag("slow")
class LabelRoundTripTest {
  private static final int QUESTIONS = 9;
  private static final List<String> TONE = List.of("bad", "fair, so to speak", "good \"enough\"");
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir static Path directory;
  private static ConfigLoader base;
  private static Store store;
  private static Path studio;

  @BeforeAll
  static void answers() throws Exception {
    List<String> answers = new ArrayList<>();
    for (int i = 0; i < QUESTIONS; i++) {
      ObjectNode answer = JSON.createObjectNode();
      answer.put("id", "" + i).put("question", "What, \"exactly\", is %d?\nSay it.".formatted(i));
      answer.putArray("contexts").add("It is \"%d\",\r\n=1+1".formatted(i)).add("[not; JSON");
      answer
          .put("answer", "=1+%d; it's naïvely – \\n is no line".formatted(i))
          .put("system", "=s,1");
      answers.add(answer.toString());
    }
    base =
        ConfigLoader.defaults()
            .set("store.path=" + directory.resolve("store"))
            .set("calibrate.replicates=100")
            .set("label.export.show-scores=true")
            .set(
                "label.dimensions.tone={kind=ordinal, levels=%s}"
                    .formatted(JSON.writeValueAsString(TONE)));
    store = AnsweredStore.of(base.load(), answers);
    queue();
  }

  private static void queue() {
    store.merge(
        Tables.REVIEW_QUEUE,
        store
            .read(Tables.RESPONSES)
            .selectExpr(
                "case_id",
                "system",
                "repeat",
                "explode(array('correct', 'tone')) dimension",
                "0.5D priority",
                "CAST(NULL AS DOUBLE) labelling_probability",
                "'test' why",
                "CAST(NULL AS TIMESTAMP) exported_at",
                "CAST(NULL AS TIMESTAMP) labelled_at"));
  }

  @ParameterizedTest
  @CsvSource({
    "jsonl, tasks.jsonl",
    "csv, tasks.csv",
    "parquet, tasks.parquet",
    "delta, tasks.delta"
  })
  void aColumnWithTheLabelIsAllThatPeopleAdd(String format, String name) {
    Path tasks = export(format).resolve(name);
    Dataset<Row> exported = read(format, tasks.toString());
    assertThat(exported.count()).isEqualTo(2L * QUESTIONS);
    for (String text : new String[] {"answer", "system"}) {
      assertThat(exported.where(functions.col(text).startsWith("=")).count())
          .as("a spreadsheet would compute " + text)
          .isEqualTo(format.equals("csv") ? 0 : 2L * QUESTIONS);
    }
    // Hash of the key, so that every level occurs and the expected label is known without the file.
    Column place = functions.pmod(functions.hash(functions.col("case_id")), functions.lit(3));
    Column tone = functions.lit(TONE.get(0));
    for (int level = 1; level < 3; level++) {
      tone = functions.when(place.equalTo(level), functions.lit(TONE.get(level))).otherwise(tone);
    }
    Dataset<Row> labelled =
        exported
            .withColumn(
                "label",
                functions
                    .when(functions.col("dimension").equalTo("tone"), tone)
                    .otherwise(functions.pmod(place, functions.lit(2)).cast("string")))
            .withColumn("annotator", functions.lit("by " + format))
            .withColumn("note", functions.lit("said, \"so\""));
    Path file = directory.resolve("labelled-" + format + "." + format);
    labelled
        .coalesce(1)
        .write()
        .format(format.equals("jsonl") ? "json" : format)
        .option("header", true)
        .option("escape", "\"")
        .save(file.toString());
    Map<String, String> expected = new HashMap<>();
    labelled
        .select("case_id", "system", "dimension", "label")
        .collectAsList()
        .forEach(row -> expected.put(row.getString(0) + row.getString(2), row.getString(3)));
    assertThat(expected).hasSize(2 * QUESTIONS);
    imported(file, format, "by " + format, expected);
    assertThat(
            store
                .read(Tables.LABELS)
                .where("annotator = 'by " + format + "' AND note = 'said, \"so\"'")
                .count())
        .isEqualTo(2L * QUESTIONS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"label-studio", "auto"})
  void annotationsOfLabelStudioComeBack(String format) throws Exception {
    Path folder = studio();
    JsonNode tasks = JSON.readTree(folder.resolve("tasks.json").toFile());
    assertThat(tasks).hasSize(2 * QUESTIONS);
    String config = Files.readString(folder.resolve("label-studio.xml"));
    assertThat(config)
        .contains(
            "<Choices name=\"tone\"", "value=\"good &quot;enough&quot;\"", "name=\"correct\"");
    Map<String, String> expected = new HashMap<>();
    ArrayNode annotated = JSON.createArrayNode();
    int number = 0;
    for (JsonNode task : tasks) {
      String dimension = task.path("data").path("dimension").asText();
      String said = dimension.equals("tone") ? TONE.get(number % 3) : "" + number % 2;
      expected.put(task.path("data").path("case_id").asText() + dimension, said);
      // As Label Studio exports it: the task as it came in, with ids and annotations.
      ObjectNode out = task.deepCopy();
      out.put("id", ++number);
      ObjectNode annotation = out.putArray("annotations").addObject();
      annotation.putObject("completed_by").put("email", format + "@example.org");
      annotation.put("created_at", "2026-02-03T04:05:06.789Z");
      ObjectNode result = annotation.putArray("result").addObject();
      result.put("from_name", dimension).put("to_name", "answer").put("type", "choices");
      result.putObject("value").putArray("choices").add(said);
      annotated.add(out);
    }
    Path file = Files.writeString(directory.resolve("studio-" + format + ".json"), annotated + "");
    imported(file, format, format + "@example.org", expected);
  }

  /** What Label Studio is handed is the same whatever the format of its labels is said to be. */
  private static Path studio() {
    if (studio == null) {
      studio = export("label-studio");
    }
    return studio;
  }

  private static Path export(String format) {
    Path folder = directory.resolve("review-" + format);
    ConfigLoader.Loaded loaded =
        base.set("label.export.path=" + folder).set("label.export.format=" + format).load();
    // Labels of another format are taken back, so that everything is open again.
    queue();
    new Runner(SharedSpark.session(), loaded.config(), loaded.rendered(), loaded.hash())
        .run(new LabelExport());
    return folder;
  }

  private static Dataset<Row> read(String format, String path) {
    return switch (format) {
      case "csv" ->
          SharedSpark.session()
              .read()
              .option("header", true)
              .option("multiLine", true)
              .option("escape", "\"")
              .csv(path);
      case "jsonl" -> SharedSpark.session().read().json(path);
      default -> SharedSpark.session().read().format(format).load(path);
    };
  }

  private static void imported(
      Path file, String format, String annotator, Map<String, String> expected) {
    ConfigLoader.Loaded loaded =
        base.set("label.sources=[{path=\"" + file + "\", format=" + format + "}]").load();
    Counts counts = Commands.run(SharedSpark.session(), loaded, "label");
    assertThat(counts.values()).containsEntry("labels", (long) expected.size());
    assertThat(counts.values().getOrDefault("labels rejected", 0L)).isZero();
    Map<String, String> found = new HashMap<>();
    for (Row row :
        store.read(Tables.LABELS).where("annotator = '" + annotator + "'").collectAsList()) {
      found.put(row.getAs("case_id") + row.<String>getAs("dimension"), row.getAs("label"));
      assertThat(row.<String>getAs("system")).isEqualTo("=s,1");
      if (row.getAs("dimension").equals("tone")) {
        assertThat(row.<Integer>getAs("level")).isEqualTo(TONE.indexOf(row.<String>getAs("label")));
      }
    }
    assertThat(found).isEqualTo(expected);
  }
}
