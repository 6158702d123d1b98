package dev.assay.jobs.suites;

import dev.assay.config.cases.TestSource;
import dev.assay.jobs.inputs.SpokenTurns;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** How many calls a suite's conversations take beside those for its questions. */
final class OpenTurns {
  private OpenTurns() {}

  /** User's turns before the questions that have no reply; 0 where no line of a file tells. */
  static long of(TestSource source) {
    String name = source.path().toLowerCase(Locale.ROOT);
    if (!name.endsWith(".jsonl") && !name.endsWith(".ndjson")) {
      return 0;
    }
    Path file;
    try {
      file = Path.of(source.path().replaceFirst("^file:(//)?(?=/)", ""));
    } catch (RuntimeException e) {
      return 0; // The stage says what is wrong with it.
    }
    if (!Files.isRegularFile(file)) {
      return 0;
    }
    SpokenTurns turns = SpokenTurns.of(source.cases());
    try (Stream<String> lines = Files.lines(file)) {
      return lines.mapToLong(turns::open).sum();
    } catch (IOException | UncheckedIOException e) {
      return 0; // Nor is it here that a file that cannot be read is told.
    }
  }
}
