package dev.assay.report.evidence;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.jobs.engine.Copies;
import dev.assay.report.SampleStore;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Tables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class EvidencePackTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");

  private static final String LABEL =
      """
      {"case_id":"case0","system":"dense","repeat":0,"label_id":"case0dense","dimension":"correctness","label":"1","annotator":"planted","split":"test"}\
      """;

  @TempDir static Path home;
  private static SampleStore sample;
  private static Path written;
  private static int statements;

  @TempDir Path own;

  @BeforeAll
  static void write() {
    sample = SampleStore.full(home);
    written = home.resolve("pack");
    statements = pack(written).write(NOW, "0.1.0");
  }

  @Test
  void everyFigureIsThatOfItsQuery() throws Exception {
    // Of resources/stores/report/full: leaderboard.jsonl and guarantees.jsonl.
    assertThat(read(written, "4-results.md"))
        .contains("| dense | correctness | 0.95 | 0.92 | 0.97 | 60 | 60 | 70 |")
        .contains("With a confidence of 90 %, at most 10 % of what the machine accepts is wrong.")
        .contains("[people](queries/people.sql): leaderboard version 1, runs version 1");
    assertThat(read(written, "1-intended-use.md")).contains("To be written by the system's owner");
    JsonNode index = new ObjectMapper().readTree(written.resolve("evidence.json").toFile());
    assertThat(index.get("statements")).hasSize(statements);
    assertThat(index.get("written_at").asText()).isEqualTo("2026-01-02T03:04:05Z");
    assertThat(index.get("tables").get("leaderboard").asLong()).isOne();
    assertThat(files(written.resolve("queries"))).hasSize(statements);
    assertThat(files(written.resolve("config"))).containsExactly("c0ffee.conf");
  }

  @Test
  void everyFileOfThePackIsNotedAndThoseOfItsOwnerAreTheirs() throws Exception {
    Copies.Copy copy =
        new Copies(sample.store(), sample.config())
            .all().copies().stream()
                .filter(one -> one.files().contains("file:" + written.resolve("README.md")))
                .findFirst()
                .orElseThrow();
    try (Stream<Path> files = Files.walk(written)) {
      assertThat(files.filter(Files::isRegularFile).map(file -> "file:" + file))
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(copy.files().stream(), copy.theirs().stream()).toList());
    }
    assertThat(copy.theirs()).isNotEmpty().allMatch(file -> file.contains("/own/"));
  }

  @Test
  void textsOfTheDataAreNoMarkup() throws Exception {
    for (String document : EvidencePack.DOCUMENTS) {
      assertThat(read(written, document)).doesNotContain("<script", "<img", "\u202b", "\u2028");
    }
    assertThat(read(written, "1-intended-use.md")).contains("sparse &lt;b>&amp;&lt;/b>");
  }

  @Test
  void whatALaterRunWritesChangesNothingAndWhatWasChangedByHandIsNamed() throws Exception {
    sample
        .store()
        .replace(
            Tables.LEADERBOARD,
            sample.store().read(Tables.LEADERBOARD).withColumn("human_estimate", lit(0.5)),
            lit(true));
    Path directory = copy();
    assertThat(pack(directory).verify()).isEmpty();

    change(directory, "4-results.md", "| 0.95 | 0.92 |", "| 0.97 | 0.92 |");
    change(directory, "evidence.json", "correctness | 0.95", "correctness | 0.97");
    Files.writeString(directory.resolve("own/reasons.md"), "Approved until June.\n");
    change(directory, "queries/cost.sql", "v_cost", "v_runs");
    change(directory, "config/c0ffee.conf", "{}", "{a = 1}");
    change(directory, "evidence.json", "\"5-limits.md\", ", "");
    assertThat(pack(directory).verify())
        .contains("evidence.json does not name 5-limits.md")
        .contains("statement unfit is of no document: 5-limits.md")
        .filteredOn(line -> !line.contains("5-limits.md"))
        .containsExactly(
            "4-results.md: statement people (Share of answers that people would pass, by system and"
                + " dimension) is another in the store",
            "queries/cost.sql is not the query of 6-monitoring.md",
            "7-decisions.md: its text is not what was written (it or a file in own/ was changed)",
            "config/c0ffee.conf is not the configuration of the run");
  }

  @Test
  void aPackCannotMakeItsReaderDoMoreThanRead() throws Exception {
    Path directory = copy();
    String document = read(directory, "templates/7-decisions.md");
    for (String sql :
        List.of(
            "DROP TABLE runs",
            "SELECT * FROM parquet.`/etc`",
            "SELECT java_method('java.lang.System', 'getenv', 'HOME')",
            "SELECT * FROM other.runs")) {
      Files.writeString(
          directory.resolve("templates/7-decisions.md"),
          document + "\n```sql planted\n-- title: a\n-- none: b\n" + sql + "\n```\n");
      assertThatThrownBy(pack(directory)::verify)
          .as(sql)
          .isInstanceOf(EvidenceException.class)
          .hasMessageContaining("Query 'planted' does more than read tables of the store");
    }
    Files.writeString(directory.resolve("templates/7-decisions.md"), document);
    change(directory, "evidence.json", "\"7-decisions.md\"", "\"../store/runs.md\"");
    assertThatThrownBy(pack(directory)::verify).hasMessageContaining("../store/runs.md");
    Files.writeString(directory.resolve("evidence.json"), "{\"run\": \"assay\"}");
    assertThatThrownBy(pack(directory)::verify)
        .isInstanceOf(EvidenceException.class)
        .hasMessageContaining("a part of it is missing");
  }

  @Test
  void aStoreOfNothingHasAPackThatSaysSoAndAVersionThatIsGoneIsTold() throws Exception {
    SampleStore empty = SampleStore.empty(own);
    EvidencePack pack = new EvidencePack(empty.store(), empty.config(), own.resolve("pack"));
    assertThatThrownBy(pack::verify)
        .isInstanceOf(EvidenceException.class)
        .hasMessageContaining("There is no pack");
    JsonRows.append(empty.store(), Tables.LABELS, List.of(LABEL));
    pack.write(NOW, "0.1.0");
    assertThat(read(own.resolve("pack"), "4-results.md"))
        .contains("Nobody has judged an answer", "No analysis has finished", "(none yet)");
    Files.writeString(own.resolve("pack/own/reasons.md"), "Approved until June.\n");
    pack.write(NOW, "0.1.0");
    assertThat(read(own.resolve("pack"), "7-decisions.md")).contains("Approved until June.");
    assertThat(pack.verify()).isEmpty();

    empty.store().deleteWhere(Tables.LABELS, col("annotator").isNotNull());
    empty.store().upkeep().prune(Tables.LABELS, Duration.ZERO);
    assertThatThrownBy(pack::verify)
        .isInstanceOf(EvidenceException.class)
        .hasMessageContaining("labels")
        .hasMessageContaining("version 1");
  }

  private static EvidencePack pack(Path directory) {
    return new EvidencePack(sample.store(), sample.config(), directory);
  }

  private Path copy() throws IOException {
    Path directory = own.resolve("pack");
    FileUtils.copyDirectory(written.toFile(), directory.toFile());
    return directory;
  }

  private static void change(Path directory, String file, String from, String to)
      throws IOException {
    String text = read(directory, file);
    assertThat(text).contains(from);
    Files.writeString(directory.resolve(file), text.replace(from, to));
  }

  private static String read(Path directory, String file) throws IOException {
    return Files.readString(directory.resolve(file));
  }

  private static List<String> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
