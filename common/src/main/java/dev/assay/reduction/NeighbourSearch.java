package dev.assay.reduction;

import java.io.Serializable;

/** Finds the stored vectors nearest to a vector. Deterministic: no result depends on threads. */
public interface NeighbourSearch extends Serializable {
  /**
   * Up to this many points every distance between them is computed; the graph of {@link
   * GraphSearch} takes over beyond.
   */
  int EXACT = 20_000;

  /**
   * A search over unit vectors, exact for few of them, and among themselves up to {@link #EXACT}.
   */
  static NeighbourSearch over(float[][] units) {
    if (units.length > EXACT) {
      return GraphSearch.over(units);
    }
    return units.length < CoarseSearch.LEAST ? new ExactSearch(units) : new CoarseSearch(units);
  }

  /** The {@code k} stored vectors nearest to each query, or all where there are fewer. */
  Neighbours nearest(float[][] queries, int k);

  /** For each stored vector the {@code k} nearest others. */
  Neighbours others(int k);
}
