package dev.assay.evaluators.sets;

import dev.assay.base.Hashes;
import dev.assay.text.RougeScores;
import dev.assay.text.RougeTokens;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Answers by question, and what is left of the questions whose answers are all there: sums in steps
 * of 1e-9, each question with its weight, so that the order of merging changes nothing.
 */
public final class Repeats implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Cells of the comparisons that one question may cost. */
  private static final long MAX_CELLS = 500_000_000L;

  private final TreeMap<String, ArrayList<String>> open = new TreeMap<>();
  private final TreeMap<String, Long> weights = new TreeMap<>();
  long answers;
  long questions;
  long lone;
  long tooLong;
  long pairs;
  private long rougeL;
  private long rouge1;
  private long weight;

  void add(String question, String answer, double weight) {
    weights.merge(question, DesignWeight.grains(weight), DesignWeight::sum);
    open.computeIfAbsent(question, key -> new ArrayList<>()).add(answer);
  }

  void addAll(Repeats other) {
    other.open.forEach(
        (question, said) -> open.computeIfAbsent(question, key -> new ArrayList<>()).addAll(said));
    other.weights.forEach((question, own) -> weights.merge(question, own, DesignWeight::sum));
    answers += other.answers;
    questions += other.questions;
    lone += other.lone;
    tooLong += other.tooLong;
    pairs += other.pairs;
    rougeL += other.rougeL;
    rouge1 += other.rouge1;
    weight = DesignWeight.sum(weight, other.weight);
  }

  /** Scores the open questions and forgets their answers. */
  void close(int maxGroup, RougeTokens tokenizer) {
    open.forEach(
        (question, said) -> {
          // A question counts for what its answers count for on average.
          double own = weights.get(question) / DesignWeight.GRAIN / said.size();
          close(sample(said, maxGroup), tokenizer, said.size(), own);
        });
    open.clear();
    weights.clear();
  }

  double rougeL() {
    return rougeL / (double) weight;
  }

  double rouge1() {
    return rouge1 / (double) weight;
  }

  private void close(List<String> said, RougeTokens tokenizer, int all, double own) {
    List<List<String>> tokens = said.stream().map(tokenizer::of).toList();
    long size = tokens.stream().mapToLong(List::size).sum();
    answers += all;
    if (said.size() > 1 && size * size / 2 > MAX_CELLS) {
      tooLong++;
      return;
    }
    questions++;
    // The others are at most as large.
    weight = DesignWeight.sum(weight, DesignWeight.grains(own));
    if (said.size() == 1) {
      lone++;
      rougeL += DesignWeight.grains(own);
      rouge1 += DesignWeight.grains(own);
      return;
    }
    double l = 0;
    double one = 0;
    int compared = 0;
    for (int i = 0; i < tokens.size(); i++) {
      for (int j = 0; j < i; j++) {
        compared++;
        if (!tokens.get(i).isEmpty() && !tokens.get(j).isEmpty()) {
          l += RougeScores.longestCommonSubsequence(tokens.get(j), tokens.get(i)).f1();
          one += RougeScores.ngrams(tokens.get(j), tokens.get(i), 1).f1();
        }
      }
    }
    pairs += compared;
    rougeL += DesignWeight.grains(l / compared * own);
    rouge1 += DesignWeight.grains(one / compared * own);
  }

  /** At most {@code max} answers: as many of each tenth by length, chosen by hash. */
  static List<String> sample(List<String> said, int max) {
    Comparator<String> byHash = Comparator.comparing(Hashes::sha256);
    List<String> sorted = new ArrayList<>(said);
    sorted.sort(Comparator.comparingInt(String::length).thenComparing(byHash));
    if (sorted.size() <= max) {
      return sorted;
    }
    List<String> kept = new ArrayList<>();
    int buckets = Math.min(10, max);
    for (int bucket = 0; bucket < buckets; bucket++) {
      List<String> tenth =
          new ArrayList<>(
              sorted.subList(
                  bucket * sorted.size() / buckets, (bucket + 1) * sorted.size() / buckets));
      tenth.sort(byHash);
      int wanted = (bucket + 1) * max / buckets - bucket * max / buckets;
      kept.addAll(tenth.subList(0, Math.min(wanted, tenth.size())));
    }
    return kept;
  }
}
