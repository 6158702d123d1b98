package dev.assay.jobs.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.Runner;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.StageException;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepairTest {
  private final SparkSession spark = SharedSpark.session();

  @TempDir Path directory;

  @Test
  void ofTheRowsOfAKeyTheNewestStaysAndDamageIsToldByFile() throws Exception {
    Store store = store();
    append(store, row("a", "old", 1), row("b", "only", 1));
    append(store, row("a", "new", 2), row("c", "twin", 1));
    append(store, row("c", "twin", 1));
    assertThatThrownBy(() -> tables("--check"))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("documents: 2 keys (doc_id) stand in 4 rows");
    assertThat(tables("--repair"))
        .contains("documents: 2 rows taken out", "All files can be read, keys are unique");
    Map<String, String> texts = new TreeMap<>();
    store()
        .read(Tables.DOCUMENTS)
        .collectAsList()
        .forEach(row -> texts.put(row.getAs("doc_id"), row.getAs("text")));
    assertThat(texts).isEqualTo(Map.of("a", "new", "b", "only", "c", "twin"));

    append(store, row("d", "spoiled", 1));
    Path file = files().filter(path -> newest(path)).findFirst().orElseThrow();
    Files.write(file, new byte[] {1, 2, 3});
    assertThatThrownBy(() -> tables("--check"))
        .hasMessageContaining("documents: cannot be read (file " + file.getFileName())
        .hasMessageContaining("RESTORE TABLE");
  }

  @Test
  void everyDamageOfTheListIsToldByTableAndFile() throws Exception {
    Store store = store();
    append(store, row("a", "x", 1));
    // A dangling reference: no chunk of this id.
    store.append(
        Tables.STRATA,
        spark.sql(
            "SELECT 'lost' chunk_id, 'm' model, 0 stratum_id, 0D x, 0D y, 0D distance,"
                + " 'f' fingerprint"));
    store.append(
        Tables.CHUNKS,
        spark.sql(
            "SELECT 'c' chunk_id, 'a' doc_id, 0 position, 0 start, 1 `end`, 'x' text, 1 n_tokens,"
                + " 1 n_sentences"));
    store.append(
        Tables.EMBEDDINGS,
        spark.sql(
            "SELECT 'h' text_hash, 'm' model, array(1F) vector, 1 n_tokens, false truncated"));
    append(Tables.INSIGHTS);
    append(Tables.PROBLEMS);
    // A missing Parquet file, a truncated log entry, one that is gone, half a journal.
    Path missing = parquet("embeddings");
    Files.delete(missing);
    Path truncated = log("insights", 1);
    Files.writeString(truncated, Files.readString(truncated).substring(0, 40));
    Files.delete(log("problems", 0));
    Path journal = Files.createDirectories(directory.resolve("store/journal/killed"));
    Files.writeString(journal.resolve("p1"), "{\"call_hash\":\"x\",\"pro");
    forgetCaches();

    assertThatThrownBy(() -> tables("--check"))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("strata: 1 values of (chunk_id) are not in chunks")
        .hasMessageContaining("embeddings: cannot be read (file " + missing.getFileName())
        .hasMessageContaining("insights: cannot be read (file " + truncated.getFileName())
        .hasMessageContaining("problems: cannot be read")
        .hasMessageContaining("journal file:" + journal.resolve("p1") + ": 1 lines");
    assertThatThrownBy(() -> tables("--repair")).hasMessageNotContaining("journal file");
  }

  /** As another process begins: with nothing in memory, and no checksums that hold the rows. */
  private void forgetCaches() throws Exception {
    for (String table : List.of("embeddings", "insights", "problems")) {
      try (java.util.stream.Stream<Path> files =
          Files.list(directory.resolve("store/" + table + "/_delta_log"))) {
        for (Path file : files.filter(path -> path.toString().endsWith(".crc")).toList()) {
          Files.delete(file);
        }
      }
    }
    org.apache.spark.sql.delta.DeltaLog.clearCache();
  }

  private void append(Table table) {
    store()
        .append(
            table,
            spark.sql(
                "SELECT 'r' run_id, 'i' id, 'low' severity, NULL evaluator, NULL metric, NULL"
                    + " system, 'd' description, NULL action, array('x') case_ids, map()"
                    + " attributes"));
  }

  private Path parquet(String table) throws Exception {
    try (java.util.stream.Stream<Path> files = Files.list(directory.resolve("store/" + table))) {
      return files.filter(path -> path.toString().endsWith(".parquet")).findFirst().orElseThrow();
    }
  }

  private Path log(String table, int version) {
    return directory.resolve("store/%s/_delta_log/%020d.json".formatted(table, version));
  }

  private boolean newest(Path file) {
    return files().allMatch(other -> other.toFile().lastModified() <= file.toFile().lastModified());
  }

  private java.util.stream.Stream<Path> files() {
    try {
      return Files.list(directory.resolve("store/documents"))
          .filter(path -> path.toString().endsWith(".parquet"));
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private String tables(String flag) {
    ConfigLoader.Loaded loaded = loaded();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new TablesAction()
        .run(
            new Session(
                spark,
                loaded,
                new Runner(spark, loaded.config(), loaded.rendered(), loaded.hash()),
                Set.of(flag),
                Map.of(),
                new PrintStream(out, true, StandardCharsets.UTF_8)));
    return out.toString(StandardCharsets.UTF_8);
  }

  private Store store() {
    return new Store(spark, loaded().config().store());
  }

  private ConfigLoader.Loaded loaded() {
    return ConfigLoader.defaults().set("store.path=" + directory.resolve("store")).load();
  }

  private void append(Store store, Row... rows) {
    store.append(
        Tables.DOCUMENTS,
        spark.createDataFrame(List.of(rows), Tables.DOCUMENTS.schema()).coalesce(1));
  }

  private static Row row(String id, String text, long second) {
    return NamedRow.of(Tables.DOCUMENTS)
        .set("doc_id", id)
        .set("uri", id)
        .set("title", null)
        .set("text", text)
        .set("metadata", null)
        .set("ingested_at", Timestamp.from(Instant.ofEpochSecond(second)))
        .build();
  }
}
