package dev.assay.grammar.modular;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Several answers to the same question. A group is robust when every wording is answered rightly;
 * answers to one wording that differ from each other say nothing about wording. So a question
 * counts once, by what most of its judged answers are, and as wrong where that is even.
 */
final class Repeats {
  private Repeats() {}

  /**
   * The answer that stands for each question: of the judged ones that are as most are the first;
   * where none was judged, the first. Sorted by question.
   */
  static List<Reply> one(List<Reply> replies) {
    Map<String, List<Reply>> questions = new TreeMap<>();
    replies.forEach(r -> questions.computeIfAbsent(r.question(), q -> new ArrayList<>()).add(r));
    return questions.values().stream().map(Repeats::standing).toList();
  }

  /** Questions to which some judged answers are correct and others are not. */
  static long differing(List<Reply> replies) {
    Map<String, Integer> seen = new TreeMap<>();
    replies.forEach(
        reply ->
            reply
                .correct()
                .ifPresent(right -> seen.merge(reply.question(), right ? 1 : 2, (a, b) -> a | b)));
    return Collections.frequency(seen.values(), 3);
  }

  private static Reply standing(List<Reply> answers) {
    List<Reply> judged = answers.stream().filter(reply -> reply.correct().isPresent()).toList();
    long right = judged.stream().filter(reply -> reply.correct().get()).count();
    boolean most = 2 * right > judged.size();
    return (judged.isEmpty() ? answers : judged)
        .stream()
            .filter(reply -> judged.isEmpty() || reply.correct().get() == most)
            .min(Comparator.comparingInt(Reply::repeat))
            .orElseThrow();
  }
}
