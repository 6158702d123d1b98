package dev.assay.text;

import java.util.ArrayList;
import java.util.List;

/** Runs of n tokens. */
final class Ngrams {

  private Ngrams() {}

  /** All runs of {@code n} tokens in order; none when there are fewer tokens. */
  static List<List<String>> of(List<String> tokens, int n) {
    List<List<String>> runs = new ArrayList<>(Math.max(0, tokens.size() - n + 1));
    for (int at = 0; at + n <= tokens.size(); at++) {
      runs.add(tokens.subList(at, at + n));
    }
    return runs;
  }
}
