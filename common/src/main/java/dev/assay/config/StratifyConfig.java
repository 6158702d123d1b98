package dev.assay.config;

import java.util.Optional;

/** Reduction, clustering and topic labels. See {@code conf/reference.conf}. */
public record StratifyConfig(
    String reduction,
    int dimensions,
    UmapConfig umap,
    int fitSize,
    String clustering,
    int minK,
    int maxK,
    String kBy,
    Optional<Double> eps,
    int minPoints,
    int minClusterSize,
    int replicates,
    int mapSize,
    String refit,
    double maxFarShare,
    int terms,
    int labelTerms,
    int ngrams) {

  /** Of UMAP, for the reduction and the map. */
  public record UmapConfig(int neighbours, double minDistance) {}
}
