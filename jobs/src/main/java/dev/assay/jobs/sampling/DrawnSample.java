package dev.assay.jobs.sampling;

import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.StageException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.sql.Row;

/**
 * The sample of the configured design.
 *
 * @param chunks the drawn chunks by id
 * @param partners chance of each pair by its first and its second chunk
 * @param sizes chunks of each stratum
 */
public record DrawnSample(
    SortedMap<String, Chunk> chunks,
    SortedMap<String, SortedMap<String, Double>> partners,
    SortedMap<Integer, Long> sizes) {

  /**
   * A drawn chunk.
   *
   * @param stratum its stratum
   * @param probability its inclusion probability
   */
  public record Chunk(int stratum, double probability) {}

  public static DrawnSample of(Run run) {
    SampleDesign design = SampleDesign.of(run);
    SortedMap<String, Chunk> chunks = new TreeMap<>();
    for (Row row :
        Sample.stored(run, design.name())
            .select("chunk_id", "stratum_id", "inclusion_probability")
            .collectAsList()) {
      chunks.put(
          row.getAs("chunk_id"),
          new Chunk(row.getAs("stratum_id"), row.getAs("inclusion_probability")));
    }
    if (chunks.isEmpty()) {
      throw new StageException(
          "There is no sample of this design in the store. Run 'assay sample' first.");
    }
    SortedMap<String, SortedMap<String, Double>> partners = new TreeMap<>();
    for (Row row :
        Sample.stored(run, design.pairs())
            .select("chunk_id", "partner_chunk_id", "inclusion_probability")
            .collectAsList()) {
      partners
          .computeIfAbsent(row.getAs("chunk_id"), id -> new TreeMap<>())
          .put(row.getAs("partner_chunk_id"), row.getAs("inclusion_probability"));
    }
    return new DrawnSample(chunks, partners, design.sizes());
  }

  /** The drawn chunks and the second chunks of their pairs. */
  public Set<String> ids() {
    TreeSet<String> ids = new TreeSet<>(chunks.keySet());
    partners.values().forEach(seconds -> ids.addAll(seconds.keySet()));
    return ids;
  }

  /** Chance of the pair of a question's two chunks. */
  public double pair(String first, String second) {
    return partners.get(first).get(second);
  }

  /** Which chunks may be the second one of a question on two, by the first. */
  public HashMap<String, ArrayList<String>> seconds() {
    HashMap<String, ArrayList<String>> seconds = new HashMap<>();
    partners.forEach((first, chances) -> seconds.put(first, new ArrayList<>(chances.keySet())));
    return seconds;
  }
}
