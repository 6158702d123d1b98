package dev.assay.spark;

import dev.assay.core.Library;
import dev.assay.retrieval.SparseRetriever;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import org.apache.spark.broadcast.Broadcast;

/** Gives judges in a task something to look things up in. */
@FunctionalInterface
public interface LibrarySource extends Serializable {
  Optional<Library> library();

  /** Nothing to look things up in. */
  static LibrarySource none() {
    return Optional::empty;
  }

  /** A corpus, searched by BM25. */
  static LibrarySource of(Broadcast<IndexedCorpus> corpus) {
    return () ->
        Optional.of(
            (query, k) ->
                new SparseRetriever(corpus.value().bm25()).retrieve(List.of(query), k).get(0));
  }
}
