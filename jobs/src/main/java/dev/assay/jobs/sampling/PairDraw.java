package dev.assay.jobs.sampling;

import dev.assay.base.Seeds;
import java.io.Serializable;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * The random part of drawing pairs of chunks: permanent random numbers of a seed, so that who is
 * drawn does not depend on the order in which chunks or neighbours arrive.
 */
record PairDraw(long seed) implements Serializable {
  /** The permanent random number in [0, 1) by which a drawn chunk gets pairs: smallest first. */
  double chunk(String chunkId) {
    return Seeds.uniform(seed, "pair-chunk", chunkId);
  }

  /**
   * Some of a chunk's neighbours on one side, each with the same chance.
   *
   * @param wanted how many; all of them where there are no more
   */
  List<String> partners(String chunkId, Collection<String> neighbours, int wanted) {
    return neighbours.stream()
        .sorted(
            Comparator.<String>comparingDouble(
                    id -> Seeds.uniform(seed, "pair", chunkId + " " + id))
                .thenComparing(id -> id))
        .limit(wanted)
        .toList();
  }
}
