package dev.assay.clustering;

/** Finds clusters among points. The same points, order and seed make the same clusters. */
@FunctionalInterface
public interface Clusterer {

  /** Clusters of {@code points}, of which there is at least one. */
  Anchors fit(double[][] points, long seed);
}
