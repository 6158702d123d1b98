package dev.assay.tables;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.io.IOUtils;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What is wrong with a table's log that reading the table need not meet: Delta takes the newest
 * state from a checksum file beside the newest entry and reads entries only where there is none.
 *
 * @param entries by version
 * @param checksums by version; they say how many files the table had then
 */
record LogDamage(FileSystem files, SortedMap<Long, Path> entries, SortedMap<Long, Path> checksums) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  LogDamage {
    entries = new TreeMap<>(entries);
    checksums = new TreeMap<>(checksums);
  }

  /** The first damage: a line without the table's name; empty where there is none. */
  Optional<String> first() {
    for (long version : entries.keySet()) {
      Optional<String> damage = entry(version);
      if (damage.isPresent()) {
        return damage;
      }
      boolean gap = version < entries.lastKey() && !entries.containsKey(version + 1);
      boolean end = version == entries.lastKey() && checksums.containsKey(version + 1);
      if (gap || end) {
        return Optional.of("entry %020d.json of its log is not there".formatted(version + 1));
      }
    }
    return Optional.empty();
  }

  private Optional<String> entry(long version) {
    String name = entries.get(version).getName();
    long files = 0;
    boolean rewritten = false;
    for (String line : lines(entries.get(version))) {
      try {
        JsonNode action = MAPPER.readTree(line);
        JsonNode add = action.path("add");
        if (add.isObject()) {
          rewritten |= !add.path("dataChange").asBoolean(true);
          files++;
        } else if (action.path("remove").isObject()) {
          files--;
        }
      } catch (IOException torn) {
        return Optional.of("entry " + name + " of its log is cut off or spoiled");
      }
    }
    OptionalLong before = filesAt(version - 1);
    OptionalLong after = filesAt(version);
    // Who has statistics computed anew adds files that are there already.
    boolean counted = before.isPresent() && after.isPresent() && !rewritten;
    return counted && after.getAsLong() != before.getAsLong() + files
        ? Optional.of(
            "entry %s of its log is cut off: the table had %d files before it and %d after it, and it adds %d more than it removes"
                .formatted(name, before.getAsLong(), after.getAsLong(), files))
        : Optional.empty();
  }

  private OptionalLong filesAt(long version) {
    if (!checksums.containsKey(version)) {
      return OptionalLong.empty();
    }
    try {
      String text = String.join("\n", lines(checksums.get(version)));
      JsonNode files = MAPPER.readTree(text).path("numFiles");
      return files.isIntegralNumber() ? OptionalLong.of(files.asLong()) : OptionalLong.empty();
    } catch (IOException spoiled) {
      return OptionalLong.empty(); // Delta does without it.
    }
  }

  private Iterable<String> lines(Path file) {
    try (var in = files.open(file)) {
      return IOUtils.readLines(in, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException("'" + file + "' cannot be read", e);
    }
  }
}
