package dev.assay.demo;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * Labels of the demonstration systems' answers, known because the faults were planted and the rest
 * are sentences of the corpus. It is no human judgement. What it cannot see:
 *
 * <ul>
 *   <li>{@code correct} of an answer without a fault asks for the supporting sentences themselves,
 *       so an answer that says the same in the words of another document counts as wrong;
 *   <li>an answer that holds the supporting sentence is right even beside sentences that miss the
 *       point, and without "Yes", "No" or an option's letter;
 *   <li>a planted value could happen to be true of something else that the question allows.
 * </ul>
 */
public final class PlantedTruth {
  /** The annotator's name in the table of labels. */
  public static final String ANNOTATOR = "planted";

  private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}$%]+");

  private PlantedTruth() {}

  /**
   * 1 or 0.
   *
   * <p>{@code correct}: 0 when a fault was planted, else whether the answer contains every fact;
   * absent when there is no fault and no fact to look for. {@code grounded}: whether the answer
   * says only what its contexts say: 0 for swapped values, negations and foreign sentences, else 1;
   * so refusals and cut answers are 1, as they add nothing.
   *
   * @param dimension {@code correct} or {@code grounded}
   * @param answer what {@link Faults#plant} gave
   * @param facts the sentences that answer the question
   * @throws IllegalArgumentException for another dimension, or an answer that {@link Faults} has
   *     not seen
   */
  public static OptionalInt label(String dimension, SystemAnswer answer, List<String> facts) {
    String planted = answer.attributes().get("planted");
    if (planted == null) {
      throw new IllegalArgumentException(
          "Planted truth needs the attribute 'planted'; the answer has only "
              + answer.attributes().keySet());
    }
    boolean fault = planted.equals("1");
    return switch (dimension) {
      case "correct" -> fault ? OptionalInt.of(0) : correct(answer.answer(), facts);
      case "grounded" -> OptionalInt.of(fault && ungrounded(answer) ? 0 : 1);
      default ->
          throw new IllegalArgumentException(
              "Unknown dimension '" + dimension + "' of planted truth. Known: correct, grounded");
    };
  }

  private static OptionalInt correct(String answer, List<String> facts) {
    if (facts.isEmpty()) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(facts.stream().allMatch(fact -> contains(answer, fact)) ? 1 : 0);
  }

  private static boolean ungrounded(SystemAnswer answer) {
    return Fault.valueOf(answer.attributes().get("fault").toUpperCase(Locale.ROOT)).ungrounded();
  }

  /**
   * Whether {@code text} has the words of {@code fact} in a row; case and punctuation do not count.
   */
  static boolean contains(String text, String fact) {
    String words = normal(fact);
    return !words.isBlank() && normal(text).contains(words);
  }

  private static String normal(String text) {
    String lower = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    return " " + NO_WORD.matcher(lower).replaceAll(" ").strip() + " ";
  }
}
