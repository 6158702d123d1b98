package dev.assay.jobs;

import dev.assay.base.OneLine;
import dev.assay.config.AssayConfig;
import dev.assay.jobs.engine.OutcomePlace;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The file that tells a scheduler what a command came to where it cannot see the command's exit
 * status or output, as with drivers that run inside a cluster.
 *
 * @param place where it is; absent for tables of a catalog without {@code llm.journal}
 */
record OutcomeFile(Optional<String> place) {

  /** At {@code given}, else where {@link OutcomePlace} says. */
  static OutcomeFile of(AssayConfig config, Optional<String> given) {
    return new OutcomeFile(given.or(() -> OutcomePlace.of(config)));
  }

  /**
   * Writes it. That a store can only be read, or a disk is full, changes nothing of what the
   * command came to: it is told and passed over.
   */
  void write(Outcome outcome, Configuration hadoop) {
    if (place.isEmpty()) {
      return;
    }
    try {
      Path file = new Path(place.get());
      FileSystem files = file.getFileSystem(hadoop);
      try (OutputStream out = files.create(file, true)) {
        out.write((outcome.json() + "\n").getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException | RuntimeException e) {
      System.err.printf(
          "The outcome cannot be written to %s: %s%n",
          place.get(), OneLine.of(String.valueOf(e.getMessage())));
    }
  }
}
