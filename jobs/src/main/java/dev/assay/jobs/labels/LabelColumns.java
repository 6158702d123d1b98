package dev.assay.jobs.labels;

import dev.assay.config.LabelSource;
import dev.assay.jobs.engine.Compressed;
import dev.assay.jobs.engine.LocalFiles;
import dev.assay.jobs.inputs.RecordedSystems;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Whether files of labels have the columns that {@code label} reads, told without Spark. */
public final class LabelColumns {
  private LabelColumns() {}

  /** What is missing where; nothing of files that are long, elsewhere or of another format. */
  public static List<String> missing(List<LabelSource> sources) {
    List<String> problems = new ArrayList<>();
    for (LabelSource source : sources) {
      Set<String> columns = columns(source);
      if (columns.isEmpty()) {
        continue;
      }
      for (String wanted : wanted(source, columns)) {
        if (!columns.contains(wanted)) {
          problems.add(
              "label.sources '%s': there is no column '%s'. Columns: %s."
                  .formatted(source.path(), wanted, String.join(", ", columns)));
        }
      }
    }
    return problems;
  }

  private static List<String> wanted(LabelSource source, Set<String> columns) {
    boolean byCase = source.idColumn().isEmpty() && columns.contains("case_id");
    List<String> wanted = new ArrayList<>();
    wanted.add(byCase ? "case_id" : source.idColumn().orElse("id"));
    source.systemColumn().ifPresent(wanted::add);
    if (source.dimension().isEmpty()) {
      wanted.add("dimension");
    }
    wanted.add(source.labelColumn().orElse("label"));
    return wanted;
  }

  private static Set<String> columns(LabelSource source) {
    Set<String> columns = new TreeSet<>();
    Optional<java.nio.file.Path> file = LocalFiles.of(source.path());
    boolean records = !source.format().equals(ImportedLabels.LABEL_STUDIO);
    if (file.isEmpty() || !records || !LocalFiles.isSmall(source.path())) {
      return columns;
    }
    if (source.format().equals("auto") && Compressed.ending(source.path()).equals("json")) {
      return columns; // Label Studio's export.
    }
    try {
      for (Map<String, String> record : RecordedSystems.records(file.get(), source.format())) {
        columns.addAll(record.keySet());
      }
      return columns;
    } catch (IOException | RuntimeException e) {
      return Set.of(); // The stage says what is wrong with it.
    }
  }
}
