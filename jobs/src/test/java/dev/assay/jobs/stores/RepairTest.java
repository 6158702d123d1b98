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
