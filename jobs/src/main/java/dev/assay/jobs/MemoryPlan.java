package dev.assay.jobs;

import dev.assay.config.AssayConfig;
import dev.assay.jobs.engine.Stage;
import dev.assay.model.DiskMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * What rows that are kept in memory take at most, against the memory that there is: told by a dry
 * run, since it is found out late otherwise.
 *
 * @param parts what is kept, as the stages that run keep it
 * @param owner whose memory it is
 * @param heap that memory in bytes; empty where it is not known
 */
record MemoryPlan(List<Part> parts, String owner, OptionalLong heap) {
  /** Spark, the networks and what is at work beside the rows. */
  private static final long BESIDE = 1_400_000_000L;

  /**
   * @param key the setting that bounds it
   * @param rows its value
   * @param bytes of one, as conf/reference.conf says
   */
  record Part(String key, long rows, long bytes) {
    private long all() {
      return rows * bytes;
    }
  }

  static MemoryPlan of(AssayConfig config, List<Stage> stages, String owner, OptionalLong heap) {
    List<String> names = stages.stream().map(Stage::name).toList();
    List<Part> parts = new ArrayList<>();
    if (names.contains("generate")) {
      parts.add(new Part("generate.index-chunks", config.generate().indexChunks(), 3_000));
    }
    if (names.contains("evaluate")) {
      parts.add(new Part("models.remember", config.models().remember(), 2_000));
      parts.add(
          new Part(
              "models.remember-on-disk-mb",
              config.models().rememberOnDiskMb(),
              DiskMemory.heapPerMegabyte()));
      if (config.models().entailment().kind().equals("support")) {
        long tokens = config.models().entailment().remember();
        parts.add(new Part("models.entailment.remember", tokens, 1_500));
      }
    }
    return new MemoryPlan(parts, owner, heap);
  }

  /** One line, or two where the memory may not do; nothing where nothing is kept. */
  @Override
  public String toString() {
    long most = parts.stream().mapToLong(Part::all).sum();
    if (most == 0) {
      return "";
    }
    List<String> each = parts.stream().map(MemoryPlan::told).toList();
    String line = "# Memory for rows, at most: " + gigabytes(most) + ": " + String.join(", ", each);
    if (heap.isEmpty()) {
      return line + "\n";
    }
    long left = Math.max(0, heap.getAsLong() - BESIDE);
    line += String.format(" (%s has %s)%n", owner, gigabytes(heap.getAsLong()));
    return most <= left
        ? line
        : line
            + String.format(
                "  With so many rows it would need %s: give %s more, or lower the largest.%n",
                gigabytes(most + BESIDE), owner);
  }

  private static String told(Part part) {
    return String.format(
        Locale.ROOT, "%s = %,d takes %s", part.key(), part.rows(), gigabytes(part.all()));
  }

  private static String gigabytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f GB", bytes / 1e9);
  }
}
