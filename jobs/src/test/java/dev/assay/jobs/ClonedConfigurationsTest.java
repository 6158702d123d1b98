package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The configurations that come with a clone find in it what they name. */
class ClonedConfigurationsTest {
  private static final Path ROOT = Path.of(System.getProperty("assay.root", ".."));

  @Test
  void theExampleNamesWhatIsThere() {
    for (String name : List.of("unlabelled", "labelled")) {
      var config =
          ConfigLoader.defaults()
              .file(ROOT.resolve("conf/example/" + name + ".conf"))
              .load()
              .config();
      assertThat(config.systems().values())
          .allSatisfy(system -> assertThat(ROOT.resolve(system.path().orElseThrow())).exists());
      assertThat(config.label().sources())
          .hasSize(name.equals("labelled") ? 1 : 0)
          .allSatisfy(source -> assertThat(ROOT.resolve(source.path())).exists());
      assertThat(config.store().path()).isEqualTo(".assay/example/" + name);
    }
  }

  @Test
  void nothingIsNamedOutsideOfAClone() throws IOException {
    try (Stream<Path> files = Files.list(ROOT.resolve("conf"))) {
      for (Path file : files.filter(one -> one.toString().endsWith(".conf")).toList()) {
        assertThat(Files.readString(file)).as(file.toString()).doesNotContain("\"../");
      }
    }
  }
}
