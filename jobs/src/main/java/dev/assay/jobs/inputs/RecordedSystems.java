package dev.assay.jobs.inputs;

import dev.assay.config.SystemConfig;
import dev.assay.jobs.engine.Compressed;
import dev.assay.jobs.engine.LocalFiles;
import java.io.CharArrayReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What systems there are, those in files of recorded answers among them, told without Spark. */
public final class RecordedSystems {
  private RecordedSystems() {}

  /**
   * Their names; empty where a file is none of text on this machine, is long, or cannot be read: a
   * stage says why.
   */
  public static Optional<Set<String>> names(Map<String, SystemConfig> systems) {
    Set<String> names = new TreeSet<>();
    for (Map.Entry<String, SystemConfig> system : systems.entrySet()) {
      if (!system.getValue().kind().equals("table")) {
        names.add(system.getKey());
        continue;
      }
      Optional<Set<String>> written = written(system.getKey(), system.getValue());
      if (written.isEmpty()) {
        return Optional.empty();
      }
      names.addAll(written.get());
    }
    return names.isEmpty() ? Optional.empty() : Optional.of(names);
  }

  private static Optional<Set<String>> written(String name, SystemConfig system) {
    String path = system.path().orElse("");
    if (!LocalFiles.isSmall(path) || system.cases().preset().isPresent()) {
      return Optional.empty();
    }
    try {
      List<Map<String, String>> records =
          records(LocalFiles.of(path).orElseThrow(), system.format().orElse("auto"));
      Set<String> all = new TreeSet<>();
      Set<String> filled = new TreeSet<>();
      for (Map<String, String> record : records) {
        all.addAll(record.keySet());
        record.forEach(
            (column, value) -> {
              if (value != null && !value.isBlank()) {
                filled.add(column);
              }
            });
      }
      Optional<String> column =
          system
              .answers()
              .systemColumn()
              .or(() -> new ColumnNames(all, filled).of(new Preset(Optional.empty()), "system"));
      Set<String> names = new TreeSet<>();
      for (Map<String, String> record : records) {
        names.add(column.flatMap(from -> Fields.value(record, from)).orElse(name));
      }
      return names.isEmpty() ? Optional.empty() : Optional.of(names);
    } catch (IOException | RuntimeException e) {
      return Optional.empty(); // The stage says what is wrong with it.
    }
  }

  /**
   * What the lines of a file of text hold that can be read; none of another format, nor of one that
   * is compressed.
   */
  public static List<Map<String, String>> records(Path file, String format) throws IOException {
    String path = file.toString();
    String kind =
        Compressed.is(path)
            ? "compressed"
            : format.equals("auto") ? Compressed.ending(path) : format;
    byte[] content = Files.readAllBytes(file);
    String written = TextEncoding.of(content).decode(content).toString();
    CharArrayReader text = new CharArrayReader(written.toCharArray());
    Iterator<SourceRecord> records =
        switch (kind) {
          case "csv" -> new CsvRecords(text, Delimiter.of(written, ','));
          case "tsv" -> new CsvRecords(text, Delimiter.of(written, '\t'));
          case "json", "jsonl", "ndjson" -> new JsonRecords(text);
          default -> List.<SourceRecord>of().iterator();
        };
    List<Map<String, String>> found = new ArrayList<>();
    records.forEachRemaining(
        record -> {
          if (record.malformed().isEmpty()) {
            found.add(record.columns());
          }
        });
    return found;
  }
}
