package dev.assay.jobs;

import dev.assay.config.AssayConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.Run;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Runs of single stages on a store of their own. */
public final class TestRun {
  private TestRun() {}

  /** A run of {@code stage} on the store in {@code directory}. */
  public static Run of(Path directory, String stage, String... settings) {
    AssayConfig config = loaded(directory, settings).config();
    return new Run(
        SharedSpark.session(),
        config,
        new Store(SharedSpark.session(), config.store(), config.run().key()),
        stage,
        "test",
        Instant.parse("2026-01-01T00:00:00Z"));
  }

  /** A run of {@code evaluate} over so many recorded answers of system s, each its number. */
  public static Run numbered(Path directory, int answers, String... settings) throws Exception {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < answers; i++) {
      lines.add(
          "{\"id\":\"%d\",\"question\":\"Question %d?\",\"contexts\":[],\"answer\":\"%d\",\"system\":\"s\"}"
              .formatted(i, i, i));
    }
    AnsweredStore.of(loaded(directory, settings), lines);
    return of(directory, "evaluate", settings);
  }

  private static ConfigLoader.Loaded loaded(Path directory, String... settings) {
    ConfigLoader loader = ConfigLoader.defaults().set("store.path=" + directory.resolve("store"));
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    return loader.load();
  }

  /** The setting for one source. */
  public static String source(Path path, String... further) {
    String rest = further.length == 0 ? "" : ", " + String.join(", ", further);
    return "corpus.sources=[{path = \"%s\"%s}]".formatted(path, rest);
  }
}
