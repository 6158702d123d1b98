package dev.assay.jobs.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.Runner;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.StageException;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.commons.io.output.NullOutputStream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store with everything wrong at once: {@code tables --check} tells all of it. */
class CheckTablesTest {
  private static final String WORK = "8d3ff2a0-6f2b-4c61-9a55-0c1f7e1b2d3a";
  private static final String TIME = "2026-01-01T00:00:00Z";
  private final SparkSession spark = SharedSpark.session();

  @TempDir Path directory;

  @Test
  void everyDamageIsToldWithTableFileAndWhatToDo() throws IOException {
    Store sound = new Store(spark, loaded("sound").config().store());
    JsonRows.append(
        sound,
        Tables.DOCUMENTS,
        List.of(
            "{\"doc_id\":\"d\",\"uri\":\"d\",\"text\":\"t\",\"ingested_at\":\"%s\"}"
                .formatted(TIME)));
    for (String id : List.of("a", "b")) {
      JsonRows.append(sound, Tables.RUN_CASES, List.of(key("case-" + id) + ",\"run_id\":\"r\"}"));
      JsonRows.append(sound, Tables.SCORES, List.of(score("case-" + id)));
      JsonRows.append(sound, Tables.RESPONSES, List.of(response("lost")));
    }
    JsonRows.append(sound, Tables.LABELS, List.of(label("elsewhere"), label("lost")));

    // Delta remembers the logs that it has read by their paths: what is damaged is a copy.
    Path store = directory.resolve("damaged");
    FileUtils.copyDirectory(directory.resolve("sound").toFile(), store.toFile());
    Path cut = entry(store, Tables.DOCUMENTS);
    Files.write(cut, java.util.Arrays.copyOf(Files.readAllBytes(cut), 300));
    List<String> lines = Files.readAllLines(entry(store, Tables.RUN_CASES));
    assertThat(lines.get(lines.size() - 1)).startsWith("{\"add\":");
    Files.write(entry(store, Tables.RUN_CASES), lines.subList(0, lines.size() - 1));
    // Hadoop's own sums of local files, which other file systems do not have, would tell by
    // themselves.
    for (Path entry : List.of(cut, entry(store, Tables.RUN_CASES))) {
      Files.delete(entry.resolveSibling("." + entry.getFileName() + ".crc"));
    }
    Path gone = parquet(store, Tables.SCORES);
    Files.delete(gone);
    Path journal =
        Files.createDirectories(store.resolve("journal").resolve(WORK)).resolve("p0.jnl");
    Files.writeString(journal, "9f86d081 {\"hash\":\"h\",\"purp");

    Throwable told = catchThrowable(() -> check("damaged"));
    assertThat(told).isInstanceOf(StageException.class);
    assertThat(told.getMessage().lines().skip(1))
        .hasSize(6)
        .anySatisfy(
            line ->
                assertThat(line)
                    .contains("documents: entry " + cut.getFileName() + " of its log is cut off")
                    .contains("put the file back from a copy"))
        .anySatisfy(
            line ->
                assertThat(line)
                    .contains("run_cases: entry ")
                    .contains("00000000000000000002.json")
                    .contains("from a copy"))
        .anySatisfy(
            line ->
                assertThat(line)
                    .contains("scores: cannot be read (file " + gone.getFileName())
                    .contains("RESTORE TABLE"))
        .anySatisfy(
            line ->
                assertThat(line)
                    .contains(
                        "responses: 1 keys (case_id, system, repeat, run_key) stand in 2 rows")
                    .contains("assay tables --repair"))
        .anySatisfy(
            line ->
                assertThat(line)
                    .contains(
                        "labels: 1 values of (case_id, system, repeat, run_key) are not in"
                            + " responses")
                    .contains("elsewhere")
                    .contains("assay forget"))
        .anySatisfy(
            line ->
                assertThat(line)
                    .contains("journal ")
                    .contains(WORK + "/p0.jnl: 1 lines cannot be read")
                    .contains("assay tables --repair"));
  }

  private static String key(String id) {
    return "{\"case_id\":\"%s\",\"system\":\"s\",\"repeat\":0".formatted(id);
  }

  private static String response(String id) {
    return key(id)
        + ",\"answer\":\"x\",\"contexts\":[],\"status\":\"ok\",\"answered_at\":\"%s\",\"fingerprint\":\"f\",\"attributes\":{}}"
            .formatted(TIME);
  }

  private static String score(String id) {
    return key(id)
        + ",\"metric\":\"m\",\"value\":1,\"status\":\"ok\",\"truncated\":false,\"fingerprint\":\"f\"}";
  }

  private static String label(String id) {
    return key(id)
        + ",\"label_id\":\"%s\",\"dimension\":\"d\",\"label\":\"1\",\"annotator\":\"a\",\"labelled_at\":\"%s\",\"split\":\"train\"}"
            .formatted(id, TIME);
  }

  private static Path entry(Path store, Table table) throws IOException {
    return newest(store.resolve(table.name()).resolve("_delta_log"), ".json");
  }

  private static Path parquet(Path store, Table table) throws IOException {
    return newest(store.resolve(table.name()), ".parquet");
  }

  private static Path newest(Path folder, String ending) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(ending))
          .max(java.util.Comparator.naturalOrder())
          .orElseThrow();
    }
  }

  private void check(String name) {
    ConfigLoader.Loaded loaded = loaded(name);
    new TablesAction()
        .run(
            new Session(
                spark,
                loaded,
                new Runner(spark, loaded.config(), loaded.rendered(), loaded.hash()),
                Set.of("--check"),
                Map.of(),
                new PrintStream(NullOutputStream.INSTANCE)));
  }

  private ConfigLoader.Loaded loaded(String name) {
    return ConfigLoader.defaults().set("store.path=" + directory.resolve(name)).load();
  }
}
