package dev.assay.model;

import dev.assay.base.Hashes;
import dev.assay.text.Sentences;
import dev.assay.text.Words;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A word trigram model of texts, such as those of the corpus: interpolated Kneser–Ney smoothing
 * with one discount for each order, estimated from the counts (Ney et al. 1994; Chen and Goodman
 * 1999). A word that the texts have fewer than twice is one unknown word. It knows which words and
 * turns the texts use, nothing of meaning.
 */
public final class NgramModel implements LanguageModel {
  private static final int ORDER = 3;
  private static final String BEGIN = "<s>";
  private static final String UNKNOWN = "<unk>";
  private static final String GAP = " ";

  private final String id;
  private final Map<String, Integer> vocabulary;
  private final List<Level> levels;

  /**
   * Counts of one order.
   *
   * @param grams count by context and word
   * @param totals sum of the counts by context
   * @param kinds distinct words by context
   * @param discount taken from every count
   */
  private record Level(
      Map<String, Integer> grams,
      Map<String, Integer> totals,
      Map<String, Integer> kinds,
      double discount) {}

  /**
   * Counts {@code texts}.
   *
   * @param id what the model calls itself
   */
  public NgramModel(String id, Collection<String> texts) {
    this.id = id;
    List<List<String>> sentences = new ArrayList<>();
    Map<String, Integer> counts = new TreeMap<>();
    for (String text : texts) {
      for (Sentences.Sentence sentence : Sentences.split(text)) {
        List<String> words = Words.of(sentence.text());
        sentences.add(words);
        words.forEach(word -> counts.merge(word, 1, Integer::sum));
      }
    }
    counts.values().removeIf(count -> count < 2);
    counts.put(UNKNOWN, 1);
    this.vocabulary = Map.copyOf(counts);
    this.levels = levels(sentences);
  }

  /** What a model of {@code texts} under {@code name} calls itself. */
  public static String id(String name, Collection<String> texts) {
    String revision = Hashes.sha256(texts.toArray(String[]::new)).substring(0, 12);
    return "%s@%s/ngram-%d".formatted(name, revision, ORDER);
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public List<List<Double>> logProbabilities(List<String> texts) {
    return texts.stream().map(this::logProbabilities).toList();
  }

  private List<Double> logProbabilities(String text) {
    List<Double> all = new ArrayList<>();
    for (Sentences.Sentence sentence : Sentences.split(text)) {
      List<String> words = framed(Words.of(sentence.text()));
      for (int i = ORDER - 1; i < words.size(); i++) {
        all.add(Math.log(probability(words.subList(i - ORDER + 1, i), words.get(i))));
      }
    }
    return all;
  }

  /** Words that have a probability of their own, the unknown word among them. */
  Collection<String> vocabulary() {
    return vocabulary.keySet();
  }

  /** The probability of {@code word} after {@code context}, of {@link #ORDER} − 1 words at most. */
  double probability(List<String> context, String word) {
    double probability = 1.0 / vocabulary.size();
    for (int order = 1; order <= context.size() + 1; order++) {
      Level level = levels.get(order - 1);
      String before = String.join(GAP, context.subList(context.size() - order + 1, context.size()));
      int total = level.totals().getOrDefault(before, 0);
      if (total > 0) {
        int count = level.grams().getOrDefault(before + GAP + word, 0);
        double left = level.discount() * level.kinds().get(before) / total;
        probability = Math.max(0, count - level.discount()) / total + left * probability;
      }
    }
    return probability;
  }

  private List<String> framed(List<String> words) {
    List<String> all = new ArrayList<>();
    for (int i = 1; i < ORDER; i++) {
      all.add(BEGIN);
    }
    words.forEach(word -> all.add(vocabulary.containsKey(word) ? word : UNKNOWN));
    return all;
  }

  /**
   * The highest order counts occurrences, lower ones in how many different contexts a word ends.
   */
  private List<Level> levels(List<List<String>> sentences) {
    Map<String, Integer> grams = new HashMap<>();
    for (List<String> sentence : sentences) {
      List<String> words = framed(sentence);
      for (int i = ORDER - 1; i < words.size(); i++) {
        grams.merge(String.join(GAP, words.subList(i - ORDER + 1, i + 1)), 1, Integer::sum);
      }
    }
    List<Level> levels = new ArrayList<>();
    for (int order = ORDER; order >= 1; order--) {
      levels.add(0, level(grams));
      Map<String, Integer> lower = new HashMap<>();
      grams
          .keySet()
          .forEach(gram -> lower.merge(gram.substring(gram.indexOf(GAP) + 1), 1, Integer::sum));
      grams = lower;
    }
    return levels;
  }

  private static Level level(Map<String, Integer> grams) {
    Map<String, Integer> counts = new HashMap<>();
    Map<String, Integer> totals = new HashMap<>();
    Map<String, Integer> kinds = new HashMap<>();
    int once = 0;
    int twice = 0;
    for (Map.Entry<String, Integer> gram : grams.entrySet()) {
      int end = gram.getKey().lastIndexOf(GAP);
      String context = end < 0 ? "" : gram.getKey().substring(0, end);
      counts.put(context + GAP + gram.getKey().substring(end + 1), gram.getValue());
      totals.merge(context, gram.getValue(), Integer::sum);
      kinds.merge(context, 1, Integer::sum);
      once += gram.getValue() == 1 ? 1 : 0;
      twice += gram.getValue() == 2 ? 1 : 0;
    }
    double discount = once == 0 ? 0.5 : once / (once + 2.0 * twice);
    return new Level(counts, totals, kinds, Math.min(0.95, discount));
  }
}
