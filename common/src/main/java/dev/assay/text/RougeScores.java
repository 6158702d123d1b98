package dev.assay.text;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * ROUGE as rouge-score 0.1.2 counts it.
 *
 * <p>Source: Lin 2004, "ROUGE: a package for automatic evaluation of summaries".
 */
public final class RougeScores {

  private RougeScores() {}

  /** ROUGE-N: overlap of the runs of {@code n} tokens. Linear in the tokens. */
  public static Overlap ngrams(List<String> reference, List<String> candidate, int n) {
    List<List<String>> expected = Ngrams.of(reference, n);
    List<List<String>> found = Ngrams.of(candidate, n);
    long hits = Overlap.common(Overlap.counts(expected), Overlap.counts(found));
    return Overlap.of(hits, found.size(), expected.size());
  }

  /** ROUGE-L: overlap by the longest common subsequence. Time is the product of the lengths. */
  public static Overlap longestCommonSubsequence(List<String> reference, List<String> candidate) {
    Map<String, Integer> ids = new HashMap<>();
    int[] left = numbers(reference, ids);
    int[] right = numbers(candidate, ids);
    int[] row = new int[right.length + 1];
    for (int token : left) {
      int diagonal = 0;
      for (int j = 1; j <= right.length; j++) {
        int above = row[j];
        row[j] = token == right[j - 1] ? diagonal + 1 : Math.max(above, row[j - 1]);
        diagonal = above;
      }
    }
    return Overlap.of(row[right.length], right.length, left.length);
  }

  /**
   * ROUGE-Lsum: for every reference sentence the union of its longest common subsequences with the
   * candidate's sentences; a token counts no more often than either text has it. Time is the
   * product of the lengths.
   */
  public static Overlap summary(List<List<String>> reference, List<List<String>> candidate) {
    Map<String, Integer> ids = new HashMap<>();
    List<int[]> expected = reference.stream().map(tokens -> numbers(tokens, ids)).toList();
    List<int[]> found = candidate.stream().map(tokens -> numbers(tokens, ids)).toList();
    int[] left = new int[ids.size()];
    int[] right = new int[ids.size()];
    long expectedTokens = count(expected, left);
    long foundTokens = count(found, right);
    long hits = 0;
    for (int[] sentence : expected) {
      BitSet union = new BitSet(sentence.length);
      found.forEach(other -> markCommon(sentence, other, union));
      for (int at = union.nextSetBit(0); at >= 0; at = union.nextSetBit(at + 1)) {
        int token = sentence[at];
        if (left[token] > 0 && right[token] > 0) {
          hits++;
          left[token]--;
          right[token]--;
        }
      }
    }
    return Overlap.of(hits, foundTokens, expectedTokens);
  }

  /** Marks the positions of one longest common subsequence, the one that rouge-score reads out. */
  private static void markCommon(int[] reference, int[] candidate, BitSet marked) {
    int[][] table = new int[reference.length + 1][candidate.length + 1];
    for (int i = 1; i <= reference.length; i++) {
      for (int j = 1; j <= candidate.length; j++) {
        table[i][j] =
            reference[i - 1] == candidate[j - 1]
                ? table[i - 1][j - 1] + 1
                : Math.max(table[i - 1][j], table[i][j - 1]);
      }
    }
    int i = reference.length;
    int j = candidate.length;
    while (i > 0 && j > 0) {
      if (reference[i - 1] == candidate[j - 1]) {
        marked.set(i - 1);
        i--;
        j--;
      } else if (table[i][j - 1] > table[i - 1][j]) {
        j--;
      } else {
        i--;
      }
    }
  }

  private static long count(List<int[]> sentences, int[] counts) {
    long tokens = 0;
    for (int[] sentence : sentences) {
      tokens += sentence.length;
      for (int token : sentence) {
        counts[token]++;
      }
    }
    return tokens;
  }

  private static int[] numbers(List<String> tokens, Map<String, Integer> ids) {
    return tokens.stream()
        .mapToInt(token -> ids.computeIfAbsent(token, ignored -> ids.size()))
        .toArray();
  }
}
