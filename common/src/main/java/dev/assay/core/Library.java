package dev.assay.core;

import java.util.List;

/** Where a judge can look things up. */
@FunctionalInterface
public interface Library {
  /** The {@code k} passages that {@code query} finds, best first. */
  List<Passage> search(String query, int k);
}
