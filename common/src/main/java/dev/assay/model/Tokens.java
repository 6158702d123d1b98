package dev.assay.model;

/**
 * A text as a model reads it.
 *
 * @param ids token ids, special tokens included, cut to the model's limit
 * @param total number of tokens of the whole text, special tokens included
 */
@SuppressWarnings("ArrayRecordComponent") // handed from tokenizer to model, never compared
record Tokens(long[] ids, int total) {

  boolean truncated() {
    return total > ids.length;
  }
}
