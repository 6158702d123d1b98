package dev.assay.retrieval;

import java.io.Serializable;

/** A piece of the corpus that a retriever can return. */
public record Chunk(String chunkId, String docId, String text) implements Serializable {}
