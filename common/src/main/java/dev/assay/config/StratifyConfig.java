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
    int mapPoints,
    String refit,
    double maxFarShare,
    int terms,
    int labelTerms,
    int ngrams,
    LabelsConfig labels,
    int minCases) {

  /** Of UMAP, for the reduction and the map. */
  public record UmapConfig(int neighbours, double minDistance) {}

  /**
   * Who names the topics.
   *
   * @param endpoint a name in {@code llm.endpoints}; empty: their terms
   * @param prompt a file in the place of the bundled prompt
   */
  public record LabelsConfig(Optional<String> endpoint, Optional<String> prompt) {}

  /** All that a fit depends on, without what strata are called and when they are wanted. */
  public String fitted() {
    return new StratifyConfig(
            reduction,
            dimensions,
            umap,
            fitSize,
            clustering,
            minK,
            maxK,
            kBy,
            eps,
            minPoints,
            minClusterSize,
            replicates,
            mapSize,
            mapPoints,
            refit,
            maxFarShare,
            terms,
            labelTerms,
            ngrams,
            new LabelsConfig(Optional.empty(), Optional.empty()),
            0)
        .toString();
  }
}
