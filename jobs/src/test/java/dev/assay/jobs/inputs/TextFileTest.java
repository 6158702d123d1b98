package dev.assay.jobs.inputs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.jobs.engine.StageException;
import dev.assay.spark.SharedSpark;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextFileTest {
  @TempDir Path directory;

  /** What an array holds no more was left out, without a word. */
  @Test
  void aTextThatIsTooLongToBeReadAtOnceIsAnErrorAndNotCut() throws Exception {
    Path plain = directory.resolve("labels.csv");
    Files.writeString(plain, "0123456789");
    Path compressed = directory.resolve("labels.csv.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed))) {
      out.write("0123456789".getBytes(StandardCharsets.UTF_8));
    }
    for (Path path : new Path[] {plain, compressed}) {
      TextFile file =
          TextFile.all(SharedSpark.session(), "labels.sources.0", path.toString()).get(0);
      assertThat(file.text()).isEqualTo("0123456789");
      assertThat(file.text(11)).isEqualTo("0123456789");
      assertThatThrownBy(() -> file.text(10))
          .isInstanceOf(StageException.class)
          .hasMessage(
              "labels.sources.0: '"
                  + path
                  + "' has 10 bytes of text or more, which is more than can be read at once. Share"
                  + " it out among several files of a folder, and name the folder.");
    }
  }
}
