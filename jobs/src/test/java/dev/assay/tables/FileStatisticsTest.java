package dev.assay.tables;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.config.StoreConfig;
import dev.assay.jobs.SparkJobs;
import dev.assay.spark.SharedSpark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TimeZone;
import java.util.concurrent.TimeoutException;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Delta writes of each file, so that readers need not open it. */
class FileStatisticsTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path home;

  @Test
  void areOfTheKeyAlone() throws IOException {
    Store store = new Store(SPARK, new StoreConfig(home.toString(), "", "assay"));
    store.append(Tables.REJECTED, StoreStateTest.rows("b", "a").coalesce(1));
    JsonNode statistics = statistics(Tables.REJECTED, 1);
    assertThat(statistics.get("numRecords").asInt()).isEqualTo(2);
    assertThat(statistics.get("minValues").toString()).isEqualTo("{\"row_id\":\"a\"}");
    assertThat(statistics.get("maxValues").toString()).isEqualTo("{\"row_id\":\"b\"}");
  }

  /** Ids of cases are hashes: every file has small ones and great ones. */
  @Test
  void areNotOfWhatEveryFileHas() throws IOException {
    Store store = new Store(SPARK, new StoreConfig(home.toString(), "", "assay"));
    Row score =
        NamedRow.of(Tables.SCORES)
            .set("case_id", "c")
            .set("system", "s")
            .set("repeat", 0)
            .set("metric", "e.m")
            .set("value", 1.0)
            .set("status", "ok")
            .set("truncated", false)
            .set("fingerprint", "f")
            .build();
    store.append(
        Tables.SCORES, SPARK.createDataFrame(List.of(score), Tables.SCORES.schema()).coalesce(1));
    JsonNode statistics = statistics(Tables.SCORES, 1);
    assertThat(statistics.get("numRecords").asInt()).isEqualTo(1);
    assertThat(statistics.get("minValues").toString())
        .isEqualTo("{\"system\":\"s\",\"metric\":\"e.m\",\"run_key\":\"\"}");
    assertThat(Definitions.statistics(Tables.TEST_CASES))
        .as("there is no other")
        .isEqualTo("case_id");
  }

  /** They have no times, so that Delta need not read them again where clocks are not UTC. */
  @Test
  void areNotReadAgainAtACommitInAnotherTimeZone() throws Exception {
    Store store = new Store(SPARK, new StoreConfig(home.toString(), "", "assay"));
    store.append(Tables.REJECTED, StoreStateTest.rows("a"));
    int here = work(store, "b");
    TimeZone zone = TimeZone.getDefault();
    String named = System.getProperty("user.timezone", "");
    try {
      TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
      System.setProperty("user.timezone", "Europe/Berlin");
      assertThat(work(store, "c")).isEqualTo(here);
    } finally {
      TimeZone.setDefault(zone);
      System.setProperty("user.timezone", named);
    }
  }

  /** Without a query for the files of no commit, which would be a third one. */
  @Test
  void ofATableThatIsMadeAreNoneAndCostNothing() throws Exception {
    Store store = new Store(SPARK, new StoreConfig(home.toString(), "", "assay"));
    try (SparkJobs jobs = new SparkJobs()) {
      store.append(Tables.REJECTED, StoreStateTest.rows("a").coalesce(1));
      assertThat(jobs.queries())
          .filteredOn(label -> label.equals("opening rejected"))
          .as("the statement and Delta's command for it")
          .hasSize(2);
    }
    assertThat(noted(Tables.REJECTED, 0)).isZero();
    assertThat(noted(Tables.REJECTED, 1)).isEqualTo(1);
  }

  /** How many files a commit says that there are, by name. */
  private int noted(Table table, int version) throws IOException {
    Path sum = home.resolve("%s/_delta_log/%020d.crc".formatted(table.name(), version));
    JsonNode files = JSON.readTree(sum.toFile()).get("allFiles");
    assertThat(files).as("%s", sum).isNotNull();
    return files.size();
  }

  private static int work(Store store, String row) throws TimeoutException {
    try (SparkJobs jobs = new SparkJobs()) {
      store.append(Tables.REJECTED, StoreStateTest.rows(row));
      return jobs.labels().size() + jobs.queries().size();
    }
  }

  private JsonNode statistics(Table table, long version) throws IOException {
    Path log = home.resolve(table.name()).resolve("_delta_log/%020d.json".formatted(version));
    for (String line : Files.readAllLines(log)) {
      JsonNode added = JSON.readTree(line).get("add");
      if (added != null) {
        return JSON.readTree(added.get("stats").asText());
      }
    }
    throw new AssertionError("No file was added in " + log);
  }
}
