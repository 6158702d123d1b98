package dev.assay.jobs.gate;

import dev.assay.base.Nearest;
import dev.assay.config.AssayConfig;
import dev.assay.config.SystemConfig;
import dev.assay.config.cases.CaseNames;
import dev.assay.config.cases.TestSource;
import dev.assay.jobs.engine.LocalFiles;
import dev.assay.jobs.engine.UsageException;
import dev.assay.jobs.inputs.RecordedSystems;
import dev.assay.jobs.slices.Slices;
import dev.assay.slices.SliceName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Values in slices of the gate that no case can have, told without Spark: where every answer is
 * recorded, and all files of answers and suites are short texts on this machine.
 *
 * @param files what their records hold, column by column, with the columns that say what of a case
 */
record SliceValues(List<Records> files) {
  private static final String QUERY_TYPE = "query_type";

  /** What one file holds. */
  private record Records(List<Map<String, String>> rows, CaseNames names) {}

  /** Those of {@code config}; empty where other cases may come to be, or a file tells nothing. */
  static Optional<SliceValues> of(AssayConfig config) {
    List<Records> files = new ArrayList<>();
    try {
      for (SystemConfig system : config.systems().values()) {
        if (!system.kind().equals("table")
            || !read(files, system.path().orElse(""), system.format(), system.cases())) {
          return Optional.empty();
        }
      }
      for (TestSource suite : config.tests().sources()) {
        if (!read(files, suite.path(), suite.format(), suite.cases())) {
          return Optional.empty();
        }
      }
    } catch (IOException | RuntimeException e) {
      return Optional.empty(); // The stage says what is wrong with it.
    }
    return files.isEmpty() ? Optional.empty() : Optional.of(new SliceValues(files));
  }

  private static boolean read(
      List<Records> files, String path, Optional<String> format, CaseNames names)
      throws IOException {
    if (!LocalFiles.isSmall(path) || names.preset().isPresent()) {
      return false;
    }
    List<Map<String, String>> rows =
        RecordedSystems.records(LocalFiles.of(path).orElseThrow(), format.orElse("auto"));
    files.add(new Records(rows, names));
    return !rows.isEmpty();
  }

  /**
   * @throws UsageException for a slice of which no case can be
   */
  void require(List<String> slices, int bins) {
    for (String slice : slices) {
      SliceName.pairs(slice)
          .ifPresent(pairs -> pairs.forEach((key, value) -> require(slice, key, value, bins)));
    }
  }

  private void require(String slice, String key, String value, int bins) {
    Set<String> known = values(key);
    // Numbers are cut into ranges, and what has a sign of its own is written otherwise.
    boolean plain =
        known.stream().noneMatch(one -> one.contains("="))
            && (known.size() <= bins || known.stream().anyMatch(one -> !isNumber(one)));
    if (!known.isEmpty() && plain && !known.contains(value)) {
      throw new UsageException(
          "gate.slices names '%s', and no case has %s '%s'.%s"
              .formatted(slice, key, value, Nearest.hint(value, known)));
    }
  }

  /** What the files have of {@code key}; nothing where a record may have something else. */
  private Set<String> values(String key) {
    if (Slices.isOwn(key) && !key.equals(QUERY_TYPE)) {
      return Set.of(); // Files write it otherwise than slices, or not at all.
    }
    Set<String> values = new TreeSet<>();
    for (Records file : files) {
      String column =
          key.equals(QUERY_TYPE) ? file.names().queryTypeColumn().orElse(QUERY_TYPE) : key;
      for (Map<String, String> row : file.rows()) {
        String value = row.get(column);
        if (value != null && !value.isBlank()) {
          values.add(value.strip().replaceAll("\\s+", " "));
        } else if (key.equals(QUERY_TYPE)) {
          return Set.of();
        }
      }
    }
    return values;
  }

  private static boolean isNumber(String text) {
    try {
      Double.parseDouble(text);
      return true;
    } catch (NumberFormatException word) {
      return false;
    }
  }
}
