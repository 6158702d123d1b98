package dev.assay.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The commits of a Delta table on this machine's disk, read from its log. */
final class Commits {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Commits() {}

  /**
   * One of them; times in milliseconds since the epoch.
   *
   * @param written when the last of its files was
   * @param committed when the commit was
   * @param rows in its files
   */
  record Commit(long written, long committed, long rows) {}

  /** All of {@code table}, in order. */
  static List<Commit> of(Path table) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(table.resolve("_delta_log"))) {
      files =
          all.filter(file -> file.getFileName().toString().matches("\\d{20}\\.json"))
              .sorted()
              .toList();
    }
    List<Commit> commits = new ArrayList<>();
    for (Path file : files) {
      long written = 0;
      long rows = 0;
      for (String line : Files.readAllLines(file)) {
        JsonNode add = JSON.readTree(line).path("add");
        if (!add.isMissingNode()) {
          written = Math.max(written, add.path("modificationTime").asLong());
          rows += JSON.readTree(add.path("stats").asText("{}")).path("numRecords").asLong();
        }
      }
      commits.add(new Commit(written, Files.getLastModifiedTime(file).toMillis(), rows));
    }
    return commits;
  }
}
