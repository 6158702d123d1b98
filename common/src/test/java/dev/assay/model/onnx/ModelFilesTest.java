package dev.assay.model.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelFilesTest {
  @TempDir Path folder;

  private int models;

  /** A model in a directory of its own, since revisions are known by directory. */
  private String revision(String... namesAndContents) throws Exception {
    Path directory = Files.createDirectories(folder.resolve("model" + models++));
    Files.writeString(directory.resolve("model.onnx"), "network");
    Files.writeString(directory.resolve("tokenizer.json"), "tokens");
    for (int i = 0; i < namesAndContents.length; i += 2) {
      Files.writeString(directory.resolve(namesAndContents[i]), namesAndContents[i + 1]);
    }
    return ModelFiles.in(directory, "m").revision();
  }

  @Test
  void theRevisionIsThatOfAllFilesThatDecide() throws Exception {
    String plain = revision();
    byte[] hash = MessageDigest.getInstance("SHA-256").digest("networktokens".getBytes());
    assertThat(plain).isEqualTo(HexFormat.of().formatHex(hash).substring(0, 12));
    assertThat(revision("README.md", "words")).isEqualTo(plain);
    for (String file :
        new String[] {"config.json", "model.onnx_data", "model.onnx.data", "w.bin", "w.data"}) {
      String one = revision(file, "1");
      assertThat(one).as(file).isNotEqualTo(plain);
      assertThat(revision(file, "2")).as(file).isNotEqualTo(one).isNotEqualTo(plain);
      assertThat(revision(file, "1")).as(file).isEqualTo(one);
    }
    assertThat(revision("tokenizer.json", "other")).isNotEqualTo(plain);
  }
}
