package dev.assay.jobs.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.cases.TestSource;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.llm.Message;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that other tools have written (scripts/golden/tool_files.py) are read by their presets. */
class ToolFilesTest {
  private static final Path FILES = Path.of("src/test/resources/tools").toAbsolutePath();
  private static final List<String> QUESTIONS =
      List.of(
          "How long is the fixed term of the savings account?",
          "What does the gold card cost a year?",
          "Who approves loans above 50,000 euros?");

  private static List<CaseRecord> cases(String file, String preset) throws IOException {
    TestSource source =
        ConfigLoader.defaults()
            .set("tests.sources=[{path=\"%s\",preset=%s}]".formatted(FILES.resolve(file), preset))
            .load()
            .config()
            .tests()
            .sources()
            .get(0);
    List<Map<String, String>> records = new ArrayList<>();
    Set<String> there = new TreeSet<>();
    try (Reader text = Files.newBufferedReader(FILES.resolve(file))) {
      Iterator<SourceRecord> read =
          file.endsWith(".csv")
              ? new CsvRecords(text, ',')
              : file.endsWith(".yaml") ? new YamlRecords(text) : new JsonRecords(text);
      while (read.hasNext()) {
        SourceRecord record = read.next();
        assertThat(record.malformed()).isEmpty();
        for (Map<String, String> plain : ToolRecord.all(preset, record.columns())) {
          records.add(plain);
          there.addAll(plain.keySet());
        }
      }
    }
    CaseColumns columns =
        new CaseColumns(
            source.cases(),
            new ColumnNames(there, there),
            Set.of(),
            List.of("*"),
            true,
            false,
            "tests.sources[0]");
    return records.stream().map(columns::read).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ragas.jsonl", "ragas.csv", "ragas-testset.jsonl", "ragas-scores.csv"})
  void ragas(String file) throws IOException {
    List<CaseRecord> cases = cases(file, "ragas");
    assertThat(cases).extracting(CaseRecord::question).isEqualTo(QUESTIONS);
    assertThat(cases.get(1).expectedAnswers())
        .containsExactly("The gold card costs 80 euros a year.");
    assertThat(cases.get(1).relevantPassages())
        .containsExactly("The gold card costs 80 euros a year.");
  }

  @Test
  void whatRagasSaysBesideASampleAreColumns() throws IOException {
    assertThat(cases("ragas-testset.jsonl", "ragas").get(0).queryType())
        .contains("single_hop_specific_query_synthesizer");
    assertThat(cases("ragas-scores.csv", "ragas").get(2).attributes())
        .containsEntry("exact_match", "0.0")
        .containsKey("non_llm_string_similarity");
  }

  /** A call of a tool and its result are no turns. */
  @Test
  void conversationsOfRagas() throws IOException {
    CaseRecord read = cases("ragas-turns.jsonl", "ragas").get(0);
    assertThat(read.question()).isEqualTo("And its fee?");
    assertThat(read.expectedAnswers()).containsExactly("80 euros a year");
    assertThat(read.before().turns())
        .containsExactly(
            Message.user("Is there a card?"), Message.assistant("Let me look.\nGold."));
  }

  /** In CSV and JSON Lines DeepEval writes the items of a list with a bar between them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "deepeval.json",
        "deepeval.jsonl",
        "deepeval.csv",
        "deepeval-answers.json",
        "deepeval-answers.csv"
      })
  void deepeval(String file) throws IOException {
    List<CaseRecord> cases = cases(file, "deepeval");
    assertThat(cases).extracting(CaseRecord::question).isEqualTo(QUESTIONS);
    assertThat(cases.get(1).expectedAnswers())
        .containsExactly("The gold card costs 80 euros a year.");
    assertThat(cases.get(1).relevantPassages())
        .containsExactly("The gold card costs 80 euros a year.", "The blue card is free.");
    assertThat(cases.get(1).attributes())
        .as("what stands in its metadata can be a slice")
        .containsEntry("product", "cards");
  }

  @Test
  void conversationsOfDeepeval() throws IOException {
    CaseRecord read = cases("deepeval-turns.json", "deepeval").get(0);
    assertThat(read.question()).isEqualTo("And what do they cost?");
    assertThat(read.before().turns())
        .containsExactly(
            Message.user("Which cards are there?"), Message.assistant("Gold and blue."));
  }

  @Test
  void yamlThatIsNoListOfTestsIsMalformed() {
    SourceRecord wrong = new YamlRecords(new StringReader("a: 1\nb: [x")).next();
    assertThat(wrong.malformed()).contains("no YAML");
    assertThat(wrong.line()).isEqualTo(2);
    assertThat(new YamlRecords(new StringReader("providers: [echo]")).next().malformed())
        .contains("no list of objects");
    SourceRecord read =
        new YamlRecords(new StringReader("providers: [echo]\ntests:\n- vars: {question: Why}\n"))
            .next();
    assertThat(read.line()).isEqualTo(3);
    assertThat(read.columns()).containsEntry("vars", "{\"question\":\"Why\"}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "promptfoo.yaml",
        "promptfoo.json",
        "promptfoo.csv",
        "promptfoo-output.json",
        "promptfoo-output.jsonl"
      })
  void promptfoo(String file) throws IOException {
    List<CaseRecord> cases = cases(file, "promptfoo");
    assertThat(cases)
        .extracting(CaseRecord::question)
        .containsExactlyInAnyOrderElementsOf(QUESTIONS);
    assertThat(cases).allMatch(read -> read.attributes().containsKey("product"));
    if (!file.contains("output")) {
      assertThat(cases.get(0).condition())
          .hasValueSatisfying(c -> assertThat(c).contains("Twelve months"));
      assertThat(cases.get(1).expectedAnswers())
          .containsExactly("The gold card costs 80 euros a year.");
    }
  }

  /** A line has the outputs of both providers side by side, under the same headings. */
  @Test
  void tablesOfPromptfooAreAnswersOfEachProvider() throws IOException {
    List<CaseRecord> cases = cases("promptfoo-output.csv", "promptfoo");
    assertThat(cases)
        .extracting(read -> read.question() + " " + read.attributes().get("system"))
        .containsExactlyElementsOf(
            QUESTIONS.stream().flatMap(q -> Stream.of(q + " first", q + " second")).toList());
    // Of two assertions of the question about loans `echo` passes one.
    assertThat(cases.get(5).attributes())
        .containsOnlyKeys("product", "system", "answer", "score", "success")
        .containsEntry("product", "loans")
        .containsEntry("answer", QUESTIONS.get(2))
        .containsEntry("score", "0.50")
        .containsEntry("success", "false");
    assertThat(cases.get(0).attributes()).containsEntry("description", "fixed term");
  }

  /** Headings and cells as promptfoo's buildCsvHeaders and tableRowToCsvValues write them. */
  @Test
  void tablesOfPromptfooHaveNamedScoresAndCellsThatAreNoFormulas() {
    String table =
        """
        question,[a [b]] p: {{q}},Status,Score,Named Scores,Metric: tone,Grader Reason,Comment,p,Status,Score,Named Scores,Grader Reason,Comment
        Why?,'- so,PASS,1.00,"{""tone"":0.75}",0.75,ok,,'tis,ERROR,0.00,,gone,
        """;
    List<Map<String, String>> answers =
        ToolRecord.all("promptfoo", new CsvRecords(new StringReader(table), ',').next().columns());
    assertThat(answers)
        .containsExactly(
            Map.of(
                "question",
                "Why?",
                "system",
                "a [b]",
                "answer",
                "- so",
                "success",
                "true",
                "score",
                "1.00",
                "tone",
                "0.75"),
            Map.of("question", "Why?", "answer", "'tis", "score", "0.00"));
    assertThat(ToolRecord.all("ragas", Map.of("Status", "x")))
        .containsExactly(Map.of("Status", "x"));
  }

  /** As TREC's topics and BEIR's queries.jsonl have them. */
  @Test
  void trec() {
    Iterator<SourceRecord> lines =
        TrecRecords.queries(new StringReader("301\tWhat is due?\n\n302 and when\nalone\n"));
    assertThat(lines.next())
        .isEqualTo(new SourceRecord(1, Map.of("id", "301", "text", "What is due?"), ""));
    assertThat(lines.next())
        .isEqualTo(new SourceRecord(3, Map.of("id", "302", "text", "and when"), ""));
    assertThat(lines.next()).isEqualTo(SourceRecord.malformed(4, "alone"));
    assertThat(lines).isExhausted();
    Preset preset = new Preset(java.util.Optional.of("trec"));
    Set<String> beir = Set.of("_id", "text", "metadata");
    assertThat(preset.column("id", beir)).contains("_id");
    assertThat(preset.column("question", beir)).contains("text");
  }
}
