package dev.assay.config.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IncludesTest {
  @TempDir Path folder;

  @Test
  void areRelativeToTheFileThatIncludes() throws IOException {
    Files.createDirectories(folder.resolve("a/b"));
    Files.writeString(folder.resolve("base.conf"), "run.name = base");
    Files.writeString(folder.resolve("a/seed.conf"), "run.seed = 7");
    Files.writeString(
        folder.resolve("a/b/own.conf"), "include \"../../base\"\ninclude \"../seed.conf\"");
    Files.writeString(folder.resolve("a/top.conf"), "include \"b/own\"");
    var run = ConfigLoader.defaults().file(folder.resolve("a/top.conf")).load().config().run();
    assertThat(run.name()).isEqualTo("base");
    assertThat(run.seed()).isEqualTo(7);
  }

  @Test
  void ofAFileNamedWithoutAFolderAreFoundBesideIt() throws IOException {
    Path here = Files.createTempFile(Path.of(""), "included", ".conf");
    Path top = Files.createTempFile(Path.of(""), "including", ".conf");
    try {
      Files.writeString(here, "run.name = beside");
      Files.writeString(top, "include \"" + here.getFileName() + "\"");
      assertThat(top.getParent()).isNull();
      assertThat(ConfigLoader.defaults().file(top).load().config().run().name())
          .isEqualTo("beside");
    } finally {
      Files.delete(here);
      Files.delete(top);
    }
  }

  @Test
  void aFileThatIsNestedWithoutEndIsAnError() throws IOException {
    Path top = folder.resolve("top.conf");
    Files.writeString(top, "run.name = " + "[".repeat(100_000));
    assertThatThrownBy(() -> ConfigLoader.defaults().file(top).load())
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("nested too deeply");
  }

  @Test
  void thatAreMissingAreErrors() throws IOException {
    Path top = folder.resolve("top.conf");
    for (String include :
        new String[] {"\"none.conf\"", "\"../none\"", "file(\"/none.conf\")", "\"/none.conf\""}) {
      Files.writeString(top, "include " + include + "\nrun.name = x");
      assertThatThrownBy(() -> ConfigLoader.defaults().file(top).load())
          .as(include)
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("none")
          .hasMessageContaining("no such file");
    }
  }
}
