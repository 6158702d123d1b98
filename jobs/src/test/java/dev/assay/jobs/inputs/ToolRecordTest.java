package dev.assay.jobs.inputs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.google.common.collect.Lists;
import dev.assay.conditions.Condition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.apache.poi.xssf.usermodel.XSSFSheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Files of other tools, in the shapes that their documentation has. */
class ToolRecordTest {

  private static Map<String, String> unfilled(String none, String name, String value) {
    Map<String, String> columns = new HashMap<>(Map.of(name, value));
    columns.put(none, null);
    return columns;
  }

  private static List<SourceRecord> json(String text) {
    return Lists.newArrayList(new JsonRecords(new StringReader(text)));
  }

  @Test
  void jsonIsReadByLineAsAListAndAsAnObjectWithAList() {
    assertThat(json("{\"a\": 1}\n\n[2]\n{\"a\": [\"x\"]}\n{\"a\""))
        .containsExactly(
            new SourceRecord(1, Map.of("a", "1"), ""),
            SourceRecord.malformed(3, "[2]"),
            new SourceRecord(4, Map.of("a", "[\"x\"]"), ""),
            SourceRecord.malformed(5, "{\"a\""));
    assertThat(json("[\n {\"a\": 1},\n {\"a\": null}, 5"))
        .hasSize(4)
        .startsWith(
            new SourceRecord(2, Map.of("a", "1"), ""),
            new SourceRecord(3, Collections.singletonMap("a", null), ""),
            SourceRecord.malformed(3, "5"))
        .last()
        .matches(record -> record.malformed().startsWith("the list ends here"));
    assertThat(json("{\n \"name\": \"n\",\n \"goldens\": [{\"input\": \"q\"}]\n}"))
        .containsExactly(new SourceRecord(0, Map.of("input", "q"), ""));
    assertThat(json("")).isEmpty();
  }

  /** {@code json.dumps} and {@code json.dump} of Python write NaN, which is no JSON. */
  @Test
  void pythonsNaNIsNoValueAndTheRecordGoesOn() {
    SourceRecord read = new SourceRecord(1, unfilled("score", "a", "x"), "");
    assertThat(json("{\"a\": \"x\", \"score\": NaN}")).containsExactly(read);
    assertThat(json("[{\"a\": \"x\", \"score\": NaN}]")).containsExactly(read);
  }

  @Test
  void sonarsSuitesKeepParentsPerturbationsAndConstraints() {
    List<SourceRecord> read =
        json(
            """
            {"name": "s", "tests": [{"key": "t", "documents": ["d.pdf"], "test_cases": [
              {"key": "c1", "prompt": "Q?", "constraints": ["a\\"b", ["c", "REGEXP:d+"]], "condition": ""},
              {"key": "c2", "prompt": "Q, ?", "categories": ["perturbed", "perturbed_by:comma:medium"],
               "relationships": [{"type": "perturbation_source", "target": "c1", "target_type": "test_case"}]}]}]}
            """);
    Map<String, String> first = ToolRecord.plain("sonar", read.get(0).columns());
    assertThat(first)
        .containsEntry("condition", "\"a\\\"b\" AND (\"c\" OR regexp(\"d+\"))")
        .containsEntry("documents", "[\"d.pdf\"]");
    assertThat(Condition.parse(first.get("condition")).holds("a\"b 1 dd")).isTrue();
    assertThat(ToolRecord.plain("sonar", read.get(1).columns()))
        .containsEntry("parent", "c1")
        .containsEntry("perturbation", "comma:medium");
  }

  @Test
  void promptfoosAssertionsBecomeConditionsAndAnswers() {
    Map<String, String> test =
        ToolRecord.plain(
            "promptfoo",
            json("""
            {"vars": {"question": "Capital of {{x}}?", "x": "France"}, "metadata": {"area": "geo"},
             "assert": [{"type": "contains-any", "value": ["Paris", "Lutetia"]}, {"type": "not-icontains", "value": "lyon (69)"},
                        {"type": "equals", "value": "Paris, {{x}}"}, {"type": "llm-rubric", "value": "polite"}]}
            """)
                .get(0)
                .columns());
    assertThat(test)
        .containsEntry("question", "Capital of {{x}}?")
        .containsEntry("expected", "[\"Paris, France\"]")
        .containsEntry("area", "geo")
        .containsEntry("x", "France");
    assertThat(test.get("other_assertions")).contains("llm-rubric");
    Condition condition = Condition.parse(test.get("condition"));
    assertThat(condition.holds("It is Lutetia.")).isTrue();
    assertThat(condition.holds("Paris, not LYON (69).")).isFalse();
    // The same in the columns of its CSV.
    Map<String, String> row =
        ToolRecord.plain(
            "promptfoo",
            Map.of(
                "question", "q",
                "__expected", "contains-all: a, b",
                "__expected2", "Just so",
                "__expected3", "similar(0.8): near",
                "__metadata:area", "geo",
                "__description", "d"));
    assertThat(row)
        .containsEntry("condition", "(\"a\" AND \"b\")")
        .containsEntry("area", "geo")
        .containsEntry("description", "d");
    assertThat(row.get("expected")).contains("Just so").contains("near");
  }

  @Test
  void csvAndExcelKeepTheLineOfARecord() throws IOException {
    assertThat(
            Lists.newArrayList(
                new CsvRecords(new StringReader("q,a\n\"one\ntwo\",\nx,y,z\nw,v\n"), ',')))
        .containsExactly(
            new SourceRecord(2, unfilled("a", "q", "one\ntwo"), ""),
            SourceRecord.malformed(4, "x,y,z"),
            new SourceRecord(5, Map.of("q", "w", "a", "v"), ""));
    assertThat(new CsvRecords(new StringReader(""), ',')).isExhausted();
    assertThat(new CsvRecords(new StringReader("q, q,q (2),q\none,,two,3\n"), ',').next().columns())
        .as("of columns with one name none takes the place of another")
        .containsOnly(
            entry("q", "one"),
            entry("q (2)", null),
            entry("q (2) (2)", "two"),
            entry("q (3)", "3"));

    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (XSSFWorkbook book = new XSSFWorkbook()) {
      book.createSheet("notes");
      XSSFSheet sheet = book.createSheet("golden");
      sheet.createRow(0).createCell(0).setCellValue("question");
      sheet.getRow(0).createCell(2).setCellValue("limit");
      sheet.createRow(3).createCell(0).setCellValue("How many?");
      sheet.getRow(3).createCell(2).setCellValue(8);
      book.write(bytes);
    }
    assertThat(SheetRecords.read(new ByteArrayInputStream(bytes.toByteArray()), "golden"))
        .containsExactly(new SourceRecord(4, Map.of("question", "How many?", "limit", "8"), ""));
    Assertions.assertThatThrownBy(
            () -> SheetRecords.read(new ByteArrayInputStream(bytes.toByteArray()), "gold"))
        .hasMessageContaining("it has no sheet 'gold'. Sheets: notes, golden.");
    Assertions.assertThatThrownBy(
            () -> SheetRecords.read(new ByteArrayInputStream(new byte[] {1, 2, 3}), ""))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no .xlsx workbook");
  }

  /**
   * 30 MB of blanks between two rows pack to 30 kB: a thousandth, where a hundredth is allowed,
   * also where Tika has read a document before and allowed anything.
   */
  @Test
  void whatUnpacksToFarMoreThanItsSizeIsRefused() throws IOException {
    ByteArrayOutputStream small = new ByteArrayOutputStream();
    try (XSSFWorkbook book = new XSSFWorkbook()) {
      book.createSheet("s").createRow(0).createCell(0).setCellValue("question");
      book.write(small);
    }
    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    try (ZipInputStream from = new ZipInputStream(new ByteArrayInputStream(small.toByteArray()));
        ZipOutputStream to = new ZipOutputStream(bomb)) {
      for (ZipEntry entry = from.getNextEntry(); entry != null; entry = from.getNextEntry()) {
        to.putNextEntry(new ZipEntry(entry.getName()));
        String part = new String(from.readAllBytes(), StandardCharsets.UTF_8);
        to.write(
            part.replace("</sheetData>", " ".repeat(30_000_000) + "</sheetData>")
                .getBytes(StandardCharsets.UTF_8));
      }
    }
    org.apache.poi.openxml4j.util.ZipSecureFile.setMinInflateRatio(-1);
    Assertions.assertThatThrownBy(
            () -> SheetRecords.read(new ByteArrayInputStream(bomb.toByteArray()), ""))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Zip bomb detected");
  }

  /**
   * As `promptfoo eval --output output.json` writes it; of older versions the objects stand alike.
   */
  @Test
  void promptfoosResultsAreAnswersWithTheirScores() {
    List<SourceRecord> read =
        json(
            """
            {"evalId": "eval-1", "results": {"version": 3, "timestamp": "2026-01-01T00:00:00Z", "prompts": [], "results": [
              {"cost": 0.0002, "error": null, "gradingResult": {"pass": true, "score": 1, "reason": "ok"}, "id": "r1", "latencyMs": 812,
               "namedScores": {"tone": 0.75}, "prompt": {"raw": "Q: Capital?", "label": "p"}, "promptIdx": 0,
               "provider": {"id": "openai:gpt-4o", "label": "big"},
               "response": {"output": "Paris.", "tokenUsage": {"total": 30, "prompt": 20, "completion": 10}},
               "score": 1, "success": true, "testIdx": 0, "vars": {"question": "Capital?"},
               "testCase": {"vars": {"question": "Capital?"}, "assert": [{"type": "contains", "value": "Paris"}], "metadata": {"area": "geo"}}},
              {"latencyMs": 5, "provider": {"id": "echo", "label": ""}, "response": {"output": {"city": "Rome"}}, "score": 0, "success": false,
               "vars": {"question": "Else?"}, "testCase": {"vars": {"question": "Else?"}}}],
              "stats": {}}, "config": {"tests": "tests.yaml"}}
            """);
    assertThat(read).hasSize(2);
    assertThat(ToolRecord.plain("promptfoo", read.get(0).columns()))
        .containsEntry("question", "Capital?")
        .containsEntry("answer", "Paris.")
        .containsEntry("condition", "\"Paris\"")
        .containsEntry("area", "geo")
        .containsEntry("system", "big")
        .containsEntry("latency_ms", "812")
        .containsEntry("input_tokens", "20")
        .containsEntry("output_tokens", "10")
        .containsEntry("score", "1")
        .containsEntry("tone", "0.75")
        .doesNotContainKey("testCase");
    assertThat(ToolRecord.plain("promptfoo", read.get(1).columns()))
        .containsEntry("answer", "{\"city\":\"Rome\"}")
        .containsEntry("system", "echo");
  }

  /** As MultiTurnSample of Ragas is written: messages with a type, calls of tools among them. */
  @Test
  void turnsOfRagasAreAConversationAndItsAnswer() {
    Map<String, String> record =
        ToolRecord.plain(
            "ragas",
            json("""
            {"user_input": [{"content": "Is there a card?", "type": "human"}, {"content": "", "type": "ai", "tool_calls": [{"name": "find", "args": {}}]},
              {"content": "gold", "type": "tool"}, {"content": "Gold.", "type": "ai"}, {"content": "And its fee?", "type": "human"},
              {"content": "80.", "type": "ai"}], "reference": "80 a year"}
            """)
                .get(0)
                .columns());
    assertThat(record)
        .containsEntry("response", "80.")
        .containsEntry("reference", "80 a year")
        .doesNotContainKey("user_input");
    assertThat(record.get("messages"))
        .isEqualTo(
            "[{\"role\":\"user\",\"content\":\"Is there a"
                + " card?\"},{\"role\":\"assistant\",\"content\":\"Gold.\"},{\"role\":\"user\",\"content\":\"And"
                + " its fee?\"}]");
    Map<String, String> single = Map.of("user_input", "Plain?", "reference", "Yes.");
    assertThat(ToolRecord.plain("ragas", single)).isEqualTo(single);
  }

  /** Variables, metadata and named scores that are called as what a result says. */
  @Test
  void variablesOfPromptfooDoNotTakeThePlaceOfItsResults() {
    Map<String, String> read =
        ToolRecord.plain(
            "promptfoo",
            json("""
            {"score": 1, "success": true, "provider": {"id": "big"}, "response": {"output": "Paris."}, "namedScores": {"score": 0.5, "tone": 0.7, "question": 0.1},
             "vars": {"question": "Which?", "answer": "Lyon", "system": "s"}, "testCase": {"metadata": {"score": 9, "area": "geo"},
               "assert": [{"type": "equals", "value": "{{answer}} is wrong"}]}}
            """)
                .get(0)
                .columns());
    assertThat(read)
        .contains(
            entry("question", "Which?"),
            entry("answer", "Paris."),
            entry("vars.answer", "Lyon"),
            entry("system", "big"),
            entry("vars.system", "s"),
            entry("score", "1"),
            entry("Metric: score", "0.5"),
            entry("Metric: question", "0.1"),
            entry("metadata.score", "9"),
            entry("tone", "0.7"),
            entry("area", "geo"),
            entry("expected", "[\"Lyon is wrong\"]"));
    Map<String, String> test =
        ToolRecord.plain("promptfoo", Map.of("vars", "{\"question\": \"q\", \"answer\": \"a\"}"));
    assertThat(test).as("of a test, which has no result").containsEntry("answer", "a");
  }

  /** Two prompts of one provider, one of another. */
  @Test
  void promptsOfOneProviderOfPromptfooAreSystemsOfTheirOwn() {
    String result =
        "{\"promptIdx\": %d, \"provider\": {\"id\": \"%s\"}, \"prompt\": {\"label\": \"%s\"},"
            + " \"response\": {\"output\": \"o\"}, \"testCase\": {\"vars\": {\"question\":"
            + " \"q\"}}}\n";
    String once =
        result.formatted(0, "big", "plain")
            + result.formatted(1, "big", "step by step")
            + result.formatted(2, "small", "plain")
            + result.formatted(3, "mid", "p")
            + result.formatted(4, "mid", "p");
    List<SourceRecord> records = json(once + once);
    ToolSystems systems = new ToolSystems(records);
    assertThat(records)
        .extracting(
            record ->
                ToolRecord.all("promptfoo", systems.named(record.columns())).get(0).get("system"))
        .hasSize(10)
        .startsWith("big plain", "big step by step", "small", "mid", "mid (2)")
        .endsWith("big plain", "big step by step", "small", "mid", "mid (2)");
    String ends = ",Status,Score,Named Scores,Grader Reason,Comment";
    String table =
        "q,[big] plain%1$s,[big] step by step%1$s,[small] plain%1$s,[mid] p%1$s,[mid] p%1$s\nWhy?%2$s\n"
            .formatted(ends, ",o,PASS,1,,,".repeat(5));
    assertThat(
            ToolRecord.all(
                "promptfoo", new CsvRecords(new StringReader(table), ',').next().columns()))
        .as("of the table of the same evaluation")
        .extracting(answer -> answer.get("system"))
        .containsExactly("big plain", "big step by step", "small", "mid", "mid (2)");
    String lines = "two\nlines";
    assertThat(
            ToolSystems.names(
                List.of(
                    new ToolSystems.Output("a", "x"),
                    new ToolSystems.Output("a", lines),
                    new ToolSystems.Output("", "x"),
                    new ToolSystems.Output("", lines))))
        .containsExactly("a", "a (2)", "prompt", "prompt (2)");
  }

  @Test
  void variablesOfPromptfoosTableStandBesideItsResults() {
    String table =
        """
        answer,[a] p,Status,Score,Named Scores,Metric: score,Metric: tone,Grader Reason,Comment
        What is due?,Nothing.,PASS,1.00,,0.25,0.75,ok,
        """;
    assertThat(
            ToolRecord.all(
                "promptfoo", new CsvRecords(new StringReader(table), ',').next().columns()))
        .containsExactly(
            Map.of(
                "question", "What is due?",
                "vars.answer", "What is due?",
                "system", "a",
                "answer", "Nothing.",
                "success", "true",
                "score", "1.00",
                "Metric: score", "0.25",
                "tone", "0.75"));
  }

  /** Digits are written alike in every country. */
  @Test
  void headingsAreNumberedAlikeEverywhere() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(Headings.of(new String[] {"a", "a (2)", "a", null, " a ", "b"}))
          .containsExactly("a", "a (2)", "a (3)", null, "a (4)", "b");
    } finally {
      Locale.setDefault(before);
    }
  }

  /** Not in time that grows with the square of their number. */
  @Test
  void manyHeadingsOfOneNameAreNumbered() {
    String[] line = new String[200_000];
    Arrays.fill(line, "a");
    String[] names = Headings.of(line);
    assertThat(names[0]).isEqualTo("a");
    assertThat(names[199_999]).isEqualTo("a (200000)");
  }

  @Test
  void anEmptyListIsAList() {
    assertThat(WrittenTexts.list("[]")).contains(List.of());
    assertThat(WrittenTexts.list(" [ ] ")).contains(List.of());
    assertThat(WrittenTexts.list("[sic]")).isEmpty();
  }
}
