package dev.assay.evaluators.similarity;

import dev.assay.base.EditDistance;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** How two texts too short for embeddings are compared; every way gives 1 for equal, else less. */
public enum ShortStringMetric {
  /**
   * 1 − edit distance / length of the longer one, lower case, in code points, blanks included (so "
   * Yes " and "Yes" differ).
   */
  NORMALIZED_EDIT_DISTANCE {
    @Override
    double similarity(String expected, String answer) {
      String a = expected.toLowerCase(Locale.ROOT);
      String b = answer.toLowerCase(Locale.ROOT);
      int longer = Math.max(a.codePointCount(0, a.length()), b.codePointCount(0, b.length()));
      return longer == 0 ? 1 : 1 - (double) EditDistance.between(a, b) / longer;
    }
  },

  /** 1 when equal after trimming, whatever the case, else 0. */
  EXACT_MATCH {
    @Override
    double similarity(String expected, String answer) {
      String a = expected.strip().toLowerCase(Locale.ROOT);
      return a.equals(answer.strip().toLowerCase(Locale.ROOT)) ? 1 : 0;
    }
  },

  /** Distinct lower-case words shared by both, over all distinct words. */
  TOKEN_JACCARD {
    @Override
    double similarity(String expected, String answer) {
      Set<String> shared = words(expected);
      Set<String> all = words(answer);
      int answered = all.size();
      int wanted = shared.size();
      shared.retainAll(all);
      int union = wanted + answered - shared.size();
      return union == 0 ? 1 : (double) shared.size() / union;
    }
  },

  /** By their embeddings, as long texts are. */
  EMBEDDINGS {
    @Override
    double similarity(String expected, String answer) {
      throw new IllegalStateException("short texts are compared as long ones are");
    }
  };

  /** Similarity in [0, 1]. */
  abstract double similarity(String expected, String answer);

  private static Set<String> words(String text) {
    String trimmed = text.strip().toLowerCase(Locale.ROOT);
    return trimmed.isEmpty()
        ? new HashSet<>()
        : new HashSet<>(Arrays.asList(trimmed.split("\\s+")));
  }
}
