package dev.assay.questions.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Splits what follows the subject into what moves in a question and what stays. */
final class Predicates {

  private static final Set<String> ASIDES = Words.of("asides");

  /** A clause inside the subject, whose verb is taken for the main one. */
  private static final Pattern INSERTED =
      Pattern.compile(
          ".+ (?:after|before|until|while|when|if|because|where|once) .*|.+"
              + " (?:they|you|we|he|she)");

  private Predicates() {}

  /** The clause whose verb stands at {@code at}. */
  static Clause at(String lead, List<String> tokens, int at) {
    boolean adverb = at > 1 && Words.adverb(Words.bare(tokens.get(at - 1)));
    String adverbs = adverb ? tokens.get(at - 1) + " " : "";
    String subject = String.join(" ", tokens.subList(0, adverb ? at - 1 : at));
    String word = Words.bare(tokens.get(at));
    boolean auxiliary =
        Words.MODALS.contains(word)
            || Words.BE.contains(word)
            || Words.DO.contains(word)
            || (Words.HAVE.contains(word) && perfect(tokens, at + 1));
    if (!auxiliary) {
      String base =
          Words.HAVE.contains(word)
              ? "have"
              : Words.baseOfThird(word) != null ? Words.baseOfThird(word) : word;
      String moved = word.equals("had") ? "did" : word.equals(base) ? "do" : "does";
      List<String> rest = tokens.subList(at + 1, tokens.size());
      boolean never = adverbs.equals("never ");
      return cut(
          lead,
          subject,
          moved,
          never ? base : adverbs + base,
          adverbs + tokens.get(at),
          never ? after("never", rest) : rest,
          false);
    }
    int next = at + 1;
    boolean negated = word.equals("cannot");
    String finite = tokens.get(at);
    if (next < tokens.size() && tokens.get(next).equals("not")) {
      negated = true;
      finite += " not";
      next++;
    }
    String moved = word.equals("cannot") ? "can" : word;
    List<String> rest = tokens.subList(next, tokens.size());
    return cut(
        lead, subject, moved, "", finite, adverb ? after(adverbs.strip(), rest) : rest, negated);
  }

  private static List<String> after(String first, List<String> rest) {
    List<String> all = new ArrayList<>(rest);
    all.add(0, first);
    return all;
  }

  private static Clause cut(
      String lead,
      String subject,
      String auxiliary,
      String verb,
      String finite,
      List<String> rest,
      boolean negated) {
    int end = rest.size();
    for (int i = 0; i < rest.size() - 1; i++) {
      String word = Words.bare(rest.get(i));
      if (i > 0 && rest.get(i - 1).endsWith(",") && ASIDES.contains(word)) {
        end = i;
        break;
      }
      boolean adverbs =
          i > 0
              && Words.bare(rest.get(i - 1)).endsWith("ly")
              && Words.bare(rest.get(i + 1)).endsWith("ly");
      boolean joins = Words.CONJUNCTIONS.contains(word) && !adverbs;
      if (joins
          && (i > 0
                  && rest.get(i - 1).endsWith(",")
                  && independent(rest.subList(i + 1, rest.size()))
              || agrees(rest, i + 1))) {
        // Cut inside a list, its last item would be missing.
        end = i > 0 && rest.get(i - 1).endsWith(",") && commas(rest, i - 1) ? 0 : i;
        break;
      }
    }
    String text = String.join(" ", rest.subList(0, end));
    if (text.endsWith(",")) {
      text = text.substring(0, text.length() - 1);
    }
    boolean never =
        text.startsWith("never ") || subject.startsWith("No ") || subject.startsWith("no ");
    return new Clause(lead, subject, auxiliary, negated || never, verb, finite, text);
  }

  /** Whether one of the few words before {@code end} ends an item of a list. */
  private static boolean commas(List<String> rest, int end) {
    return rest.subList(Math.max(0, end - 5), end).stream().anyMatch(word -> word.endsWith(","));
  }

  /** Whether a new main clause with a subject of its own starts here. */
  private static boolean independent(List<String> tokens) {
    for (int i = 1; i < Math.min(14, tokens.size()); i++) {
      if (Clauses.verbAt(tokens, i, false) || Words.baseOfThird(tokens.get(i)) != null) {
        return true;
      }
    }
    return Words.opener(Words.bare(tokens.get(0)));
  }

  /** Whether a verb in the third person stands here, which a question would have to change. */
  private static boolean agrees(List<String> rest, int at) {
    String word = Words.bare(rest.get(at));
    if (word.endsWith("ly") && at + 1 < rest.size()) {
      return agrees(rest, at + 1);
    }
    String base = Words.baseOfThird(word);
    boolean object =
        at + 1 < rest.size()
            && (Words.startsObject(rest.get(at + 1)) || Words.bare(rest.get(at + 1)).endsWith("s"));
    return Clauses.auxiliary(word) || (base != null && (!Words.ambiguous(base) || object));
  }

  private static boolean perfect(List<String> tokens, int at) {
    for (int i = at; i < Math.min(at + 3, tokens.size()); i++) {
      String word = Words.bare(tokens.get(i));
      if (Words.participle(word)) {
        return true;
      }
      if (!word.equals("not")
          && !word.endsWith("ly")
          && !word.equals("never")
          && !word.equals("already")) {
        return false;
      }
    }
    return false;
  }

  /** Whether the parts can be put together again as a question. */
  static boolean sound(Clause clause) {
    String last = clause.subject().substring(clause.subject().lastIndexOf(' ') + 1);
    String bare = Words.bare(last);
    String rest = clause.rest();
    return !rest.isBlank()
        && !Words.PREPOSITIONS.contains(bare)
        && !Words.CONJUNCTIONS.contains(bare)
        && !Words.DETERMINERS.contains(bare)
        && !clause.subject().contains(" there")
        && !INSERTED.matcher(clause.subject()).matches()
        && !listed(rest.split(" ", -1))
        && !reduced(clause.subject().split(" ", -1))
        && balanced(clause.subject())
        && balanced(rest);
  }

  /** "the outcome, lists the evidence": a further verb of the subject, which the question lacks. */
  private static boolean listed(String... rest) {
    for (int i = 1; i < rest.length - 1; i++) {
      String base = Words.baseOfThird(rest[i]);
      if (rest[i - 1].endsWith(",") && base != null && Words.startsObject(rest[i + 1])) {
        return true;
      }
    }
    return false;
  }

  /**
   * "The cost the applicant", a relative clause without its pronoun: its verb is not the main one.
   */
  private static boolean reduced(String[] subject) {
    boolean embedded =
        List.of(subject).stream().anyMatch(w -> List.of("who", "that", "which", "to").contains(w));
    for (int i = 1; i < subject.length; i++) {
      String before = Words.bare(subject[i - 1]);
      boolean article = List.of("the", "a", "an", "each", "every").contains(subject[i]);
      if (article
          && !subject[i - 1].endsWith(",")
          && !Words.PREPOSITIONS.contains(before)
          && !Words.CONJUNCTIONS.contains(before)
          && !before.endsWith("ing")
          && !Words.participle(before)
          && !(embedded && (Words.base(before) || Words.baseOfThird(before) != null))
          && !List.of("all", "both", "not", "half").contains(before)) {
        return true;
      }
    }
    return false;
  }

  static boolean balanced(String text) {
    int depth = 0;
    int quotes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      quotes += c == '"' ? 1 : c == '“' ? 1 : c == '”' ? 1 : 0;
      if (depth < 0) {
        return false;
      }
    }
    return depth == 0 && quotes % 2 == 0;
  }
}
