package dev.assay.questions.rules;

import dev.assay.base.Seeds;
import dev.assay.mentions.Mention;
import dev.assay.mentions.MentionPool;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Four options for a question that one value answers: the value and three others of its kind and
 * unit from the corpus that the source chunk does not name, in seeded order.
 */
record Choices(List<String> options, int right) {
  private static final int WANTED = 3;
  private static final int CLOSEST = 8;

  /** The options, or empty when the corpus has too few values of the kind. */
  static Optional<Choices> of(Stem stem, String question, MentionPool pool, long seed) {
    if (stem.asked().isEmpty()) {
      return Optional.empty();
    }
    Mention asked = stem.asked().get();
    String source = stem.statement().source().text();
    List<String> others =
        new ArrayList<>(
            pool.alternatives(asked).stream()
                .filter(value -> !source.contains(value) && !similar(value, asked.text()))
                .filter(value -> digits(value) == digits(asked.text()))
                .filter(value -> value.contains(".") == asked.text().contains("."))
                .limit(CLOSEST)
                .toList());
    if (others.size() < WANTED) {
      return Optional.empty();
    }
    others.sort(Comparator.comparingLong(value -> Seeds.of(seed, "distractor", question + value)));
    List<String> options = new ArrayList<>(others.subList(0, WANTED));
    options.add(asked.text());
    options.sort(Comparator.comparingLong(value -> Seeds.of(seed, "option", question + value)));
    return Optional.of(new Choices(List.copyOf(options), options.indexOf(asked.text())));
  }

  private static boolean similar(String a, String b) {
    return a.equalsIgnoreCase(b) || a.contains(b) || b.contains(a);
  }

  private static boolean digits(String value) {
    return Character.isDigit(value.charAt(0));
  }

  String letter() {
    return letter(right);
  }

  static String letter(int index) {
    return String.valueOf((char) ('A' + index));
  }

  /** The options below the question, one a line. */
  String below(String question) {
    StringBuilder text = new StringBuilder(question);
    for (int i = 0; i < options.size(); i++) {
      text.append('\n').append(letter(i)).append(". ").append(Phrasing.upper(options.get(i)));
    }
    return text.toString();
  }
}
