package dev.assay.grammar.matching;

import dev.assay.base.EditDistance;
import dev.assay.grammar.matching.NormalText.Token;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Names and other words of a database in a free-form answer. */
final class TextValues {
  private static final int NEGATION_REACH = 3;
  private static final int SHORT = 3;
  private static final Pattern DENIAL =
      Pattern.compile(
          "(?i)[ \"]{1,2}(?:(?:is|are|was|were|has|have|had|do|does|did|can|could|would)"
              + "(?:n't| not| never| no longer)|cannot|no longer"
              + "|(?:is|are|was|were) (?:wrong|false|incorrect))\\b(?! only)");

  private TextValues() {}

  /** Where the words of {@code value} stand in {@code answer}, denied or not. */
  static List<int[]> find(NormalText answer, String value) {
    NormalText wanted = NormalText.of(value);
    List<int[]> found = spans(answer, wanted);
    if (found.isEmpty()) {
      NormalText bare = bare(wanted);
      if (bare.tokens().size() != wanted.tokens().size() && !bare.tokens().isEmpty()) {
        found = spans(answer, bare).stream().filter(s -> !otherForm(answer, s)).toList();
      }
    }
    int comma = value.indexOf(", ");
    if (found.isEmpty() && comma > 0 && value.indexOf(',', comma + 1) < 0) {
      String turned = value.substring(comma + 2) + " " + value.substring(0, comma);
      found = spans(answer, NormalText.of(turned));
    }
    if (found.isEmpty() && wanted.tokens().size() == 2) {
      Token first = wanted.tokens().get(0);
      String turned = wanted.tokens().get(1).raw() + ", " + first.raw();
      found =
          spans(answer, NormalText.of(turned)).stream()
              .filter(span -> answer.text().substring(span[0], span[1]).indexOf(',') > 0)
              .toList();
    }
    return found;
  }

  /** Whether the words before a span deny it. */
  static boolean denied(NormalText answer, int[] span) {
    List<Token> before = answer.within(answer.clauseStart(span[0]), span[0]);
    for (int i = before.size() - 1; i >= Math.max(0, before.size() - NEGATION_REACH); i--) {
      String between = answer.text().substring(before.get(i).end(), span[0]);
      if (between.indexOf(',') >= 0 || before.get(i).folded().equals("but")) {
        return false;
      }
      if (WordLists.NEGATIONS.contains(before.get(i).folded())) {
        return !(i + 1 < before.size() && before.get(i + 1).folded().equals("only"));
      }
    }
    return false;
  }

  /** Whether what follows a span may deny it: "Acme is not the client", "4 is wrong". */
  static boolean doubted(NormalText answer, int[] span) {
    return DENIAL.matcher(answer.text()).region(span[1], answer.text().length()).lookingAt();
  }

  /** "New York" for York, "Vogel-Meier" for Vogel: whether a capital or hyphen adjoins a span. */
  static boolean partOfName(NormalText answer, int[] span, NormalText question) {
    if (!Character.isUpperCase(answer.text().charAt(span[0]))) {
      return false;
    }
    boolean word = answer.within(span[0], span[1]).size() == 1;
    return answer.tokens().stream()
        .filter(t -> t.end() + 1 == span[0] || t.start() == span[1] + 1)
        .filter(t -> Character.isUpperCase(t.raw().charAt(0)))
        .anyMatch(
            t ->
                switch (answer.text().charAt(t.start() < span[0] ? t.end() : span[1])) {
                  case '-' -> true;
                  case ' ' ->
                      word
                          && !WordLists.FILLER.contains(t.folded())
                          && !WordLists.TITLES.contains(t.folded())
                          && !question.folded().contains(t.folded());
                  default -> false;
                });
  }

  /**
   * Whether an answer that does not have the words of {@code value} might still say it: by other
   * forms of its words, with words left out, or with most of them.
   */
  static boolean near(NormalText answer, String value, Set<String> question) {
    Set<String> wanted = content(NormalText.of(value));
    Set<String> said = content(answer);
    said.removeAll(question);
    said.removeAll(WordLists.FILLER);
    if (wanted.isEmpty() || said.isEmpty()) {
      return false;
    }
    if (wanted.containsAll(said)) {
      return true;
    }
    long alike =
        wanted.stream().filter(word -> said.stream().anyMatch(other -> alike(word, other))).count();
    return 2 * alike > wanted.size();
  }

  /** The words that say something, titles and legal forms aside. */
  private static Set<String> content(NormalText text) {
    Set<String> words = new HashSet<>(text.folded());
    words.removeAll(WordLists.TITLES);
    return words;
  }

  private static boolean alike(String word, String other) {
    int longest = Math.max(word.length(), other.length());
    return word.equals(other)
        || longest > 4
            && Math.abs(word.length() - other.length()) <= 1
            && longest <= 40
            && EditDistance.between(word, other) <= 1;
  }

  /** Without titles and legal forms; a letter at the end is neither: "Series A". */
  private static NormalText bare(NormalText text) {
    return new NormalText(
        text.text(),
        text.tokens().stream()
            .filter(t -> !WordLists.TITLES.contains(t.folded()) || letter(t))
            .toList());
  }

  private static boolean letter(Token token) {
    return token.start() > 0 && token.folded().length() == 1;
  }

  /** "Acme AG" is not "Acme Ltd". */
  private static boolean otherForm(NormalText answer, int[] span) {
    return answer.tokens().stream()
        .filter(t -> t.start() >= span[1])
        .findFirst()
        .filter(t -> answer.text().substring(span[1], t.start()).matches(",? "))
        .filter(t -> Character.isUpperCase(t.raw().charAt(0)))
        .filter(t -> WordLists.TITLES.contains(t.folded()))
        .isPresent();
  }

  private static List<int[]> spans(NormalText answer, NormalText wanted) {
    List<Token> words = wanted.tokens();
    List<Token> in = answer.tokens();
    List<int[]> found = new ArrayList<>();
    for (int at = 0; !words.isEmpty() && at + words.size() <= in.size(); at++) {
      boolean same = true;
      for (int k = 0; same && k < words.size(); k++) {
        same = in.get(at + k).folded().equals(words.get(k).folded());
      }
      if (same && !(words.size() == 1 && otherShortWord(words.get(0), in.get(at), in.size()))) {
        found.add(new int[] {in.get(at).start(), in.get(at + words.size() - 1).end()});
      }
    }
    return found;
  }

  /** "IT" is not "it": a value of a few letters is told by its capitals too. */
  private static boolean otherShortWord(Token wanted, Token given, int words) {
    return words > 1 && wanted.raw().length() <= SHORT && !wanted.raw().equals(given.raw());
  }
}
