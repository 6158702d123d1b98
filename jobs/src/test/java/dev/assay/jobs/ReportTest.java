package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.AssayConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.report.ReportPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

  @Test
  void onlyAPageOfTheSameStoreAndRunNeedsNotBeWritten(@TempDir Path home) throws IOException {
    Path page = home.resolve("report.html");
    AssayConfig own = config(page, "store.path=a");
    assertThat(new Report().skippable(own)).isFalse();
    Files.writeString(page, "<meta content=\"" + ReportPage.mark(own) + "\">");
    assertThat(new Report().skippable(own)).isTrue();
    assertThat(new Report().skippable(config(page, "store.path=b"))).isFalse();
    assertThat(new Report().skippable(config(page, "store.path=a", "run.name=other"))).isFalse();
  }

  private static AssayConfig config(Path page, String... settings) {
    ConfigLoader loader = ConfigLoader.defaults().set("report.path=" + page);
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    return loader.load().config();
  }
}
