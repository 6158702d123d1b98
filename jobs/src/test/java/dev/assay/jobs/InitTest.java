package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.Runner;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.UsageException;
import dev.assay.jobs.inputs.ColumnGuess;
import dev.assay.spark.SharedSpark;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A configuration from a data file, which runs as it is written. */
class InitTest {
  @TempDir Path directory;

  @Test
  void columnsAreGuessedByTheNamesThatToolsUse() {
    ColumnGuess ragas =
        ColumnGuess.of(List.of("user_input", "retrieved_contexts", "response", "reference", "x"));
    assertThat(ragas.columns())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "question", "user_input",
                "answer", "response",
                "contexts", "retrieved_contexts",
                "expected", "reference"));
    assertThat(ragas.others()).containsExactly("x");
    assertThat(ColumnGuess.of(List.of("Question ID", "Question", "Ground Truth")).columns())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("question", "Question", "id", "Question ID", "expected", "Ground Truth"));
    assertThat(ColumnGuess.of(List.of("prompt", "question")).columns())
        .as("the more usual name")
        .isEqualTo(Map.of("question", "question"));
    assertThat(ColumnGuess.of(List.of("Frage", "Antwort")).columns()).isEmpty();
  }

  @Test
  void theConfigurationRunsAsItIsWritten() throws Exception {
    Path data =
        Files.write(
            Files.createDirectory(directory.resolve("my [old] {1}")).resolve("my answers.csv"),
            List.of(
                "qid,user input,response,retrieved_contexts,reference,is_correct,note",
                "1,What is it?,It is 1.,\"['It is 1.', \"\"It's so.\"\"]\",1,yes,a",
                "2,What was it?,It was 2.,\"['It was 2.']\",2,no,b",
                "3,What will it be?,It will be 3.,[],3,yes,c"));
    Path file = directory.resolve("my.conf");
    String said = init(Set.of(), Map.of("--from", data.toString(), "--to", file.toString()));
    assertThat(said)
        .contains("question: column 'user input'", "column 'is_correct' holds yes and no; if")
        .contains("not used: note")
        .contains("groundedness")
        .contains("Wrote " + file);
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults().file(file).set("store.path=" + directory.resolve("store")).load();
    assertThat(Commands.run(SharedSpark.session(), loaded, "answer").values())
        .containsEntry("answers", 3L);
    assertThat(loaded.config().label().sources())
        .as("whether yes and no judge the answer, only a person knows")
        .isEmpty();
    String text = Files.readString(file);
    int sources = text.indexOf("# label.sources");
    Files.writeString(
        file, text.substring(0, sources) + text.substring(sources).replaceAll("(?m)^#", ""));
    loaded =
        ConfigLoader.defaults().file(file).set("store.path=" + directory.resolve("store")).load();
    assertThat(Commands.run(SharedSpark.session(), loaded, "label").values())
        .containsEntry("labels", 3L)
        .containsEntry("labels rejected", 0L);
    assertThatThrownBy(
            () -> init(Set.of(), Map.of("--from", data.toString(), "--to", file.toString())))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("not overwritten");
  }

  @Test
  void whatCannotBeGuessedIsSaidAndADryRunWritesNothing() throws Exception {
    Path data =
        Files.write(
            directory.resolve("german.jsonl"),
            List.of("{\"Frage\": \"Was?\", \"answer\": \"Das.\", \"id\": 1}"));
    Path file = directory.resolve("my.conf");
    String said =
        init(Set.of("--dry-run"), Map.of("--from", data.toString(), "--to", file.toString()));
    assertThat(said)
        .contains("question: NOT FOUND; set question-column to one of Frage")
        .contains("answer-column = \"answer\"", "question-column = \"Frage\"")
        .contains("Nothing was written");
    assertThat(file).doesNotExist();
  }

  @Test
  void aCompressedFileIsGuessedAsWhatItHolds() throws Exception {
    for (String name : List.of("german.jsonl", "german.json")) {
      Path data =
          Files.writeString(
              directory.resolve(name), "{\"question\": \"Was?\", \"answer\": \"Für 5 €.\"}\n");
      Path compressed = directory.resolve(name + ".gz");
      try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
        Files.copy(data, out);
      }
      String plain = init(Set.of("--dry-run"), Map.of("--from", data.toString()));
      assertThat(init(Set.of("--dry-run"), Map.of("--from", compressed.toString())))
          .isEqualTo(plain.replace(name, name + ".gz"))
          .contains("systems.\"german\"");
    }
  }

  @Test
  void whatMustBeSetFirstIsSaidLastAndWhatIsMeasuredIsWhatIsMeasuredThen() throws Exception {
    // A record of HaluEval: two answers, so that no name says which is the system's.
    Path data =
        Files.write(
            directory.resolve("qa_data.json"),
            List.of(
                "{\"knowledge\": \"It is 1.\", \"question\": \"What?\", \"right_answer\": \"1\","
                    + " \"hallucinated_answer\": \"2\"}"));
    Path file = directory.resolve("my.conf");
    String said = init(Set.of(), Map.of("--from", data.toString(), "--to", file.toString()));
    assertThat(said)
        .contains("expected: column 'right_answer'", "contexts: column 'knowledge'")
        .contains("answer: NOT FOUND; set answer-column to one of hallucinated_answer\n")
        .containsPattern("Once answer-column is set, the data allow to measure.*groundedness")
        .doesNotContain("They lack")
        .contains("Wrote " + file + ". Read it and set answer-column, then: assay run");
  }

  @Test
  void documentsAreACorpus() throws Exception {
    Path folder = Files.createDirectory(directory.resolve("docs"));
    Files.writeString(folder.resolve("a.md"), "# Fees\n\nA card costs $8.");
    assertThat(init(Set.of("--dry-run"), Map.of("--from", folder.toString())))
        .contains("corpus.sources = [{ path = \"" + folder + "\" }]");
    Path rows =
        Files.write(
            directory.resolve("docs.jsonl"),
            List.of("{\"id\": 1, \"text\": \"A card costs $8.\"}"));
    assertThat(init(Set.of("--dry-run"), Map.of("--from", rows.toString())))
        .contains("text-column = \"text\"");
  }

  @Test
  void whatHoldsNoRecordIsAnErrorOfTheCall() throws Exception {
    Path header = Files.writeString(directory.resolve("header.csv"), "question,answer\n");
    Path binary = Files.write(directory.resolve("b.jsonl"), new byte[] {1, 2, (byte) 200, 10, 3});
    Path empty = Files.createFile(directory.resolve("empty.jsonl"));
    for (Path file : List.of(header, binary, empty)) {
      assertThatThrownBy(() -> init(Set.of("--dry-run"), Map.of("--from", file.toString())))
          .as(file.toString())
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("holds no record");
    }
    for (String ending : List.of("xlsx", "xls", "tsv", "tsv.gz")) {
      Path sheet = Files.writeString(directory.resolve("sheet." + ending), "question\tanswer\n");
      assertThatThrownBy(() -> init(Set.of("--dry-run"), Map.of("--from", sheet.toString())))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("save it as CSV");
    }
    assertThatThrownBy(() -> init(Set.of("--dry-run"), Map.of("--from", "/not/there.csv")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("does not exist");
  }

  @Test
  void aColumnMayHaveAnyName() throws Exception {
    Path data =
        Files.write(
            directory.resolve("odd.csv"),
            List.of("id,question,answer,good `one`?", "1,Q,A,yes", "2,R,B,no"));
    assertThat(init(Set.of("--dry-run"), Map.of("--from", data.toString())))
        .contains("label-column = \"good `one`?\"");
  }

  private String init(Set<String> flags, Map<String, String> texts) {
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults().set("store.path=" + directory.resolve("store")).load();
    Runner runner =
        new Runner(SharedSpark.session(), loaded.config(), loaded.rendered(), loaded.hash());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new Init()
        .run(
            new Session(
                SharedSpark.session(),
                loaded,
                runner,
                flags,
                Map.of(),
                texts,
                new PrintStream(out, true, StandardCharsets.UTF_8)));
    return out.toString(StandardCharsets.UTF_8);
  }
}
