package dev.assay.evaluators.sets;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Questions with their times: a sample of a fixed size, those with the smallest hashes. */
public final class QuestionSample implements Serializable {
  private static final long serialVersionUID = 1L;

  /**
   * One question.
   *
   * @param hash of its case, which decides whether it is in the sample
   * @param group what belongs together
   * @param time when it was asked, in any unit
   */
  public record Question(String hash, String group, double time, float[] vector)
      implements Serializable {}

  private final TreeMap<String, Question> sample = new TreeMap<>();
  private final int size;

  QuestionSample(int size) {
    this.size = size;
  }

  void add(Question question) {
    sample.put(question.hash(), question);
    if (sample.size() > size) {
      sample.pollLastEntry();
    }
  }

  void addAll(QuestionSample other) {
    other.sample.values().forEach(this::add);
  }

  int count() {
    return sample.size();
  }

  boolean full() {
    return sample.size() == size;
  }

  /** The groups by the time of their first question, each with its questions. */
  List<List<Question>> byTime() {
    Comparator<Question> byTime =
        Comparator.comparingDouble(Question::time).thenComparing(Question::hash);
    Map<String, List<Question>> groups = new LinkedHashMap<>();
    sample.values().stream()
        .sorted(byTime)
        .forEach(q -> groups.computeIfAbsent(q.group(), g -> new ArrayList<>()).add(q));
    return new ArrayList<>(groups.values());
  }
}
