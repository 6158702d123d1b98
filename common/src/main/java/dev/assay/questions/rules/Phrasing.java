package dev.assay.questions.rules;

import dev.assay.base.Lines;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Puts parts together as a question. */
final class Phrasing {
  private static final Set<String> KEPT = Set.of("i", "u.s.");
  private static final Set<String> PLAIN =
      Set.copyOf(Lines.of(Phrasing.class, "plain-openers.txt"));
  private static final Pattern PROPER =
      Pattern.compile(
          "\\p{Lu}\\S*\\p{Lu}\\S*|\\p{Lu}\\p{Ll}+(?="
              + " (?:\\p{Lu}\\p{Ll}|\\p{Lu}\\b|\\d))|\\p{Lu}\\p{Ll}*'s(?= \\p{Lu})");

  private Phrasing() {}

  /** The blank-free parts with spaces between, first letter large, a question mark at the end. */
  static String question(String... parts) {
    String text =
        Stream.of(parts)
            .filter(part -> !part.isBlank())
            .map(String::strip)
            .collect(Collectors.joining(" "));
    text = text.replace(" ,", ",");
    while (text.endsWith(",") || text.endsWith(".")) {
      text = text.substring(0, text.length() - 1);
    }
    return upper(text) + "?";
  }

  /** The start of a sentence as it reads inside one: names keep their large letter. */
  static String inside(String text) {
    String first = text.split(" ", 2)[0];
    if (PLAIN.contains(first)) {
      return text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
    }
    if (text.isEmpty()
        || KEPT.contains(first.toLowerCase(Locale.ROOT))
        || PROPER.matcher(text).lookingAt()) {
      return text;
    }
    return text.substring(0, 1).toLowerCase(Locale.ROOT) + text.substring(1);
  }

  static String upper(String text) {
    return text.isEmpty()
        ? text
        : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  /** The subject for the middle of a question; "no fee" is asked for as "any fee". */
  static String subject(Clause clause) {
    String subject = clause.lead().isEmpty() ? inside(clause.subject()) : clause.subject();
    if (subject.startsWith("no ")) {
      return "any " + subject.substring(3);
    }
    return subject;
  }

  /** A lead that opens the question, with its comma: "For transfers abroad, ". */
  static String front(Clause clause) {
    return clause.lead().isEmpty() || clause.conditional() ? "" : clause.lead() + ",";
  }

  /** The question's first word after a lead is small. */
  static String afterFront(Clause clause, String text) {
    return front(clause).isEmpty() ? text : inside(text);
  }

  /** A condition that closes the question. */
  static String back(Clause clause) {
    return clause.conditional() ? inside(clause.lead()) : "";
  }

  static int words(String text) {
    return List.of(text.split(" ", -1)).size();
  }
}
