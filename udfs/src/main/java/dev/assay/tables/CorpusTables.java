package dev.assay.tables;

/** The corpus, its strata, and what was drawn from it. */
final class CorpusTables {

  static final Table DOCUMENTS =
      Table.named("documents", "A document of the corpus, exact duplicates once")
          .version(4)
          .key("doc_id", "STRING", "SHA-256 of the text")
          .required("uri", "STRING", "Where it was read")
          .column("title", "STRING", "Title")
          .required("text", "STRING", "Text as extracted, never cut")
          .column("metadata", "MAP<STRING,STRING>", "Further columns and file properties")
          .required("ingested_at", "TIMESTAMP", "When, UTC")
          .build();

  static final Table CHUNKS =
      Table.named("chunks", "A passage of a document, cut at sentence ends")
          .version(4)
          .key("chunk_id", "STRING", "SHA-256 of doc_id, position and text")
          .required("doc_id", "STRING", "The document")
          .required("position", "INT", "Place in the document, from 0")
          .required("start", "INT", "First character in the document's text")
          .required("end", "INT", "Character after the last")
          .required("text", "STRING", "The passage")
          .required("n_tokens", "INT", "Tokens of the embedder's tokenizer")
          .required("n_sentences", "INT", "Sentences")
          .check("ordered", "start >= 0 AND end >= start AND position >= 0")
          .build();

  static final Table EMBEDDINGS =
      Table.named("embeddings", "The vector of a distinct text")
          .version(4)
          .key("text_hash", "STRING", "SHA-256 of the text")
          .key("model", "STRING", "Embedder id")
          .required("vector", "ARRAY<FLOAT>", "Unit-length vector")
          .required("n_tokens", "INT", "Tokens of the whole text")
          .required("truncated", "BOOLEAN", "Whether the text was longer than the model reads")
          .build();

  static final Table STRATA =
      Table.named("strata", "Which stratum a chunk belongs to")
          .version(4)
          .key("chunk_id", "STRING", "The chunk")
          .key("model", "STRING", "Embedder id")
          .required("stratum_id", "INT", "Cluster, -1 for noise")
          .required("x", "DOUBLE", "Map coordinate")
          .required("y", "DOUBLE", "Map coordinate")
          .required("distance", "DOUBLE", "Distance to the centre in the reduced space")
          .required("fingerprint", "STRING", "Input and parameters of the fit")
          .build();

  static final Table TOPICS =
      Table.named("topics", "What a stratum is about")
          .version(4)
          .key("stratum_id", "INT", "Cluster")
          .key("model", "STRING", "Embedder id")
          .required("label", "STRING", "Its strongest terms, or what a model calls it")
          .required(
              "terms",
              "ARRAY<STRUCT<term:STRING,weight:DOUBLE>>",
              "c-TF-IDF terms, strongest first")
          .required("size", "BIGINT", "Chunks")
          .required("exemplar_chunk_ids", "ARRAY<STRING>", "Chunks nearest to the centre")
          .column(
              "coherence",
              "DOUBLE",
              "Mean NPMI of its terms' pairs, from -1 to 1; NULL for noise and fewer than two terms")
          .required("labelled_by", "STRING", "terms, or the endpoint and its model")
          .filled(3, "'terms'")
          .build();

  static final Table STRATUM_FITS =
      Table.named("stratum_fits", "The fit behind the strata of an embedder, and how good it is")
          .version(4)
          .key("model", "STRING", "Embedder id")
          .required("settings", "STRING", "Hash of embedder, parameters, seed and Assay version")
          .required("reduction", "STRING", "pca or umap")
          .required("clustering", "STRING", "k-means, bisecting-k-means, dbscan or hdbscan")
          .required("strata", "INT", "Clusters found, noise left out")
          .required("chunks", "BIGINT", "Chunks at the fit")
          .column(
              "silhouette", "DOUBLE", "Mean silhouette in the reduced space; NULL below 2 strata")
          .column(
              "stability",
              "DOUBLE",
              "Mean adjusted Rand index with clusters of bootstrap resamples; NULL for 1 chunk")
          .required("noise_share", "DOUBLE", "Share of the fit's chunks in no cluster")
          .column("coherence", "DOUBLE", "Mean NPMI of the topics' terms; NULL where none has one")
          .required(
              "reach",
              "DOUBLE",
              "99th percentile of 1 - cosine to the nearest centroid: what is farther is far")
          .required("next_stratum_id", "INT", "The first stratum number that was never used")
          .required("stratum_numbers", "MAP<INT,INT>", "Stratum numbers by the fit's labels")
          .required("fitted_at", "TIMESTAMP", "When, UTC")
          .required("fit", "BINARY", "Serialised, for chunks that join")
          .build();

  static final Table SAMPLES =
      Table.named("samples", "A chunk, or a pair of chunks, drawn into the test sample")
          .version(4)
          .key("sample_id", "STRING", "SHA-256 of design, chunk and partner")
          .required("chunk_id", "STRING", "The chunk")
          .column(
              "partner_chunk_id",
              "STRING",
              "A neighbour drawn with it, for questions on two; NULL: the chunk alone")
          .required("stratum_id", "INT", "The chunk's stratum")
          .required(
              "inclusion_probability",
              "DOUBLE",
              "Chance of being drawn under the design; of a pair, of both in this order")
          .required("design", "STRING", "Design, size, seed, bounds and strata fingerprint")
          .check("probability", "inclusion_probability > 0 AND inclusion_probability <= 1")
          .build();

  private CorpusTables() {}
}
