package dev.assay.jobs.suites;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.Commands;
import dev.assay.llm.Json;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.RowValues;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A suite that names documents by the ids of their source, beside the corpus that has them. */
class CorpusIdsTest {
  @TempDir private Path folder;

  @Test
  void idsOfSourcesAndTheirGradesNameTheCorpusesDocumentsAndOthersAreTold() throws Exception {
    Path corpus =
        Files.writeString(
            folder.resolve("corpus.jsonl"),
            """
            {"id":"d1","text":"The card costs eight euros a year. It is paid in March."}
            {"id":"d2","text":"The account is free of charge. Nothing is paid."}
            """);
    Path queries = Files.writeString(folder.resolve("q.tsv"), "q1\tWhat costs what?\nq2\tWhy?\n");
    Path qrels =
        Files.writeString(folder.resolve("qrels.txt"), "q1 0 d1 1\nq1 0 d2 3\nq1 0 nowhere 2\n");
    Path mine =
        Files.writeString(
            folder.resolve("mine.jsonl"),
            """
            {"question":"By id?","relevant_ids":["d2","d1"],"relevant_grades":{"d1":4}}
            {"question":"What is wrong?","relevant_ids":["d1"],"relevant_grades":"high"}
            """);
    String settings =
        """
        store.path = "%s"
        corpus.sources = [{ path = "%s", format = jsonl, id-column = id, text-column = text }]
        tests.sources = [{ path = "%s", preset = trec, qrels = "%s" }, { path = "%s" }]
        """
            .formatted(folder.resolve("store"), corpus, queries, qrels, mine);
    ConfigLoader.Loaded plain =
        ConfigLoader.defaults().file(Files.writeString(folder.resolve("a.conf"), settings)).load();
    Commands.run(SharedSpark.session(), plain, "ingest");
    Commands.run(SharedSpark.session(), plain, "tests");
    Store store = new Store(SharedSpark.session(), plain.config().store());
    assertThat(relevant(store, "What costs what?"))
        .as("without embedded systems ids stay as they are")
        .containsExactly("d1", "d2", "nowhere");

    ConfigLoader.Loaded embedded =
        ConfigLoader.defaults()
            .file(folder.resolve("a.conf"))
            .set("systems.own={ kind = embedded, retriever = sparse }")
            .load();
    String told = told(() -> Commands.run(SharedSpark.session(), embedded, "tests"));
    assertThat(told).contains("1 relevant ids of 1 cases", "'nowhere'");
    Map<String, String> own = new HashMap<>();
    store
        .read(Tables.DOCUMENTS)
        .collectAsList()
        .forEach(
            row ->
                own.put(
                    RowValues.<String, String>map(row, "metadata").get("id"), row.getAs("doc_id")));
    assertThat(own.keySet()).containsExactlyInAnyOrder("d1", "d2");
    assertThat(relevant(store, "What costs what?"))
        .containsExactly(own.get("d1"), own.get("d2"), "nowhere");
    assertThat(relevant(store, "By id?")).containsExactly(own.get("d2"), own.get("d1"));
    assertThat(Json.read(grades(store, "What costs what?")))
        .isEqualTo(
            Json.read(
                "[{\"id\":\"%s\",\"grade\":1.0},{\"id\":\"%s\",\"grade\":3.0},{\"id\":\"nowhere\",\"grade\":2.0}]"
                    .formatted(own.get("d1"), own.get("d2"))));
    assertThat(Json.read(grades(store, "By id?")))
        .isEqualTo(Json.read("[{\"id\":\"%s\",\"grade\":4.0}]".formatted(own.get("d1"))));
    assertThat(grades(store, "What is wrong?")).as("for the evaluator to say").isEqualTo("high");
    assertThat(grades(store, "Why?")).isNull();
  }

  private static Row asked(Store store, String question) {
    List<Row> rows =
        store.read(Tables.TEST_CASES).collectAsList().stream()
            .filter(row -> question.equals(row.getAs("question")))
            .toList();
    assertThat(rows).hasSize(1);
    return rows.get(0);
  }

  private static List<String> relevant(Store store, String question) {
    return RowValues.list(asked(store, question), "relevant_doc_ids");
  }

  private static String grades(Store store, String question) {
    return RowValues.<String, String>map(asked(store, question), "attributes")
        .get("relevant_grades");
  }

  private static String told(Runnable action) {
    PrintStream before = System.err;
    ByteArrayOutputStream heard = new ByteArrayOutputStream();
    System.setErr(new PrintStream(heard, true, StandardCharsets.UTF_8));
    try {
      action.run();
    } finally {
      System.setErr(before);
    }
    return heard.toString(StandardCharsets.UTF_8);
  }
}
