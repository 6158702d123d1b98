package dev.assay.jobs.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.Commands;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.StageException;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.spark.sql.Encoders;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of recorded answers as spreadsheets and notebooks write them, up to the table. */
class RecordedFilesTest {
  private static final String HEAD = "id,question,contexts,answer,system\n";

  @TempDir private Path directory;
  private ConfigLoader base;
  private Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("answers.csv");
    base =
        ConfigLoader.defaults()
            .set("store.path=" + directory.resolve("store"))
            .set("systems.mine={kind=table, path=\"" + file + "\", id-column=id}");
  }

  @Test
  void aWesternFileWithPythonsListsIsReadAsItWasWritten() throws Exception {
    write(
        HEAD
            + "1,Was kostet es?,\"['Die Gebühr ist 5 €.', \"\"Sie wird's immer.\"\"]\",5 €,a\n"
            + "2,Wann?,\"['Die Gebühr fällt im März an.']\",Im März,a\n");
    assertThat(answer().values()).containsEntry("answers", 2L);
    assertThat(
            store()
                .read(Tables.RESPONSES)
                .orderBy("answer")
                .selectExpr("answer || '|' || array_join(contexts.text, '|')")
                .as(Encoders.STRING())
                .collectAsList())
        .containsExactly(
            "5 €|Die Gebühr ist 5 €.|Sie wird's immer.", "Im März|Die Gebühr fällt im März an.");
  }

  /**
   * The first record takes lines 2 and 3; the second and the fourth are broken. What a task throws
   * would come as the cause of Spark's exception, after Spark's own lines about it.
   */
  @Test
  void aListThatCannotBeReadRefusesTheWholeFileByItsLineAndNoTaskFails() throws Exception {
    write(
        HEAD
            + "1,What?,\"['One.',\n 'Two.']\",One,a\n2,Who?,\"['cut off, 'in the\",She,a\n"
            + "3,,A.,Three,a\n4,Where?,\"['cut off\",Here,a\n");
    assertThatThrownBy(this::answer)
        .isInstanceOf(StageException.class)
        .hasNoCause()
        .hasMessageStartingWith("systems.mine: '%s', line 4: the contexts '['cut".formatted(file))
        .hasMessageContaining("JSON lists")
        .hasMessageEndingWith("Nothing of this file was used.");
    assertThat(store().isEmpty(Tables.RESPONSES)).isTrue();
    assertThat(store().isEmpty(Tables.REJECTED)).isTrue();
  }

  @Test
  void idsThatOccurTwiceAreTold() throws Exception {
    write(
        HEAD
            + "1,What is A?,A is one.,One,a\n1,What is B?,B is two.,Two,a\n"
            + "2,What is C?,C is three.,Three,a\n2,What is C?,C is three.,3,a\n"
            + "3,,D is four.,Four,a\n");
    PrintStream usual = System.err;
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
    Counts counts;
    try {
      counts = answer();
    } finally {
      System.setErr(usual);
    }
    assertThat(counts.values()).containsEntry("answers", 4L).containsEntry("records rejected", 1L);
    assertThat(told.toString(StandardCharsets.UTF_8))
        .contains("systems.mine: 1 ids are of several questions (the first: '1')")
        .contains("systems.mine: 1 ids occur several times with the same question");
    assertThat(store().read(Tables.REJECTED).collectAsList())
        .singleElement()
        .satisfies(row -> assertThat(row.<Long>getAs("line")).isEqualTo(6L));
  }

  /** In another encoding too, and whether its format is given or told by its name. */
  @Test
  void compressedFilesAreReadAsWhatTheyHold() throws Exception {
    for (String format : List.of("auto", "csv")) {
      for (String ending : List.of("gz", "bz2")) {
        String text = format.equals("csv") ? "" : ".csv"; // a format that is given needs no ending
        file = directory.resolve("answers" + text + "." + ending);
        base =
            base.set("store.path=" + directory.resolve(format + ending))
                .set("systems.mine={kind=table, path=\"" + file + "\", format=" + format + "}");
        write(HEAD + "1,\"What is\nA?\",Die Gebühr ist 5 €.,5 €,a\n2,What is B?,B is two.,Two,a\n");
        assertThat(answer().values()).containsEntry("answers", 2L);
        assertThat(
                new Store(SharedSpark.session(), base.load().config().store())
                    .read(Tables.RESPONSES)
                    .select("answer")
                    .as(Encoders.STRING())
                    .collectAsList())
            .containsExactlyInAnyOrder("5 €", "Two");
      }
    }
  }

  @Test
  void aFileThatIsNotCompressedAsItsNameSaysIsToldByItsName() throws Exception {
    file = directory.resolve("answers.jsonl.gz");
    base = base.set("systems.mine={kind=table, path=\"" + file + "\"}");
    Files.writeString(file, "{\"question\": \"What?\", \"answer\": \"This.\"}\n");
    assertThatThrownBy(this::answer)
        .isInstanceOf(StageException.class)
        .hasMessageStartingWith(
            "systems.mine.path: '"
                + file
                + "' cannot be read: it is not compressed as its name says (.gz)");
  }

  private void write(String text) throws Exception {
    byte[] content = text.getBytes(Charset.forName("windows-1252"));
    try (OutputStream out = Files.newOutputStream(file);
        OutputStream written =
            switch (file.toString().replaceFirst(".*\\.", "")) {
              case "gz" -> new GZIPOutputStream(out);
              case "bz2" -> new BZip2CompressorOutputStream(out);
              default -> out;
            }) {
      written.write(content);
    }
  }

  private Counts answer() {
    return Commands.run(SharedSpark.session(), base.load(), "answer");
  }

  private Store store() {
    return new Store(SharedSpark.session(), base.load().config().store());
  }
}
