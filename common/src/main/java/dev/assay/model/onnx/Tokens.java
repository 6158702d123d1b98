package dev.assay.model.onnx;

/**
 * A text as a model reads it.
 *
 * @param ids token ids, special tokens included, cut to the model's limit
 * @param total number of tokens of the whole text, special tokens included
 * @param starts where each token of {@code ids} begins in the text, -1 for a special token; empty
 *     when not asked for
 * @param ends where each ends; empty when not asked for
 * @param types the segment of each token, 0 or 1; empty: all 0
 */
@SuppressWarnings("ArrayRecordComponent") // handed from tokenizer to model, never compared
record Tokens(long[] ids, int total, int[] starts, int[] ends, long[] types) {

  /** Without segments. */
  Tokens(long[] ids, int total, int[] starts, int[] ends) {
    this(ids, total, starts, ends, new long[0]);
  }

  boolean truncated() {
    return total > ids.length;
  }
}
