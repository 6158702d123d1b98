package dev.assay.text;

/** Counts the tokens that a model's own tokenizer makes of a text. Thread-safe. */
@FunctionalInterface
public interface TokenCounter {

  /** Number of tokens of the whole text, special tokens not included. Empty text has none. */
  int count(String text);
}
