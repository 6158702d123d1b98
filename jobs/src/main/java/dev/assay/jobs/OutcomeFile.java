package dev.assay.jobs;

import dev.assay.base.OneLine;
import dev.assay.config.AssayConfig;
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

  /**
   * Beside the store: {@code STORE.outcome.json}; of tables of a catalog in {@code llm.journal}.
   */
  static OutcomeFile of(AssayConfig config, Optional<String> given) {
    if (given.isPresent()) {
      return new OutcomeFile(given);
    }
    Path store = new Path(config.store().path());
    if (store.getParent() == null && config.store().catalog().isEmpty()) {
      return new OutcomeFile(Optional.empty()); // The root of a bucket has nothing beside it.
    }
    String name = store.toString();
    if (!config.store().catalog().isEmpty()) {
      String journal = config.llm().journal();
      if (journal.isEmpty()) {
        return new OutcomeFile(Optional.empty());
      }
      name = journal + "/" + config.store().catalog() + "." + config.store().schema();
    }
    return new OutcomeFile(Optional.of(name + ".outcome.json"));
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
