package dev.assay.grammar.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.grammar.DatabaseConfig;
import dev.assay.config.reading.ConfigLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailuresTest {

  @Test
  void thePasswordOfAMountedFileIsMaskedToo(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("password"), "open sesame\n");
    DatabaseConfig config =
        ConfigLoader.defaults()
            .set("grammar.database.url=\"jdbc:postgresql://db/bank\"")
            .set("grammar.database.password-file=\"" + file + "\"")
            .load()
            .config()
            .grammar()
            .database()
            .orElseThrow();
    assertThat(Failures.masked("login as me with open sesame failed", config))
        .isEqualTo("login as me with *** failed");
  }
}
