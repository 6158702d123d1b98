package dev.assay.questions;

import java.io.Serializable;

/**
 * What questions are made from.
 *
 * @param title the document's title, empty text when it has none: sentences that need it to be
 *     understood then yield no question
 */
public record SourceChunk(String chunkId, String docId, String title, String text)
    implements Serializable {}
