package dev.assay.jobs.inputs;

import dev.assay.config.LabelSource;
import dev.assay.jobs.engine.Compressed;
import dev.assay.jobs.engine.LocalFiles;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What people judged, as their files of labels say it, told without Spark. */
public final class JudgedDimensions {
  private static final String COLUMN = "dimension";

  private JudgedDimensions() {}

  /**
   * The dimensions; empty where a file is none of text on this machine, is long, or cannot be read.
   */
  public static Optional<Set<String>> names(List<LabelSource> sources) {
    Set<String> names = new TreeSet<>();
    for (LabelSource source : sources) {
      if (source.dimension().isPresent()) {
        names.add(source.dimension().get());
        continue;
      }
      if (!LocalFiles.isSmall(source.path()) || Compressed.is(source.path())) {
        return Optional.empty();
      }
      try {
        for (Map<String, String> record :
            RecordedSystems.records(LocalFiles.of(source.path()).orElseThrow(), source.format())) {
          Optional.ofNullable(record.get(COLUMN)).filter(n -> !n.isBlank()).ifPresent(names::add);
        }
      } catch (IOException | RuntimeException e) {
        return Optional.empty(); // The stage says what is wrong with it.
      }
    }
    return names.isEmpty() ? Optional.empty() : Optional.of(names);
  }
}
