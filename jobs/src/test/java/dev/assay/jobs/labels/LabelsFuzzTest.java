package dev.assay.jobs.labels;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.AnsweredStore;
import dev.assay.jobs.Commands;
import dev.assay.jobs.engine.Counts;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import dev.assay.testing.Fuzz;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files of labels: every row becomes a label, or one row of {@code rejected} with its file, its
 * line and the true reason. What is true is said here by rules of its own.
 */
@Tag("slow")
class LabelsFuzzTest {
  private static final int ANSWERS = 10;
  private static final List<String> FIELDS =
      List.of("id", "system", "dimension", "label", "repeat", "labelled_at", "note");
  private static final Pattern BINARY = Pattern.compile("\\+?0*([01])(?:\\.0*)?");
  private static final Map<String, String> WORDS_OF_YES_AND_NO =
      Map.of("yes", "1", "no", "0", "true", "1", "false", "0", "pass", "1", "fail", "0");
  private static final List<String> TONES = List.of("bad", "fair", "good");
  private static final List<String> SAID =
      List.of("1", "0", "yes", "No", "TRUE", "pass", "1.0", "good", "Fair", "bad", "maybe", "0.5");
  private static final List<String> WORDS =
      List.of(
          "1",
          "0",
          "yes",
          "no",
          "good",
          "bad",
          "-",
          "+",
          ".",
          "e9",
          "NaN",
          "null",
          "None",
          ",",
          ";",
          "\t",
          "'",
          "\"",
          "\"\"",
          "\\",
          "\\n",
          "\n",
          "\r\n",
          "{",
          "}",
          "[",
          "]",
          ":",
          "=1+1",
          "@",
          "#",
          "%",
          "\u0000",
          "\uFEFF",
          "\u202E",
          "\u00A0",
          "\u2028",
          "é",
          "🏦",
          " ",
          "--",
          "2026-01-01",
          "T12:00",
          "__line",
          "case_id",
          "id",
          "label");

  @TempDir static Path directory;
  private static ConfigLoader base;
  private static Store store;

  /** A row of a file: what it says by field, and who, which is each row's own. */
  private record Written(Map<String, String> said, String annotator) {
    /** The label that it means; else why it is none. */
    Optional<String> label() {
      return reason().isPresent() ? Optional.empty() : meant();
    }

    Optional<String> reason() {
      if (blank("id")) {
        return Optional.of("the label has no id");
      } else if (blank("dimension")) {
        return Optional.of("the label has no dimension");
      } else if (blank("label")) {
        return Optional.of("the label is empty");
      } else if (!blank("repeat") && !trimmed("repeat").matches("\\d{1,9}(\\.0{0,9})?")) {
        return Optional.of("repeat '" + trimmed("repeat") + "' is no whole number");
      } else if (!trimmed("id").matches("\\d")) {
        return Optional.of("no covered response has this id");
      } else if (blank("system")) {
        return Optional.of("the label has no system");
      } else if (!trimmed("system").equals("s")) {
        return Optional.of("no covered response with this id is of system '");
      } else if (!blank("repeat") && Double.parseDouble(trimmed("repeat")) != 0) {
        return Optional.of("no covered response has this id and repeat");
      } else if (meant().isEmpty()) {
        return Optional.of(
            trimmed("dimension").equals("tone")
                ? "the label is no level of 'tone': bad, fair, good"
                : "the label is neither yes nor no in '" + trimmed("dimension") + "'");
      }
      return Optional.empty();
    }

    private Optional<String> meant() {
      String small = said.get("label").strip().toLowerCase(Locale.ROOT);
      if (trimmed("dimension").equals("tone")) {
        return TONES.stream().filter(small::equals).findFirst();
      }
      var number = BINARY.matcher(small);
      return number.matches()
          ? Optional.of(number.group(1))
          : Optional.ofNullable(WORDS_OF_YES_AND_NO.get(small));
    }

    private boolean blank(String field) {
      return said.get(field) == null || trimmed(field).isEmpty();
    }

    private String trimmed(String field) {
      return said.get(field).replaceAll("\\A +| +\\z", "");
    }
  }

  @BeforeAll
  static void answers() throws Exception {
    List<String> answers = new ArrayList<>();
    for (int i = 0; i < ANSWERS; i++) {
      answers.add(
          "{\"id\":\"%d\",\"question\":\"What is %d?\",\"contexts\":[],\"answer\":\"%d\",\"system\":\"s\"}"
              .formatted(i, i, i));
    }
    base =
        ConfigLoader.defaults()
            .set("store.path=" + directory.resolve("store"))
            .set("calibrate.replicates=100")
            .set("label.dimensions.tone={kind=ordinal, levels=[bad, fair, good]}");
    store = AnsweredStore.of(base.load(), answers);
  }

  @Test
  void everyLineOfJsonIsALabelOrARejectedRow() throws Exception {
    ObjectMapper json = new ObjectMapper();
    Random random = new Random(7);
    List<String> lines = new ArrayList<>();
    Map<Integer, Written> written = new TreeMap<>();
    for (String hostile : texts()) {
      Written row = row("j", lines.size(), hostile, random);
      if (random.nextInt(6) == 0) { // Any text in place of a part of the line.
        String line = line(json, row);
        int at = random.nextInt(line.length());
        String text =
            line.substring(0, at) + hostile.replaceAll("[\n\r]", " ") + line.substring(at);
        lines.add(
            random.nextBoolean() ? text : text.substring(0, random.nextInt(text.length())) + "x");
      } else {
        lines.add(line(json, row));
        written.put(lines.size(), row);
      }
    }
    Path file = directory.resolve("fuzz.jsonl");
    Files.write(file, String.join("\n", lines).getBytes(StandardCharsets.UTF_8));

    check(file, lines.size(), "j", written);
  }

  @Test
  void everyRecordOfCsvIsALabelOrARejectedRow() throws Exception {
    Random random = new Random(8);
    StringBuilder text = new StringBuilder(String.join(",", FIELDS) + ",annotator\n");
    Map<Integer, Written> written = new TreeMap<>();
    int line = 2;
    int rows = 0;
    for (String any : texts()) {
      String hostile = any.replace("\u0000", ""); // Which the reader drops within quotes.
      Written row = row("c", rows++, hostile, random);
      String cells;
      if (random.nextInt(6) == 0) { // Any cells, more or fewer than there are columns.
        cells = hostile.replaceAll("[\"\n\r]", " ");
        // A line of blanks and control characters is none.
        cells = cells.chars().allMatch(c -> c <= ' ') ? "x" : cells;
      } else {
        cells =
            row.said().values().stream()
                    .map(LabelsFuzzTest::quoted)
                    .collect(Collectors.joining(","))
                + ","
                + row.annotator();
        written.put(line, row);
      }
      text.append(cells).append('\n');
      line += 1 + (int) cells.chars().filter(c -> c == '\n').count();
    }
    Path file = directory.resolve("fuzz.csv");
    Files.write(file, text.toString().getBytes(StandardCharsets.UTF_8));

    check(file, rows, "c", written);
  }

  private static void check(Path file, int rows, String kind, Map<Integer, Written> written) {
    Counts counts =
        Commands.run(
            SharedSpark.session(),
            base.set("label.sources=[{path=\"" + file + "\"}]").load(),
            "label");
    Map<Long, String> rejected = new TreeMap<>();
    for (Row row : store.read(Tables.REJECTED).where("source = '" + file + "'").collectAsList()) {
      assertThat(rejected.put(row.getAs("line"), row.getAs("reason")))
          .as("line " + row.getAs("line") + " once")
          .isNull();
    }
    assertThat(counts.values().get("labels") + rejected.size()).as("none is lost").isEqualTo(rows);
    Map<String, Row> labels = new TreeMap<>();
    store
        .read(Tables.LABELS)
        .where("annotator LIKE '" + kind + "%'")
        .collectAsList()
        .forEach(row -> labels.put(row.getAs("annotator"), row));
    assertThat(labels.size()).isGreaterThan(rows / 10);
    written.forEach(
        (line, row) -> {
          String reason = rejected.get((long) line);
          Row label = labels.get(row.annotator());
          String what = "line " + line + ": " + row;
          if (row.label().isPresent()) {
            assertThat(reason).as(what).isNull();
            assertThat(label).as(what).isNotNull();
            assertThat(label.<String>getAs("label")).as(what).isEqualTo(row.label().get());
            assertThat(label.<String>getAs("case_id")).as(what).endsWith("-" + row.trimmed("id"));
          } else {
            assertThat(reason).as(what).startsWith(row.reason().orElseThrow());
          }
        });
  }

  /** Mostly what a label says, with {@code hostile} in one place or two. */
  private static Written row(String kind, int number, String hostile, Random random) {
    Map<String, String> said = new LinkedHashMap<>();
    said.put("id", "" + random.nextInt(ANSWERS + 1));
    said.put("system", random.nextInt(20) == 0 ? "t" : "s");
    said.put("dimension", random.nextBoolean() ? "usable" : "tone");
    said.put("label", SAID.get(random.nextInt(SAID.size())));
    said.put("repeat", List.of("", "0", "0.0", "1", "x").get(Math.max(0, random.nextInt(12) - 7)));
    said.put("labelled_at", random.nextBoolean() ? "" : "2026-01-01T00:00:00Z");
    said.put("note", "");
    for (int i = random.nextInt(3); i > 0; i--) {
      said.put(FIELDS.get(random.nextInt(FIELDS.size())), hostile);
    }
    return new Written(said, kind + number);
  }

  private static List<String> texts() {
    return Fuzz.texts(WORDS, List.of("yes", "1", "2026-01-02T03:04:05Z")).stream()
        .map(text -> text.substring(0, Math.min(text.length(), 60)))
        .map(text -> new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
        .toList();
  }

  private static String line(ObjectMapper json, Written row) throws JsonProcessingException {
    Map<String, String> fields = new LinkedHashMap<>(row.said());
    fields.put("annotator", row.annotator());
    return json.writeValueAsString(fields);
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\"", "\"\"") + "\"";
  }
}
