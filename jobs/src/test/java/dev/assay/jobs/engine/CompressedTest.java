package dev.assay.jobs.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class CompressedTest {
  @Test
  void theEndingIsThatOfTheTextWithin() {
    assertThat(Compressed.ending("/a.b/answers.JSONL.gz")).isEqualTo("jsonl");
    assertThat(Compressed.ending("answers.csv.bz2")).isEqualTo("csv");
    assertThat(Compressed.ending("answers.Csv")).isEqualTo("csv");
    // Spark's readers would take these as they are.
    assertThat(Compressed.ending("answers.csv.GZ")).isEqualTo("gz");
    assertThat(Compressed.ending("answers.parquet.gz")).isEqualTo("gz");
    assertThat(Compressed.ending("answers.csv.zip")).isEqualTo("zip");
    assertThat(Compressed.ending(".gz")).isEqualTo("gz");
    assertThat(Compressed.ending("/data.csv/answers")).isEmpty();
    assertThat(Compressed.ending("csv")).isEmpty();
    assertThat(Compressed.ending("csv.gz")).isEqualTo("gz");
    assertThat(Compressed.is("answers.csv")).isFalse();
    assertThat(Compressed.is("answers.gz")).isTrue();
  }

  @Test
  void theStemIsWithoutBothEndings() {
    assertThat(Compressed.stem("answers.v2.jsonl.gz")).isEqualTo("answers.v2");
    assertThat(Compressed.stem("answers.v2.CSV")).isEqualTo("answers.v2");
    assertThat(Compressed.stem("answers.gz")).isEqualTo("answers");
    assertThat(Compressed.stem("answers")).isEqualTo("answers");
  }

  /** Days' logs are put together as they are. */
  @Test
  void filesPutTogetherAreReadToTheEnd() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(gzip("one\n"));
    all.write(gzip("two\n"));
    assertThat(text("a.csv.gz", all.toByteArray())).isEqualTo("one\ntwo\n");
    assertThat(text("a.csv.gz", new byte[0])).isEmpty();
    assertThat(text("a.csv", "one\n".getBytes(StandardCharsets.UTF_8))).isEqualTo("one\n");
  }

  @Test
  void whatIsNotCompressedAsItsNameSaysIsTold() {
    assertThatThrownBy(() -> text("a.csv.gz", "one\n".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("it is not compressed as its name says (.gz)");
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private static String text(String name, byte[] content) throws IOException {
    try (InputStream in = Compressed.read(name, new ByteArrayInputStream(content))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
