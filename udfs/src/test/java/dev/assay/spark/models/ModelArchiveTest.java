package dev.assay.spark.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.ModelException;
import dev.assay.model.onnx.ModelFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelArchiveTest {
  @TempDir Path folder;

  @Test
  void aModelIsReadFromAZipAndFromATarball() throws IOException {
    Path zip =
        zip("nli.zip", "nli/model.onnx", "nli/tokenizer.json", "nli/config.json", "nli/README");
    ModelFiles files = ModelLocation.files(zip.toString());
    assertThat(files.name()).isEqualTo("nli");
    assertThat(files.model()).hasContent("nli/model.onnx");
    assertThat(files.directory().resolve("config.json")).exists();
    assertThat(files.directory().resolve("README")).doesNotExist();
    assertThat(ModelLocation.files(zip.toUri().toString())).isEqualTo(files);

    Path tarball = folder.resolve("lm.tar.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(tarball))) {
      tarred(out, "lm/", '5', "");
      tarred(out, "lm/weights-of-another-kind", '0', "x".repeat(1_500));
      tarred(out, "./lm/model.onnx", '0', "m".repeat(600));
      tarred(out, "lm/tokenizer.json", '0', "{}");
      out.write(new byte[1_024]);
    }
    assertThat(ModelLocation.files(tarball.toString()).model()).hasContent("m".repeat(600));
    assertThat(ModelLocation.files(tarball.toString()).tokenizer()).hasContent("{}");
    assertThat(ModelLocation.files(tarball.toString()).name()).isEqualTo("lm");
    assertThat(ModelLocation.files(tarball.toString()).revision()).hasSize(12);
  }

  @Test
  void anArchiveWritesNowhereElseAndHoldsOneModel() throws IOException {
    Path evil = zip("evil.zip", "../../model.onnx", "/etc/tokenizer.json");
    ModelFiles files = ModelLocation.files(evil.toString());
    assertThat(files.directory().getFileName().toString()).startsWith("evil-");
    assertThat(files.model()).hasContent("../../model.onnx");

    Path two = zip("two.zip", "a/model.onnx", "b/model.onnx", "a/tokenizer.json");
    assertThatThrownBy(() -> ModelLocation.files(two.toString()))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("two files named model.onnx");
    Path empty = zip("empty.zip", "README");
    assertThatThrownBy(() -> ModelLocation.files(empty.toString()))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("no readable model.onnx");
    Path broken = Files.writeString(folder.resolve("broken.tar.gz"), "no archive");
    assertThatThrownBy(() -> ModelLocation.files(broken.toString()))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("broken.tar.gz");
    assertThatThrownBy(() -> ModelLocation.files(folder.resolve("none.zip").toString()))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("none.zip");
  }

  @Test
  void aTarballThatEndsEarlyIsAnError() throws IOException {
    Path tarball = folder.resolve("half.tgz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(tarball))) {
      byte[] header = new byte[512];
      put(header, 0, "model.onnx");
      put(header, 124, "00000001000");
      out.write(header);
      out.write(new byte[100]);
    }
    assertThatThrownBy(() -> ModelLocation.files(tarball.toString()))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("ends inside a file");
  }

  private static void tarred(OutputStream out, String name, char type, String content)
      throws IOException {
    byte[] header = new byte[512];
    put(header, 0, name);
    put(header, 124, "%011o".formatted(content.length()));
    header[156] = (byte) type;
    out.write(header);
    out.write(content.getBytes(StandardCharsets.UTF_8));
    out.write(new byte[(512 - content.length() % 512) % 512]);
  }

  private static void put(byte[] header, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    System.arraycopy(bytes, 0, header, at, bytes.length);
  }

  /** Every entry holds its own name. */
  private Path zip(String name, String... entries) throws IOException {
    Path zip = folder.resolve(name);
    try (OutputStream raw = Files.newOutputStream(zip);
        ZipOutputStream out = new ZipOutputStream(raw)) {
      for (String entry : entries) {
        out.putNextEntry(new ZipEntry(entry));
        out.write(entry.getBytes(StandardCharsets.UTF_8));
        out.closeEntry();
      }
    }
    return zip;
  }
}
