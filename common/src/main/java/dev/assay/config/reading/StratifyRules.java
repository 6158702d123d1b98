package dev.assay.config.reading;

import dev.assay.config.AssayConfig;
import dev.assay.config.EndpointConfig;
import dev.assay.config.StratifyConfig;
import java.util.List;

/** What the block {@code stratify} allows. */
record StratifyRules(Checks checks) {

  void check(AssayConfig config) {
    StratifyConfig stratify = config.stratify();
    name(List.of("pca", "umap"), stratify.reduction(), "reduction");
    name(
        List.of("k-means", "bisecting-k-means", "dbscan", "hdbscan"),
        stratify.clustering(),
        "clustering");
    name(List.of("silhouette", "stability"), stratify.kBy(), "k-by");
    name(List.of("drift", "always"), stratify.refit(), "refit");
    checks.textIfGiven(stratify.labels().prompt(), "stratify.labels.prompt");
    checks.atLeast(1, stratify.dimensions(), "stratify.dimensions");
    checks.atLeast(2, stratify.umap().neighbours(), "stratify.umap.neighbours");
    checks.range(0.0, 2.9, stratify.umap().minDistance(), "stratify.umap.min-distance");
    checks.atLeast(2, stratify.minK(), "stratify.min-k");
    checks.require(
        stratify.minK() <= stratify.maxK(),
        Key.of("stratify.min-k"),
        "from 2 to stratify.max-k (" + stratify.maxK() + ")",
        Key.of("stratify.max-k"));
    checks.require(
        stratify.fitSize() > stratify.maxK(),
        Key.of("stratify.fit-size"),
        "more than stratify.max-k (" + stratify.maxK() + ")",
        Key.of("stratify.max-k"));
    checks.require(
        stratify.eps().isEmpty() || stratify.eps().get() > 0,
        "stratify.eps",
        "a number above 0, or null for the knee");
    checks.atLeast(1, stratify.minPoints(), "stratify.min-points");
    checks.atLeast(2, stratify.minClusterSize(), "stratify.min-cluster-size");
    checks.atLeast(1, stratify.replicates(), "stratify.replicates");
    checks.atLeast(2, stratify.mapSize(), "stratify.map-size");
    checks.atLeast(1, stratify.mapPoints(), "stratify.map-points");
    checks.atLeast(2, stratify.minCases(), "stratify.min-cases");
    checks.range(0.0, 1.0, stratify.maxFarShare(), "stratify.max-far-share");
    topics(stratify);
    labels(config);
  }

  private void labels(AssayConfig config) {
    config
        .stratify()
        .labels()
        .endpoint()
        .ifPresent(
            name -> {
              Key key = Key.of("stratify.labels.endpoint");
              checks.oneOf(config.llm().endpoints().keySet(), name, key, "endpoint");
              EndpointConfig endpoint = config.llm().endpoints().get(name);
              checks.require(
                  endpoint == null || endpoint.chats(),
                  key,
                  "an endpoint of kind openai or another chat");
            });
  }

  private void topics(StratifyConfig stratify) {
    checks.atLeast(1, stratify.terms(), "stratify.terms");
    checks.require(
        stratify.labelTerms() >= 1 && stratify.labelTerms() <= stratify.terms(),
        Key.of("stratify.label-terms"),
        "from 1 to stratify.terms (" + stratify.terms() + ")",
        Key.of("stratify.terms"));
    checks.range(1, 5, stratify.ngrams(), "stratify.ngrams");
  }

  private void name(List<String> allowed, String value, String key) {
    checks.oneOf(allowed, value, Key.of("stratify").child(key), key);
  }
}
