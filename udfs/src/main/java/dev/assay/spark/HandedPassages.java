package dev.assay.spark;

import dev.assay.core.Passage;
import dev.assay.perturb.passages.Handed;
import dev.assay.perturb.passages.Noises;
import dev.assay.retrieval.Chunk;
import dev.assay.tables.RowValues;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.spark.sql.Row;

/**
 * What generators are handed of what was retrieved: for twins whose passages are changed what
 * became of them, for all other cases the same.
 *
 * @param chunks what else there is, of the corpus or of what was recorded, in key order
 * @param seed of the run
 */
record HandedPassages(List<Chunk> chunks, long seed) {
  /** Draws for each passage that is wanted, before fewer are good enough. */
  private static final int TRIES = 20;

  /**
   * @param rows of cases: case_id, parent_case_id, attributes
   * @param retrieved for each
   */
  List<List<Passage>> of(List<Row> rows, List<List<Passage>> retrieved) {
    List<List<Passage>> handed = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      handed.add(
          Noises.of(
              new Handed(retrieved.get(i), this::elsewhere),
              RowValues.map(row, "attributes"),
              seed,
              RowValues.<String>optional(row, "parent_case_id").orElse(row.getAs("case_id"))));
    }
    return handed;
  }

  private List<Passage> elsewhere(int number, List<Passage> but, SplittableRandom random) {
    Set<String> known = new HashSet<>();
    but.forEach(passage -> known.add(named(passage.docId(), passage.text())));
    Set<String> taken = new HashSet<>();
    List<Passage> drawn = new ArrayList<>();
    for (int t = 0; t < TRIES * number && drawn.size() < number && !chunks.isEmpty(); t++) {
      Chunk chunk = chunks.get(random.nextInt(chunks.size()));
      if (!known.contains(named(chunk.docId(), chunk.text()))
          && taken.add(named(chunk.chunkId(), chunk.text()))) {
        drawn.add(
            new Passage(chunk.chunkId(), chunk.docId(), chunk.text(), 1, OptionalDouble.empty()));
      }
    }
    return drawn;
  }

  /** Recorded passages may have no id: then they are what they say. */
  private static String named(String id, String text) {
    return id.isEmpty() ? text : id;
  }
}
