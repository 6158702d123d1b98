package dev.assay.demo;

import dev.assay.core.Passage;
import dev.assay.text.Sentences;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Answers with sentences of the passages, word for word: the best ones by the scorer, in the order
 * in which the passages have them, joined by a space. It says neither "Yes" nor an option's letter.
 *
 * <p>Only full sentences are taken, those that end in {@code . ! ?}; headings, table rows and list
 * stubs only where a question's passages have no full sentence. A sentence that several passages
 * share counts once, where it first stands. Equal scores: the earlier sentence. The mark of a
 * heading, a quotation or a list item is no part of its sentence.
 *
 * @param scorer tells the better sentence
 * @param sentences how many sentences an answer has at most, at least 1
 */
public record ExtractiveAnswerer(SentenceScorer scorer, int sentences) {
  private static final Pattern MARK = Pattern.compile("\\A(?:(?:[-*+•>]|#{1,6})\\s+){1,5}");

  public ExtractiveAnswerer {
    if (sentences < 1) {
      throw new IllegalArgumentException("An answer has at least 1 sentence, not " + sentences);
    }
  }

  /** One answer per question, in order; empty text where its passages hold no sentence. */
  public List<String> answer(List<String> questions, List<List<Passage>> contexts) {
    List<List<String>> candidates = contexts.stream().map(ExtractiveAnswerer::candidates).toList();
    List<List<Double>> scores = scorer.score(questions, candidates);
    List<String> answers = new ArrayList<>();
    for (int i = 0; i < questions.size(); i++) {
      answers.add(best(candidates.get(i), scores.get(i)));
    }
    return answers;
  }

  private String best(List<String> candidates, List<Double> scores) {
    return IntStream.range(0, candidates.size())
        .boxed()
        .sorted(Comparator.<Integer>comparingDouble(i -> -scores.get(i)))
        .limit(sentences)
        .sorted()
        .map(candidates::get)
        .collect(Collectors.joining(" "));
  }

  private static List<String> candidates(List<Passage> passages) {
    Set<String> all = new LinkedHashSet<>();
    for (Passage passage : passages) {
      Sentences.split(passage.text()).stream()
          .map(sentence -> MARK.matcher(sentence.text()).replaceFirst(""))
          .filter(sentence -> !sentence.isEmpty())
          .forEach(all::add);
    }
    List<String> full = all.stream().filter(ExtractiveAnswerer::full).toList();
    return full.isEmpty() ? List.copyOf(all) : full;
  }

  private static boolean full(String sentence) {
    return ".!?".indexOf(sentence.charAt(sentence.length() - 1)) >= 0;
  }
}
