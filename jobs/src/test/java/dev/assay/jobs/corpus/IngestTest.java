package dev.assay.jobs.corpus;

import static dev.assay.jobs.inputs.TextEncoding.WESTERN;
import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.jobs.Fixtures;
import dev.assay.jobs.TestRun;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.StageException;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IngestTest {
  @TempDir Path dir;
  private Path docs;

  @BeforeEach
  void folder() throws IOException {
    docs = Files.createDirectory(dir.resolve("docs"));
  }

  @Test
  void aMissingPathIsNamedWithItsKey() {
    assertThatThrownBy(() -> ingest(dir.resolve("nowhere")))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("corpus.sources[0].path")
        .hasMessageContaining("nowhere' does not exist");
  }

  @Test
  void anEmptyFolderAndAnEmptyListAreNamed() {
    assertThatThrownBy(() -> ingest(docs)).hasMessageContaining("holds no file");
    assertThatThrownBy(() -> new Ingest().run(TestRun.of(dir, "ingest")))
        .hasMessageContaining("corpus.sources is empty");
  }

  @Test
  void aCorpusOfRejectedFilesOnlyFailsAndKeepsTheReasons() throws IOException {
    write("blank.txt", " \n ");
    Run run = TestRun.of(dir, "ingest", TestRun.source(docs));
    assertThatThrownBy(() -> new Ingest().run(run)).hasMessageContaining("all 1 documents");
    assertThat(rows(run, Tables.REJECTED)).hasSize(1);
  }

  @Test
  void readsAFolderOfAnyFilesAndRejectsWhatItCannotRead() throws IOException {
    write("one.txt", "The first fee is $6. It is due on Monday.");
    write("copy of one.txt", "The first fee is $6. It is due on Monday.");
    write("two.md", "# Cards\n\nEach card costs $2.");
    write("hostile.txt", "Nu\u0000l 😀 is here. שלום עולם. مرحبا.");
    write("sub/page.html", "<html><body><p>A page of words.</p></body></html>");
    Files.write(docs.resolve("terms.pdf"), Fixtures.pdf("Terms", "A PDF sentence.", ""));
    Files.write(docs.resolve("rules.docx"), Fixtures.docx("Rules", "A DOCX sentence."));
    Files.write(docs.resolve("locked.pdf"), Fixtures.pdf("Locked", "Nobody reads it.", "secret"));
    write("rows.jsonl", "{\"id\": 7, \"text\": \"A row of JSON.\"}\n{broken\n");
    write("large.txt", "word ".repeat(20_000));
    write("nothing.txt", "");
    write("nothing.csv", "");
    write("western.csv", "id;text\n1;Die Gebühr beträgt 5 €.\n", WESTERN);
    write("western.jsonl", "{\"id\": 8, \"text\": \"Für jede Überweisung.\"}\n", WESTERN);
    write("usual.csv", "id,text\n2,\"Commas, and; semicolons.\"\n");
    Run run = TestRun.of(dir, "ingest", TestRun.source(docs), "corpus.max-file-bytes=50000");

    Counts counts = new Ingest().run(run);

    assertThat(counts.values())
        .containsEntry("documents", 10L)
        .containsEntry("duplicates", 1L)
        .containsEntry("rejected", 5L);
    assertThat(rows(run, Tables.DOCUMENTS))
        .extracting(row -> name(row.getAs("uri")))
        .containsExactlyInAnyOrder(
            "copy of one.txt",
            "two.md",
            "hostile.txt",
            "page.html",
            "terms.pdf",
            "rules.docx",
            "rows.jsonl#7",
            "western.csv#1",
            "usual.csv#2",
            "western.jsonl#8");
    assertThat(rows(run, Tables.DOCUMENTS))
        .extracting(row -> row.<String>getAs("text"))
        .contains(
            "Nul 😀 is here. שלום עולם. مرحبا.",
            "Die Gebühr beträgt 5 €.",
            "Für jede Überweisung.");
    assertThat(rows(run, Tables.REJECTED))
        .extracting(row -> name(row.getAs("source")) + ": " + row.getAs("reason"))
        .contains("nothing.txt: the file is empty", "nothing.csv: the file is empty")
        .anyMatch(r -> r.startsWith("locked.pdf: ") && r.contains("password"))
        .anyMatch(r -> r.startsWith("rows.jsonl: the row is malformed"))
        .anyMatch(r -> r.startsWith("large.txt: the file has 100000 bytes"));
    assertThat(rows(run, Tables.REJECTED))
        .extracting(row -> row.<String>getAs("row"))
        .contains("{broken");
  }

  /** Told that there are no patterns, Spark reads all files for each that could be one. */
  @Test
  void bracketsInAPathAreNoPatternAndEachFileIsReadOnce() throws IOException {
    docs = Files.createDirectory(dir.resolve("docs [old] {1}"));
    write("one.jsonl", "{\"id\": 1, \"text\": \"The first fee is $1.\"}\n");
    write("two.jsonl", "{\"id\": 2, \"text\": \"The second fee is $2.\"}\n");
    write("three.txt", "The third fee is $3.");
    write("nothing.jsonl", "");
    for (String name : List.of("fourth", "fifth")) {
      write(
          name + ".jsonl",
          "{\"id\": \"%s\", \"text\": \"Die Gebühr (%s) beträgt 5 Euro.\"}\n".formatted(name, name),
          WESTERN);
    }
    write("six.csv", "\n\"id\",text,\"a\nnote\"\n6,\"The sixth\nfee is $6.\",\n");
    write("seven.csv", "Gebühr;id;text\n1;7;\"Die siebte Gebühr ist 7 €.\"\n", WESTERN);
    Run run = TestRun.of(dir, "ingest", TestRun.source(docs));
    assertThat(new Ingest().run(run).values())
        .containsEntry("documents", 7L)
        .containsEntry("duplicates", 0L)
        .containsEntry("rejected", 1L);
    assertThat(rows(run, Tables.DOCUMENTS))
        .extracting(row -> row.<String>getAs("text"))
        .contains("The sixth\nfee is $6.", "Die siebte Gebühr ist 7 €.");
  }

  /** A name that only has the ending of a table in it is that of a document. */
  @Test
  void compressedTablesAreReadAndNoFileOfAFolderIsPassedOver() throws IOException {
    compressed("rows.jsonl.gz", "{\"id\": 1, \"text\": \"Für jede Überweisung.\"}\n", WESTERN);
    compressed("rows.csv.gz", "id;text\n2;\"Die Gebühr\nbeträgt 5 €.\"\n", WESTERN);
    compressed("more.csv.gz", "id,text\n3,\"Commas, and; semicolons.\"\n", StandardCharsets.UTF_8);
    write("export.csv.txt", "What the export says.");
    write("rows.parquet.md", "# Rows\n\nHow rows are written.");
    compressed("notes.csv.GZ", "id,text\n4,Nobody reads this.\n", StandardCharsets.UTF_8);
    Run run = TestRun.of(dir, "ingest", TestRun.source(docs));

    new Ingest().run(run);

    assertThat(rows(run, Tables.DOCUMENTS))
        .extracting(row -> name(row.getAs("uri")))
        .containsExactlyInAnyOrder(
            "rows.jsonl.gz#1",
            "rows.csv.gz#2",
            "more.csv.gz#3",
            "export.csv.txt",
            "rows.parquet.md");
    assertThat(rows(run, Tables.DOCUMENTS))
        .extracting(row -> row.<String>getAs("text"))
        .contains("Für jede Überweisung.", "Commas, and; semicolons.");
    assertThat(rows(run, Tables.REJECTED))
        .extracting(row -> name(row.getAs("source")))
        .containsExactly("notes.csv.GZ");
  }

  private void compressed(String name, String text, Charset charset) throws IOException {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(docs.resolve(name)))) {
      out.write(text.getBytes(charset));
    }
  }

  @Test
  void chunksAreSpansOfTheirDocument() throws IOException {
    write("one.txt", "One sentence has a few words. ".repeat(30));
    Run run =
        TestRun.of(
            dir, "ingest", TestRun.source(docs), "chunk.max-tokens=40", "chunk.overlap-tokens=8");
    new Ingest().run(run);
    List<Row> chunks =
        run.store()
            .read(Tables.CHUNKS)
            .as("c")
            .join(run.store().read(Tables.DOCUMENTS).as("d"), "doc_id")
            .selectExpr(
                "c.text = substring(d.text, start + 1, end - start) AS same",
                "n_tokens",
                "n_sentences")
            .collectAsList();
    assertThat(chunks).hasSizeGreaterThan(4).allMatch(row -> row.getBoolean(0));
    // Seven word pieces and the full stop... a sentence; five of them fit into 40 tokens.
    assertThat(chunks).allMatch(row -> row.getInt(1) == 7 * row.getInt(2) && row.getInt(1) <= 40);
  }

  @Test
  void aSecondRunChangesNothing() throws IOException {
    write("one.txt", "The first fee is $6.");
    write("bad.pdf", "%PDF-1.4 nothing");
    Run run = TestRun.of(dir, "ingest", TestRun.source(docs));
    new Ingest().run(run);
    List<Long> before = versions(run);
    Counts again = new Ingest().run(run);
    assertThat(versions(run)).isEqualTo(before);
    assertThat(again.values()).containsEntry("documents new or changed", 0L);
  }

  @Test
  void whatTheSourcesNoLongerHoldIsDeletedAndOtherLimitsCutAgain() throws IOException {
    write("one.txt", "The first fee is $6. ".repeat(20));
    write("two.txt", "The second fee is $7.");
    Run run = TestRun.of(dir, "ingest", TestRun.source(docs));
    new Ingest().run(run);
    Files.delete(docs.resolve("two.txt"));
    Run other =
        TestRun.of(
            dir, "ingest", TestRun.source(docs), "chunk.max-tokens=20", "chunk.overlap-tokens=0");
    new Ingest().run(other);
    assertThat(rows(other, Tables.DOCUMENTS)).hasSize(1);
    // Seven tokens a sentence: two sentences a chunk, ten chunks, and none of the old one.
    assertThat(rows(other, Tables.CHUNKS))
        .hasSize(10)
        .allMatch(row -> row.<Integer>getAs("n_tokens") == 14);
  }

  @Test
  void aFileThatCannotBeOpenedIsNoFileThatIsGone() throws IOException {
    write("one.txt", "The first fee is $6.");
    write("two.txt", "The second fee is $7.");
    write("three.txt", "The third fee is $8.");
    String source = "corpus.sources=[{path = \"" + ClosedFiles.uri(docs) + "\"}]";
    Run run = TestRun.of(dir, "ingest", source);
    ClosedFiles.CLOSED.clear();
    new Ingest().run(run);
    List<Row> chunks = rows(run, Tables.CHUNKS);
    assertThat(chunks).hasSize(3);
    Files.delete(docs.resolve("three.txt"));
    ClosedFiles.CLOSED.add("two.txt");
    assertThatThrownBy(
            () -> new Ingest().run(TestRun.of(dir, "ingest", source, "corpus.unreadable=fail")))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("1 files are there and cannot be opened")
        .hasMessageContaining("two.txt");
    assertThat(rows(run, Tables.CHUNKS)).hasSize(3);

    assertThat(new Ingest().run(run).values())
        .containsEntry("unreadable", 1L)
        .containsEntry("documents deleted", 1L);
    assertThat(rows(run, Tables.DOCUMENTS))
        .extracting(row -> name(row.getAs("uri")))
        .containsExactlyInAnyOrder("one.txt", "two.txt");
    assertThat(rows(run, Tables.CHUNKS)).hasSize(2);
    assertThat(rows(run, Tables.REJECTED))
        .singleElement()
        .satisfies(row -> assertThat(name(row.getAs("source"))).isEqualTo("two.txt"));
    ClosedFiles.CLOSED.clear();
    assertThat(new Ingest().run(run).values()).containsEntry("documents new or changed", 0L);
    assertThat(rows(run, Tables.REJECTED)).isEmpty();
  }

  @Test
  void aMissingColumnIsNamedWithThoseThereAre() throws IOException {
    write("rows.csv", "body,title\n\"First, text\",A\n");
    assertThatThrownBy(() -> ingest(docs))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("no column 'text'")
        .hasMessageContaining("Columns: body, title");
  }

  @Test
  void readsTablesByTheirColumns() throws IOException {
    write("rows.csv", "body,name,area\n\"First, \"\"text\"\"\nof two lines\",A,x\n,B,y\n");
    Run run =
        TestRun.of(
            dir,
            "ingest",
            TestRun.source(
                docs, "text-column = body, title-column = name, metadata-columns = [area]"));
    new Ingest().run(run);
    Row document = rows(run, Tables.DOCUMENTS).get(0);
    assertThat(document.<String>getAs("text")).isEqualTo("First, \"text\"\nof two lines");
    assertThat(document.<String>getAs("title")).isEqualTo("A");
    assertThat(document.getJavaMap(document.fieldIndex("metadata"))).containsEntry("area", "x");
    assertThat(rows(run, Tables.REJECTED)).hasSize(1);
  }

  @Test
  void readsParquetAndDelta() {
    for (String format : List.of("parquet", "delta")) {
      Path table = dir.resolve(format);
      SharedSpark.session()
          .sql("SELECT 3 AS id, 'A stored text.' AS text")
          .write()
          .format(format)
          .save(table.toString());
      Run run = TestRun.of(dir, "ingest", TestRun.source(table));
      new Ingest().run(run);
      assertThat(rows(run, Tables.DOCUMENTS))
          .extracting(row -> row.<String>getAs("uri"))
          .singleElement()
          .asString()
          .endsWith(format + "#3");
    }
  }

  @Test
  void oneDocumentOfATenMegabyteLineIsCutIntoBoundedChunks() throws IOException {
    write("line.txt", "The fee of account 12345 is due. ".repeat(160_000) + "x".repeat(5_000_000));
    Run run = TestRun.of(dir, "ingest", TestRun.source(docs));
    new Ingest().run(run);
    assertThat(rows(run, Tables.DOCUMENTS)).hasSize(1);
    Row largest =
        run.store().read(Tables.CHUNKS).selectExpr("max(n_tokens)", "max(length(text))").head();
    assertThat(largest.getInt(0)).isLessThanOrEqualTo(200);
    assertThat(largest.getInt(1)).isLessThanOrEqualTo(3200);
  }

  private Counts ingest(Path path) {
    return new Ingest().run(TestRun.of(dir, "ingest", TestRun.source(path)));
  }

  private void write(String name, String text) throws IOException {
    write(name, text, StandardCharsets.UTF_8);
  }

  private void write(String name, String text, Charset charset) throws IOException {
    Path file = docs.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text, charset);
  }

  private static String name(String uri) {
    return uri.substring(uri.lastIndexOf('/') + 1);
  }

  private static List<Row> rows(Run run, Table table) {
    return run.store().read(table).orderBy(col(table.keys().get(0))).collectAsList();
  }

  private static List<Long> versions(Run run) {
    return new Ingest().writes().stream().map(run.store()::version).toList();
  }
}
