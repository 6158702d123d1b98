package dev.assay.questions.asked;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.base.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The options of a multiple choice: four of them, no two alike, and one right. They are put into
 * seeded order, since models like to put the right one in the same place.
 *
 * @param texts in order, A to D
 * @param right the place of the right one
 */
record Options(List<String> texts, int right) {
  private static final int NUMBER = 4;
  private static final int LONGEST = 300;

  /** The options of {@code item}. */
  static Options of(JsonNode item, String question, long seed) {
    List<String> given = new ArrayList<>();
    item.path("options").forEach(node -> given.add(Candidate.text(node)));
    Rejection.unless(given.size() == NUMBER, "options", given.size() + " options instead of 4");
    HashSet<String> plain = new HashSet<>();
    for (String option : given) {
      Rejection.unless(
          !Wording.plain(option).isEmpty()
              && option.length() <= LONGEST
              && option.indexOf('\n') < 0
              && plain.add(Wording.plain(option)),
          "options",
          "an option is empty, too long, or there twice");
    }
    String letter = Candidate.text(item.path("correct")).toUpperCase(Locale.ROOT);
    int right = letter.length() == 1 ? letter.charAt(0) - 'A' : -1;
    Rejection.unless(
        right >= 0 && right < NUMBER, "options", "no option is named as the right one");
    String answer = given.get(right);
    List<String> shuffled = new ArrayList<>(given);
    shuffled.sort(Comparator.comparingLong(option -> Seeds.of(seed, "option", question + option)));
    return new Options(List.copyOf(shuffled), shuffled.indexOf(answer));
  }

  String answer() {
    return texts.get(right);
  }

  String letter() {
    return letter(right);
  }

  private static String letter(int place) {
    return String.valueOf((char) ('A' + place));
  }

  /** No wrong option stands word for word in what supports the right one. */
  void requireOneRight(List<String> support) {
    String said = " " + Wording.plain(String.join(" ", support)) + " ";
    for (int i = 0; i < texts.size(); i++) {
      boolean there = said.contains(" " + Wording.plain(texts.get(i)) + " ");
      Rejection.unless(
          i == right || !there, "options", "the support says a wrong option too: " + texts.get(i));
    }
  }

  /** The options below the question, one a line. */
  String below(String question) {
    StringBuilder text = new StringBuilder(question);
    for (int i = 0; i < texts.size(); i++) {
      text.append('\n').append(letter(i)).append(". ").append(texts.get(i));
    }
    return text.toString();
  }

  Map<String, String> attributes() {
    Map<String, String> attributes = new TreeMap<>();
    for (int i = 0; i < texts.size(); i++) {
      attributes.put("option_" + letter(i).toLowerCase(Locale.ROOT), texts.get(i));
    }
    attributes.put("correct_option", letter());
    return attributes;
  }
}
