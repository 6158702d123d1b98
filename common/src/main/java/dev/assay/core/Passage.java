package dev.assay.core;

import java.util.OptionalDouble;

/**
 * One retrieved context, in the order of retrieval.
 *
 * @param chunkId the chunk's id, empty text when the system did not name it
 * @param docId the document's id, empty text when the system did not name it
 * @param text the text as the system saw it
 * @param rank true rank in the retrieved list, from 1
 * @param score the system's own retrieval score, if it gave one
 */
public record Passage(String chunkId, String docId, String text, int rank, OptionalDouble score) {

  /** A passage known by its text alone. */
  public static Passage of(String text, int rank) {
    return new Passage("", "", text, rank, OptionalDouble.empty());
  }
}
