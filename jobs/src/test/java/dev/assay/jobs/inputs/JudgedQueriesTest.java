package dev.assay.jobs.inputs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.cases.TestSource;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.StageException;
import dev.assay.spark.SharedSpark;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queries of TREC and BEIR with the documents that are judged relevant. */
class JudgedQueriesTest {
  @TempDir private Path home;

  private final Map<String, String> grades = new TreeMap<>();

  private Map<String, String> relevant(String qrels) throws Exception {
    return judged(qrels);
  }

  private Map<String, String> judged(String qrels) throws Exception {
    Path folder = Files.createDirectories(home.resolve("queries [old] {1}"));
    Path queries =
        Files.writeString(
            folder.resolve("queries.jsonl"),
            """
            {"_id":"q1","text":"Why?","relevant_ids":["of the queries' own"],"note":null}
            {"_id":"q2","text":"When?"}
            """);
    TestSource source =
        ConfigLoader.defaults()
            .set(
                "tests.sources=[{path=\"%s\",preset=trec,qrels=\"%s\"}]"
                    .formatted(queries, Files.writeString(folder.resolve("q.tsv"), qrels)))
            .load()
            .config()
            .tests()
            .sources()
            .get(0);
    Map<String, String> relevant = new TreeMap<>();
    for (Row row :
        SourceRows.read(SharedSpark.session(), source, "tests.sources[0]").collectAsList()) {
      Map<String, String> columns = row.getJavaMap(row.fieldIndex(SourceRows.COLUMNS));
      relevant.put(columns.get("_id"), columns.getOrDefault("relevant_ids", ""));
      grades.put(columns.get("_id"), columns.getOrDefault("relevant_grades", ""));
    }
    return relevant;
  }

  @Test
  void judgementsTakeThePlaceOfIdsThatStandBesideTheQuery() throws Exception {
    assertThat(relevant("query-id\tcorpus-id\tscore\nq1\td2\t1\nq1\td1\t2\nq1\td3\t0\n"))
        .isEqualTo(Map.of("q1", "[\"d1\",\"d2\"]", "q2", ""));
    assertThat(relevant("q2 0 d9 1\n")).containsEntry("q2", "[\"d9\"]");
  }

  @Test
  void whatIsNoJudgementIsSaid() {
    assertThatThrownBy(() -> relevant("q1 0 d1 1\nq1 d1\n"))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("1 lines of")
        .hasMessageContaining("'q1 d1'");
  }

  @Test
  void gradesAreKeptWhereTheyDiffer() throws Exception {
    judged("q1\td2\t1\nq1\td1\t2\nq1\td3\t0\nq2\td4\t1\n");
    assertThat(grades.get("q1"))
        .isEqualTo("[{\"id\":\"d1\",\"grade\":2.0},{\"id\":\"d2\",\"grade\":1.0}]");
    assertThat(grades.get("q2")).isEmpty();
  }

  @Test
  void bracketsInThePathOfParquetAreNoPattern() {
    String path = home.resolve("queries [old]").toString();
    SharedSpark.session().sql("SELECT 'Why?' question").write().parquet(path);
    assertThat(
            SourceRows.read(
                    SharedSpark.session(),
                    path,
                    new SourceRows.Options("auto", "", ""),
                    "tests.sources[0]")
                .count())
        .isEqualTo(1);
  }

  /** Of a user who stands in the folder above: what the shell calls hidden was named. */
  @Test
  void aRelativePathIntoAHiddenFolderIsRead() throws Exception {
    Path hidden = Files.createDirectories(Path.of("target/.suites"));
    Files.writeString(hidden.resolve("golden.jsonl"), "{\"question\":\"Why?\"}\n");
    assertThat(
            SourceRows.read(
                    SharedSpark.session(),
                    "target/.suites/golden.jsonl",
                    new SourceRows.Options("auto", "", ""),
                    "tests.sources[0]")
                .count())
        .isEqualTo(1);
  }
}
