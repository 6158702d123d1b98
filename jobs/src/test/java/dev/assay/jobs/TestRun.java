package dev.assay.jobs;

import dev.assay.config.AssayConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.Run;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import java.nio.file.Path;
import java.time.Instant;

/** Runs of single stages on a store of their own. */
public final class TestRun {
  private TestRun() {}

  /** A run of {@code stage} on the store in {@code directory}. */
  public static Run of(Path directory, String stage, String... settings) {
    ConfigLoader loader = ConfigLoader.defaults().set("store.path=" + directory.resolve("store"));
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    AssayConfig config = loader.load().config();
    return new Run(
        SharedSpark.session(),
        config,
        new Store(SharedSpark.session(), config.store(), config.run().key()),
        stage,
        "test",
        Instant.parse("2026-01-01T00:00:00Z"));
  }

  /** The setting for one source. */
  public static String source(Path path, String... further) {
    String rest = further.length == 0 ? "" : ", " + String.join(", ", further);
    return "corpus.sources=[{path = \"%s\"%s}]".formatted(path, rest);
  }
}
