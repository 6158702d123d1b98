package dev.assay.stats;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/**
 * Between which ranks systems lie, by tests of all pairs: who is surely better than k others of n
 * has rank n − k at most. With p-values adjusted for all pairs (Holm), all limits hold together
 * with the level.
 *
 * <p>Source: Al Mohamad, Goeman and van Zwet, Simultaneous confidence intervals for ranks,
 * Biostatistics 23 (2022), section 2 (pairwise comparisons).
 *
 * @param first the best rank that is not excluded, 1 the best of all
 * @param last the worst one
 */
public record RankLimits(int first, int last) {

  /**
   * A pair.
   *
   * @param better who has the better estimate
   * @param pAdjusted of no difference, over all pairs
   */
  public record Pair(String better, String worse, double pAdjusted) {}

  /** By system. */
  public static Map<String, RankLimits> of(
      Collection<String> systems, Collection<Pair> pairs, double alpha) {
    Map<String, RankLimits> limits = new TreeMap<>();
    for (String system : systems) {
      int above = 0;
      int below = 0;
      for (Pair pair : pairs) {
        if (pair.pAdjusted() <= alpha) {
          above += pair.worse().equals(system) ? 1 : 0;
          below += pair.better().equals(system) ? 1 : 0;
        }
      }
      limits.put(system, new RankLimits(1 + above, systems.size() - below));
    }
    return limits;
  }
}
