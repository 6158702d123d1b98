package dev.assay.perturb.asking;

import dev.assay.perturb.Meaning;
import dev.assay.perturb.Perturbator;
import dev.assay.perturb.Rewrite;
import dev.assay.perturb.Word;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;

/**
 * Perturbations whose words a language model writes. Whoever makes the twin asks before, and brings
 * the reply with the question; so these stand first in a chain.
 */
public final class Written {
  /** The same question in other words. */
  public static final String PARAPHRASE = "paraphrase";

  /** A false statement before the question. */
  public static final String MISINFORMATION = "written_misinformation";

  private static final int LONG_WORD = 5;

  private Written() {}

  /** All of them. */
  public static List<Perturbator> all() {
    return List.of(
        written(
            PARAPHRASE,
            Meaning.PRESERVED,
            "A language model asks the same in other words.",
            (question, reply) -> reply),
        written(
            MISINFORMATION,
            Meaning.CHANGED,
            "A false statement by a language model stands before the question, as a fact.",
            (question, reply) -> reply + " " + question));
  }

  private static Perturbator written(
      String id, Meaning meaning, String what, BinaryOperator<String> twin) {
    return new Perturbator(
        id,
        meaning,
        false,
        what,
        (asked, intensity, random) ->
            Optional.ofNullable(asked.written().get(id))
                .map(reply -> Rewrite.to(twin.apply(asked.text(), reply)))
                .orElseGet(() -> Rewrite.none("no language model was asked for it")));
  }

  /** A reply as one line, without control and format characters. */
  public static String line(String reply) {
    return reply
        .replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]+", " ")
        .replaceAll(" {2,}", " ")
        .strip();
  }

  /**
   * Why a reply cannot be used, as far as words show it; numbers, names and negations of what has
   * to mean the same are checked with the whole chain.
   *
   * @param reply one {@link #line}
   */
  public static Optional<String> problem(String id, String question, String reply) {
    if (reply.isEmpty()) {
      return Optional.of("the reply is blank");
    }
    boolean asks = asks(reply);
    if (id.equals(MISINFORMATION)) {
      return asks
          ? Optional.of("the reply is a question, no statement")
          : about(question, reply)
              ? Optional.empty()
              : Optional.of("the reply names nothing that the question is about");
    }
    if (asks(question) && !asks) {
      return Optional.of("the reply is no question any more");
    }
    return words(question).equals(words(reply))
        ? Optional.of("the reply has the same words in the same order")
        : Optional.empty();
  }

  private static boolean asks(String text) {
    return text.strip().matches("(?s).*[?？؟]");
  }

  /** Whether a word of five letters or more, or one that is kept, is in both. */
  private static boolean about(String question, String reply) {
    List<String> said = words(reply);
    return Word.of(question).stream()
        .filter(word -> word.kept() || word.text().length() >= LONG_WORD)
        .anyMatch(word -> said.contains(word.text().toLowerCase(Locale.ROOT)));
  }

  private static List<String> words(String text) {
    return Word.of(text).stream()
        .map(word -> word.text().toLowerCase(Locale.ROOT))
        .collect(Collectors.toList());
  }
}
