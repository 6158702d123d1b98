package dev.assay.systems;

import java.io.Serializable;

/** A piece of the corpus that a retriever can return. */
public record Chunk(String chunkId, String docId, String text) implements Serializable {}
