package dev.assay.jobs.labels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.config.reading.ConfigException;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.AnsweredStore;
import dev.assay.jobs.Commands;
import dev.assay.jobs.LabelledStore;
import dev.assay.jobs.engine.Copies;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.engine.Runner;
import dev.assay.jobs.engine.StageException;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.zip.GZIPOutputStream;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Labels from every format, what is rejected, agreement, and what is exported. */
class LabelTest {
  private static final int QUESTIONS = 12;

  @TempDir static Path directory;
  private static ConfigLoader base;
  private static Store store;

  @BeforeAll
  static void answers() throws Exception {
    List<String> answers = new ArrayList<>();
    for (int i = 0; i < QUESTIONS; i++) {
      answers.add(
          """
          {"id":"%d","question":"What is %d? </script>","contexts":["It is \\"%d\\"."],"answer":"It is %d.","expected_answer":"%d","system":"s"}\
          """
              .formatted(i, i, i, i, i));
    }
    base =
        ConfigLoader.defaults()
            .set("store.path=" + directory.resolve("store"))
            .set("calibrate.replicates=100")
            .set("label.dimensions.tone={kind=ordinal, levels=[bad, fair, good]}")
            .set("label.dimensions.correct={kind=binary, question=\"Is it right?\"}")
            .set("label.export.path=" + directory.resolve("review"));
    store = AnsweredStore.of(base.load(), answers);
    JsonRows.append(
        store,
        Tables.SCORES,
        List.of(
            LabelledStore.score("case-0", "s", "token_f1.token_f1", OptionalDouble.of(.5), "")));
  }

  @Test
  void badRowsAreRejectedWithTheReason() throws Exception {
    Path file =
        Files.write(
            directory.resolve("bad.csv"),
            List.of(
                "id,system,dimension,label,annotator,labelled_at",
                "1,s,tone,good,ann,",
                "2,s,tone,splendid,ann,",
                "99,s,tone,good,ann,",
                "3,t,tone,good,ann,",
                "4,s,tone,,ann,",
                "5,s,,good,ann,",
                "6,s,tone,good,bob,2026-01-01T00:00:00Z",
                "6,s,tone,bad,bob,2026-01-02T00:00:00Z",
                "7,s,tone,good,bob,",
                "7,s,tone,bad,bob,",
                "8,s,tone,fair,bob,",
                "8,s,tone,fair,bob,"));
    Counts counts = label(file, "auto");
    assertThat(counts.values()).containsEntry("labels", 3L).containsEntry("labels rejected", 9L);
    assertThat(reasons(file))
        .containsExactlyInAnyOrder(
            "the label is no level of 'tone': bad, fair, good",
            "no covered response has this id",
            "no covered response with this id is of system 't'",
            "the label is empty",
            "the label has no dimension",
            "the annotator labelled this response again",
            "the annotator labelled this response again",
            "the annotator labelled this response twice, differently, and no time says which came"
                + " last",
            "the annotator labelled this response twice, differently, and no time says which came"
                + " last");
    assertThat(labels("annotator = 'bob' AND label = 'bad'"))
        .as("the later label counts, with its place among the levels")
        .singleElement()
        .satisfies(row -> assertThat(row.<Integer>getAs("level")).isZero());
  }

  @Test
  void anOlderFileChangesNoNewerLabel() throws Exception {
    String head = "id,system,dimension,label,annotator,labelled_at";
    Path newer = directory.resolve("newer.csv");
    Path older = directory.resolve("older.csv");
    Files.write(
        newer,
        List.of(
            head,
            "9,s,tone,good,eve,2026-03-02T00:00:00Z",
            "10,s,tone,good,eve,2026-03-02T00:00:00Z"));
    Files.write(
        older,
        List.of(
            head,
            "9,s,tone,bad,eve,2026-03-01T00:00:00Z",
            "10,s,tone,good,eve,",
            "11,s,tone,bad,eve,2026-03-01T00:00:00Z"));
    label(newer, "auto");
    assertThat(label(older, "auto").values())
        .containsEntry("labels", 1L)
        .containsEntry("labels older", 1L);
    assertThat(labels("annotator = 'eve'"))
        .extracting(row -> row.<String>getAs("label"))
        .containsExactlyInAnyOrder("good", "good", "bad");
    Files.write(newer, List.of(head, "9,s,tone,fair,eve,2026-03-03T00:00:00Z"));
    assertThat(label(newer, "auto").values()).doesNotContainKey("labels older");
    assertThat(labels("annotator = 'eve' AND label = 'fair'")).hasSize(1);
  }

  @Test
  void wordsAndNumbersAreReadAndAnythingElseIsRejectedWithItsLine() throws Exception {
    Path file =
        Files.write(
            directory.resolve("words.csv"),
            List.of(
                "id,system,dimension,label,annotator,note",
                "0,s,usable,yes,word,\"two",
                "lines\"",
                "1,s,usable,FALSE,word,",
                "2,s,usable,1.0,word,",
                "3,s,usable,Pass,word,",
                "4,s,usable,maybe,word,",
                "5,s,usable,0.5,word,",
                "6,s,usable,0.0,word,",
                "7,s,tone,Good,word,"));
    assertThat(label(file, "auto").values())
        .containsEntry("labels", 6L)
        .containsEntry("labels rejected", 2L);
    assertThat(
            store
                .read(Tables.LABELS)
                .where("annotator = 'word'")
                .join(store.read(Tables.RESPONSES), RunCoverage.keys())
                .selectExpr("attributes['id'] || '=' || label AS said")
                .as(Encoders.STRING())
                .collectAsList())
        .containsExactlyInAnyOrder("0=1", "1=0", "2=1", "3=1", "6=0", "7=good");
    assertThat(store.read(Tables.REJECTED).where("source = '" + file + "'").collectAsList())
        .extracting(row -> row.<Long>getAs("line"))
        .as("the first record has two lines")
        .containsExactlyInAnyOrder(7L, 8L);
    assertThat(reasons(file))
        .allMatch(reason -> reason.startsWith("the label is neither yes nor no in 'usable'"));
  }

  /** What {@code LabelsFuzzTest} found. */
  @Test
  void aLineThatIsNoOneRecordIsRejectedWithTheTrueReason() throws Exception {
    String label = "{\"id\":\"%d\",\"system\":\"s\",\"dimension\":\"usable\",\"label\":\"1\"%s}";
    Path file =
        Files.write(
            directory.resolve("hostile.jsonl"),
            List.of(
                label.formatted(1, ",\"label\":\"0\""),
                label.formatted(2, "") + " " + label.formatted(3, ""),
                "[1]",
                label.formatted(4, ",\"repeat\":\"x\""),
                label.formatted(5, "").replace("\"system\":\"s\",", ""),
                label.formatted(
                    6, ",\"ID\":\"9\",\"\":\"x\",\"__line\":7,\"annotator\":\"letters\"")));
    assertThat(label(file, "auto").values())
        .containsEntry("labels", 1L)
        .containsEntry("labels rejected", 5L);
    assertThat(
            store
                .read(Tables.REJECTED)
                .where("source = '" + file + "'")
                .orderBy("line")
                .collectAsList())
        .extracting(row -> row.<Long>getAs("line") + ": " + row.<String>getAs("reason"))
        .satisfiesExactly(
            one -> assertThat(one).startsWith("1: the row is malformed: Duplicate field 'label'"),
            two -> assertThat(two).startsWith("2: the row is malformed: Trailing token"),
            three ->
                assertThat(three).isEqualTo("3: the row is malformed: it is no object of JSON"),
            four -> assertThat(four).isEqualTo("4: repeat 'x' is no whole number"),
            five -> assertThat(five).isEqualTo("5: the label has no system"));
    assertThat(labels("annotator = 'letters'")).hasSize(1);

    Path none = Files.write(directory.resolve("none.jsonl"), List.of("id,system", "1,s"));
    assertThatThrownBy(() -> label(none, "auto"))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("no line of")
        .hasMessageContaining("(line 1) because: it is no object of JSON");
  }

  @Test
  void otherWordsAreASetting() throws Exception {
    Path file =
        Files.write(
            directory.resolve("oui.csv"),
            List.of("id,dimension,label,annotator", "0,usable,Oui,marie", "1,usable,non,marie"));
    ConfigLoader french = base.set("label.values={pass=[oui], fail=[non]}");
    Counts counts =
        Commands.run(
            SharedSpark.session(),
            french.set("label.sources=[{path=\"" + file + "\"}]").load(),
            "label");
    assertThat(counts.values()).as("of the only system").containsEntry("labels", 2L);
    assertThatThrownBy(() -> base.set("label.values={pass=[ok], fail=[OK]}").load())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("label.values.fail");
  }

  @Test
  void aFileInAnotherEncodingIsRead() throws Exception {
    Path file =
        Files.write(
            directory.resolve("western.csv"),
            "id,dimension,label,annotator,note\n0,usable,1,jörg,Gebühr fällt an\n"
                .getBytes(Charset.forName("windows-1252")));
    label(file, "auto");
    assertThat(labels("annotator = 'jörg' AND note = 'Gebühr fällt an'")).hasSize(1);
  }

  @Test
  void compressedLabelsAreRead() throws Exception {
    Path file = directory.resolve("labels.csv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(
          "id;dimension;label;annotator;note\n0;usable;1;jörg;Gebühr fällt an\n"
              .getBytes(Charset.forName("windows-1252")));
    }
    assertThat(label(file, "auto").values()).containsEntry("labels", 1L);
    assertThat(labels("annotator = 'jörg' AND note = 'Gebühr fällt an'")).hasSize(1);
  }

  @Test
  void everyFileOfAFolderHasItsOwnDelimiter() throws Exception {
    Path folder = Files.createDirectory(directory.resolve("annotators"));
    Files.writeString(
        folder.resolve("anna.csv"),
        "id,dimension,label,annotator,note\n0,usable,1,anna,\"short; clear\"\n");
    Files.writeString(
        folder.resolve("bernd.csv"),
        "id;dimension;label;annotator;note\n0;usable;0;bernd;kurz, klar\n");
    assertThat(label(folder, "csv").values()).containsEntry("labels", 2L);
    assertThat(labels("annotator = 'anna' AND note = 'short; clear'")).hasSize(1);
    assertThat(labels("annotator = 'bernd' AND note = 'kurz, klar'")).hasSize(1);
  }

  @Test
  void parquetDeltaAndLabelStudioAreReadAndBracketsInTheirPathAreNoPattern() throws Exception {
    Path folder = Files.createDirectory(directory.resolve("labels [old] {1}"));
    for (String format : List.of("parquet", "delta")) {
      Path file = folder.resolve("labels." + format);
      SharedSpark.session()
          .sql(
              "SELECT '1' id, 's' system, 'correct' dimension, '1' label, '%s' annotator"
                  .formatted(format))
          .write()
          .format(format)
          .save(file.toString());
      assertThat(label(file, "auto").values()).containsEntry("labels", 1L);
      assertThat(labels("annotator = '" + format + "'")).hasSize(1);
    }
    Path studio =
        Files.writeString(
            folder.resolve("studio.json"),
            """
            [{"id": 7, "data": {"id": "2", "system": "s"}, "annotations": [
               {"completed_by": {"email": "eve@example.org"}, "created_at": "2026-01-05T10:00:00Z",
                "result": [{"from_name": "correct", "type": "choices", "value": {"choices": ["0"]}},
                           {"from_name": "note", "type": "textarea", "value": {"text": ["off by one"]}}]},
               {"completed_by": 3, "was_cancelled": true,
                "result": [{"from_name": "correct", "value": {"choices": ["1"]}}]}]}]
            """);
    assertThat(label(studio, "auto").values()).containsEntry("labels", 1L);
    assertThat(labels("annotator = 'eve@example.org'"))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.<String>getAs("label")).isEqualTo("0");
              assertThat(row.<String>getAs("note")).isEqualTo("off by one");
            });
  }

  @Test
  void agreementIsMeasured() throws Exception {
    List<String> lines = new ArrayList<>(List.of("id,system,dimension,label,annotator"));
    for (int i = 0; i < QUESTIONS; i++) {
      lines.add("%d,s,helpful,%d,ann".formatted(i, i % 2));
      lines.add("%d,s,helpful,%d,bob".formatted(i, i < 9 ? i % 2 : 0));
    }
    Path file = Files.write(directory.resolve("two.csv"), lines);
    label(file, "csv");
    // Of 12 pairs those of 9 and 11 differ: 10 / 12.
    List<Row> rows =
        store
            .read(Tables.SET_SCORES)
            .where("slice = 'dimension=helpful' AND metric = 'agreement.percent_agreement'")
            .collectAsList();
    assertThat(rows).isNotEmpty();
    assertThat(rows.get(0).<Double>getAs("value")).isEqualTo(10 / 12.0);
    Map<String, Double> detail = rows.get(0).getJavaMap(rows.get(0).fieldIndex("detail"));
    assertThat(detail.get("ci_low")).isLessThan(10 / 12.0);
  }

  @Test
  void theQueueIsExportedWithoutScoresAndThePageHoldsIt() throws Exception {
    queue();
    Counts counts =
        new Runner(
                SharedSpark.session(),
                base.load().config(),
                base.load().rendered(),
                base.load().hash())
            .run(new LabelExport());
    assertThat(counts.values()).containsEntry("tasks exported", (long) QUESTIONS);
    List<String> tasks = Files.readAllLines(directory.resolve("review/tasks.jsonl"));
    assertThat(tasks).hasSize(QUESTIONS);
    assertThat(new ObjectMapper().readTree(tasks.get(0)).get("contexts").isArray()).isTrue();
    assertThat(String.join("", tasks)).doesNotContain("token_f1").doesNotContain("priority");
    assertThat(new ObjectMapper().readTree(tasks.get(0)).get("expected_answer").asText())
        .as("who judges 'correct' sees it")
        .isNotEmpty();
    String page = Files.readString(directory.resolve("review/label.html"));
    assertThat(page).contains("Is it right?").contains("\\u003c/script>").doesNotContain("@DATA@");
    assertThat(page.split("</script>", -1)).hasSize(4);
    assertThat(page).containsPattern("script-src 'sha256-[^']+';").doesNotContain("@SCRIPTS@");
    assertThat(new Copies(store, base.load().config()).all().copies())
        .as("'forget' knows what was written")
        .singleElement()
        .satisfies(
            copy ->
                assertThat(copy.files()).hasSize(2).allMatch(file -> file.contains("/review/")));
    assertThat(store.read(Tables.REVIEW_QUEUE).where("exported_at IS NOT NULL").count())
        .isEqualTo(QUESTIONS);
  }

  @Test
  void declaredLevelsAreChecked() {
    assertThatThrownBy(() -> base.set("label.dimensions.x={kind=ordinal, levels=[a]}").load())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("two or more levels");
    assertThatThrownBy(() -> base.set("label.export.format=xls").load())
        .isInstanceOf(ConfigException.class);
  }

  private static void queue() {
    queue(store);
  }

  /** Asks people about each response of {@code store}. */
  static void queue(Store store) {
    store.merge(
        Tables.REVIEW_QUEUE,
        store
            .read(Tables.RESPONSES)
            .selectExpr(
                "case_id",
                "system",
                "repeat",
                "'correct' dimension",
                "0.5D priority",
                "CAST(NULL AS DOUBLE) labelling_probability",
                "'test' why",
                "CAST(NULL AS TIMESTAMP) exported_at",
                "CAST(NULL AS TIMESTAMP) labelled_at"));
  }

  private static Counts label(Path file, String format) {
    ConfigLoader.Loaded loaded =
        base.set("label.sources=[{path=\"" + file + "\", format=" + format + "}]").load();
    return Commands.run(SharedSpark.session(), loaded, "label");
  }

  private static List<String> reasons(Path file) {
    return store.read(Tables.REJECTED).where("source = '" + file + "'").collectAsList().stream()
        .map(row -> row.<String>getAs("reason"))
        .toList();
  }

  private static List<Row> labels(String where) {
    return store.read(Tables.LABELS).where(where).collectAsList();
  }
}
