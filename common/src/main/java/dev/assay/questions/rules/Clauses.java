package dev.assay.questions.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds subject, verb and rest of an English declarative sentence by closed word classes and the
 * verb list. It answers only where it is fairly sure: a sentence without an answer yields no
 * question.
 */
final class Clauses {
  private static final int LONGEST_SUBJECT = 16;
  private static final int LONGEST_LEAD = 26;
  private static final Set<String> LEADS = Words.of("leads");
  private static final Set<String> USED_LEADS = Words.of("used_leads");

  private static final Pattern FRAGMENT =
      Pattern.compile(
          "\\p{Lu}\\p{Ll}+(?:ed|ing)"
              + " (?:of|by|within|in|on|for|at|to|from|with|the|an?|and|or|under)|\\p{Lu}\\p{Ll}+ly"
              + " .*|State that|Examples .*");

  private Clauses() {}

  /** The main clause of {@code sentence}, which has no full stop at its end. */
  static Optional<Clause> parse(String sentence) {
    List<String> tokens = List.of(sentence.split("\\s+"));
    String first = Words.bare(tokens.get(0));
    if (!LEADS.contains(first)) {
      return clause("", tokens);
    }
    if (!USED_LEADS.contains(first)) {
      return Optional.empty();
    }
    for (int i = 1; i < Math.min(LONGEST_LEAD, tokens.size() - 3); i++) {
      if (tokens.get(i).endsWith(",")) {
        String lead = String.join(" ", tokens.subList(0, i + 1));
        Optional<Clause> main =
            clause(lead.substring(0, lead.length() - 1), tokens.subList(i + 1, tokens.size()));
        boolean whole =
            main.filter(c -> !Words.CONJUNCTIONS.contains(first(c.subject()))).isPresent();
        if (whole && i > 1) {
          return main;
        }
      }
    }
    return Optional.empty();
  }

  private static String first(String text) {
    return Words.bare(text.split(" ", 2)[0]);
  }

  private static Optional<Clause> clause(String lead, List<String> tokens) {
    if (tokens.size() >= 3 && FRAGMENT.matcher(tokens.get(0) + " " + tokens.get(1)).matches()) {
      return Optional.empty();
    }
    if (tokens.size() < 3 || Words.opener(Words.bare(tokens.get(0))) && !subjectLike(tokens)) {
      return Optional.empty();
    }
    if (!lead.isEmpty() && LEADS.contains(Words.bare(tokens.get(0)))) {
      return Optional.empty();
    }
    boolean relative = false;
    int commas = 0;
    for (int i = 1; i < Math.min(LONGEST_SUBJECT, tokens.size() - 1); i++) {
      if (tokens.get(i - 1).endsWith(",")) {
        commas++;
      }
      String word = Words.bare(tokens.get(i));
      if (Set.of("who", "that", "which", "whose").contains(word)) {
        if (relative || tokens.get(i - 1).endsWith(",")) {
          return Optional.empty();
        }
        relative = true;
        int verb = next(tokens, i + 1);
        if (verb < 0 || tokens.subList(i, verb).stream().anyMatch(t -> t.endsWith(","))) {
          return Optional.empty();
        }
        i = verb;
        continue;
      }
      if (i > 1 && Words.SUBORDINATORS.contains(word)
          || word.contains(";")
          || tokens.get(i).endsWith(":")) {
        return Optional.empty();
      }
      if (verbAt(tokens, i, relative)) {
        if (commas == 1 || commas > 4 || (commas > 0 && !lead.isEmpty())) {
          return Optional.empty();
        }
        return Optional.of(Predicates.at(lead, tokens, i)).filter(Predicates::sound);
      }
    }
    return Optional.empty();
  }

  private static boolean subjectLike(List<String> tokens) {
    String first = Words.bare(tokens.get(0));
    return Set.of("each", "one", "two", "three", "four", "five", "most", "both", "several", "some")
            .contains(first)
        && !Words.PREPOSITIONS.contains(Words.bare(tokens.get(1)))
        && !Words.MODALS.contains(Words.bare(tokens.get(1)))
        && !Words.BE.contains(Words.bare(tokens.get(1)))
        && !Words.bare(tokens.get(1)).equals("such");
  }

  /** The verb of the relative clause that starts at {@code from}, or -1. */
  private static int next(List<String> tokens, int from) {
    for (int i = from; i < Math.min(from + 5, tokens.size() - 1); i++) {
      String word = Words.bare(tokens.get(i));
      if (auxiliary(word)
          || Words.base(word)
          || Words.baseOfThird(word) != null && !auxiliary(Words.bare(tokens.get(i + 1)))
          || (word.endsWith("ed") && i == from)) {
        boolean helps = auxiliary(word);
        int verb = i;
        while (helps && verb + 1 < tokens.size() - 1 && helped(Words.bare(tokens.get(verb + 1)))) {
          verb++;
        }
        return verb;
      }
    }
    return -1;
  }

  private static boolean helped(String word) {
    return word.equals("not")
        || word.equals("be")
        || word.equals("been")
        || word.endsWith("ly")
        || Words.base(word)
        || Words.participle(word);
  }

  static boolean auxiliary(String word) {
    return Words.MODALS.contains(word)
        || Words.BE.contains(word)
        || Words.HAVE.contains(word)
        || Words.DO.contains(word);
  }

  /** Whether the main verb stands at {@code i}. */
  static boolean verbAt(List<String> tokens, int i, boolean relative) {
    String word = Words.bare(tokens.get(i));
    String raw = tokens.get(i);
    if (!raw.equals(word)) {
      return false;
    }
    if (i > 1 && Words.adverb(Words.bare(tokens.get(i - 1))) && !auxiliary(word)) {
      List<String> plain = new ArrayList<>(tokens);
      plain.remove(i - 1);
      return verbAt(plain, i - 1, relative);
    }
    String before = Words.bare(tokens.get(i - 1));
    if (Words.PREPOSITIONS.contains(before) || Words.CONJUNCTIONS.contains(before)) {
      return false;
    }
    if (auxiliary(word)) {
      String next = i + 1 < tokens.size() ? Words.bare(tokens.get(i + 1)) : "";
      boolean noun =
          Words.MODALS.contains(word)
              && auxiliary(next)
              && !next.equals("have")
              && !next.equals("do");
      return !Words.DETERMINERS.contains(before) && !noun;
    }
    if (Words.DETERMINERS.contains(before)
        || tokens.get(i - 1).endsWith("'s")
        || tokens.get(i - 1).endsWith("s'")) {
      return false;
    }
    String after = i + 1 < tokens.size() ? tokens.get(i + 1) : "";
    if (auxiliary(Words.bare(after))) {
      return false;
    }
    boolean object = Words.startsObject(after);
    boolean plural = pluralHead(tokens, i);
    boolean named = i > 1 && Character.isUpperCase(tokens.get(i - 1).charAt(0));
    String base = Words.baseOfThird(word);
    if (base != null) {
      return (!plural || named) && (!Words.ambiguous(base) || object);
    }
    return Words.base(word) && plural && (!Words.ambiguous(word) || object);
  }

  /** Whether the noun that a subject turns on, before its first preposition, is in the plural. */
  private static boolean pluralHead(List<String> tokens, int end) {
    boolean joined = false;
    int head = end;
    for (int i = 1; i < end; i++) {
      String word = Words.bare(tokens.get(i));
      if (head == end
          && (Words.PREPOSITIONS.contains(word) || Words.SUBORDINATORS.contains(word))) {
        head = i;
      }
      joined |= word.equals("and") && head == end;
    }
    return joined || plural(Words.bare(tokens.get(head - 1)));
  }

  private static boolean plural(String word) {
    return (word.length() > 3 && word.endsWith("s") && !word.endsWith("ss") && !word.endsWith("us"))
        || Words.PLURALS.contains(word);
  }
}
