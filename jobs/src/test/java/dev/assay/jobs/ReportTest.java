package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.AssayConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.Copies;
import dev.assay.jobs.engine.OneStage;
import dev.assay.jobs.engine.Runner;
import dev.assay.jobs.engine.Session;
import dev.assay.report.ReportPage;
import dev.assay.report.SampleStore;
import dev.assay.spark.SharedSpark;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
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

  @Test
  void thePageIsNotedInTheStoreBeforeItIsWritten(@TempDir Path home) {
    SampleStore sample = SampleStore.full(home);
    new OneStage(new Report()).run(session(sample));
    Path page = home.resolve("report.html");
    assertThat(page).isNotEmptyFile();
    assertThat(new Copies(sample.store(), sample.config()).all().copies())
        .singleElement()
        .satisfies(
            copy -> {
              assertThat(copy.command()).isEqualTo("report");
              assertThat(copy.files()).containsExactly("file:" + page);
              assertThat(copy.theirs()).isEmpty();
            });

    // A page that cannot be written stands in the notes all the same.
    Path folder = home.resolve("folder");
    SampleStore other = SampleStore.full(home.resolve("other"), "report.path=" + folder);
    assertThatThrownBy(
            () -> {
              Files.createDirectories(folder);
              new OneStage(new Report()).run(session(other));
            })
        .isInstanceOf(UncheckedIOException.class);
    assertThat(new Copies(other.store(), other.config()).all().copies())
        .singleElement()
        .satisfies(copy -> assertThat(copy.files()).containsExactly("file:" + folder));
  }

  private static Session session(SampleStore sample) {
    ConfigLoader.Loaded loaded = sample.loaded();
    return new Session(
        SharedSpark.session(),
        loaded,
        new Runner(SharedSpark.session(), loaded.config(), loaded.rendered(), loaded.hash()),
        Set.of(),
        Map.of(),
        Map.of(),
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
  }

  private static AssayConfig config(Path page, String... settings) {
    ConfigLoader loader = ConfigLoader.defaults().set("report.path=" + page);
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    return loader.load().config();
  }
}
