package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.spark.SharedSpark;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What schedulers read: one line, and the same in a file. */
class OutcomeTest {
  @TempDir Path home;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final ByteArrayOutputStream rest = new ByteArrayOutputStream();

  @BeforeAll
  static void spark() {
    SharedSpark.session();
  }

  private JsonNode json(String... words) throws IOException {
    line.reset();
    rest.reset();
    PrintStream people = new PrintStream(rest, true, StandardCharsets.UTF_8);
    PrintStream machines = new PrintStream(line, true, StandardCharsets.UTF_8);
    Cli cli = new Cli(Stages.actions(), Stages.evaluators(), Stages.names(), people);
    ExitCode code = Main.exitCode(cli, people, Optional.of(machines), words);
    String printed = line.toString(StandardCharsets.UTF_8);
    assertThat(printed.lines()).hasSize(1);
    JsonNode json = new ObjectMapper().readTree(printed);
    assertThat(json.get("exit_code").asInt()).isEqualTo(code.number());
    return json;
  }

  private String[] ingest(String... more) throws IOException {
    Path documents = Files.createDirectories(home.resolve("documents"));
    Files.writeString(documents.resolve("cards.txt"), "A card costs $8. It comes in two days.");
    return joined(
        more,
        "ingest",
        "--json",
        "--set",
        "run.name=cards",
        "--set",
        "store.path=" + home.resolve("store"),
        "--set",
        "corpus.sources=[{path=\"" + documents + "\"}]");
  }

  private static String[] joined(String[] more, String... words) {
    return Stream.of(words, more).flatMap(Arrays::stream).toArray(String[]::new);
  }

  @Test
  void tellsStagesWithCountsAndPathsAndStandsBesideTheStore() throws IOException {
    JsonNode first = json(ingest());
    assertThat(first.get("outcome").asText()).isEqualTo("done");
    assertThat(first.get("command").asText()).isEqualTo("ingest");
    assertThat(first.get("run").asText()).isEqualTo("cards");
    assertThat(first.get("store").asText()).isEqualTo(home.resolve("store").toString());
    assertThat(first.get("error").isNull()).isTrue();
    JsonNode stage = first.get("stages").get(0);
    assertThat(stage.get("stage").asText()).isEqualTo("ingest");
    assertThat(stage.get("outcome").asText()).isEqualTo("done");
    assertThat(stage.get("run_id").asText()).isEqualTo(first.get("run_id").asText()).hasSize(64);
    assertThat(stage.get("counts").get("documents").asInt()).isEqualTo(1);
    Path file = home.resolve("store.outcome.json");
    assertThat(new ObjectMapper().readTree(file.toFile()).get("stages"))
        .isEqualTo(first.get("stages"));

    Path elsewhere = home.resolve("elsewhere.json");
    JsonNode again = json(ingest("--outcome", elsewhere.toString()));
    assertThat(again.get("run_id")).isEqualTo(first.get("run_id"));
    assertThat(new ObjectMapper().readTree(elsewhere.toFile()).get("stages"))
        .isEqualTo(again.get("stages"));
  }

  @Test
  void tellsWhatFailedWithTheMessageForPeople() throws IOException {
    JsonNode json = json(ingest("--set", "corpus.sources=[{path=\"/no/such/folder\"}]"));
    assertThat(json.get("outcome").asText()).isEqualTo("failed");
    assertThat(json.get("error").asText()).contains("/no/such/folder");
    assertThat(json.get("stages").get(0).get("outcome").asText()).isEqualTo("failed");
    assertThat(home.resolve("store.outcome.json")).content().contains("\"outcome\":\"failed\"");
  }

  @Test
  void tellsBadUsageBeforeThereIsAStore() throws IOException {
    Path file = home.resolve("usage.json");
    JsonNode json =
        json("ingest", "--json", "--set", "sample.size=0", "--outcome", file.toString());
    assertThat(new ObjectMapper().readTree(file.toFile()).get("exit_code").asInt()).isEqualTo(64);
    assertThat(json.get("outcome").asText()).isEqualTo("usage");
    assertThat(json.get("exit_code").asInt()).isEqualTo(64);
    assertThat(json.get("error").asText()).contains("'sample.size' is \"0\"");
    assertThat(json.get("stages")).isEmpty();
    assertThat(json.get("store").isNull()).isTrue();
    assertThat(json("--json", "nonsense").get("outcome").asText()).isEqualTo("usage");
  }
}
