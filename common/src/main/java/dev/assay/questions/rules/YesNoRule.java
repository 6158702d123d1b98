package dev.assay.questions.rules;

import dev.assay.base.Seeds;
import dev.assay.mentions.Kind;
import dev.assay.mentions.Mention;
import dev.assay.mentions.MentionPool;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * "Must a teller record the answers?" from "A teller must record the answers." A denial gives a
 * question whose answer is No; for some other statements a value is exchanged so that it is No. A
 * bounded value is exchanged only for one that the true bound does not imply.
 */
record YesNoRule(MentionPool pool, long seed) implements Rule {
  private static final int MAX_WORDS = 30;
  private static final Set<String> COMPARED =
      Set.of("above", "over", "below", "under", "than", "every", "between");
  private static final Pattern NONE =
      Pattern.compile("(?:(?:be )?[a-z]+ )?\\bno(?= (?!more|less|later|fewer|longer|earlier))");
  private static final Pattern SCOPE =
      Pattern.compile(
          "(?is).*\\b(?:if|when|unless|who|that|which|whose|until|after|before|where|or|and|except|for)\\b.*");

  @Override
  public List<Stem> apply(Statement statement) {
    Clause clause = statement.clause();
    if (clause.verb().equals("mean") || Words.HAVE.contains(clause.auxiliary())) {
      return List.of();
    }
    if (Phrasing.words(statement.body()) > MAX_WORDS
        || clause.rest().contains("never ") && !clause.rest().startsWith("never ")) {
      return List.of();
    }
    boolean swap =
        !clause.negated()
            && Seeds.uniform(seed, "swap", statement.source().chunkId() + statement.body()) < 0.75;
    Optional<String> swapped = swap ? swapped(clause) : Optional.empty();
    String rest = swapped.orElse(clause.rest());
    Matcher no = NONE.matcher(rest);
    boolean none = !clause.negated() && no.lookingAt();
    if (none) {
      rest = rest.substring(0, no.end() - 2) + "any" + rest.substring(no.end());
    }
    boolean denied = none || clause.negated() || swapped.isPresent();
    String question =
        ask(clause.withRest(rest.startsWith("never ") ? "ever " + rest.substring(6) : rest));
    return List.of(
        new Stem(
            swapped.isPresent() ? "yes_no_swapped" : denied ? "yes_no_denied" : "yes_no",
            statement,
            question,
            clause.subject(),
            Optional.empty(),
            denied ? "No. " : "Yes. "));
  }

  private static String ask(Clause clause) {
    String auxiliary =
        clause.auxiliary().equals("shall") || clause.auxiliary().equals("must")
            ? clause.negated() ? "may" : "must"
            : clause.auxiliary();
    return Phrasing.question(
        Phrasing.front(clause),
        auxiliary,
        Phrasing.subject(clause),
        verbAfterEver(clause),
        Phrasing.back(clause));
  }

  private static String verbAfterEver(Clause clause) {
    boolean ever = !clause.verb().isEmpty() && clause.rest().startsWith("ever ");
    return ever
        ? "ever " + clause.verb() + clause.rest().substring(4)
        : clause.verb() + " " + clause.rest();
  }

  private Optional<String> swapped(Clause clause) {
    String rest = clause.rest();
    for (Mention mention : dev.assay.mentions.Mentions.find(rest)) {
      String before = rest.substring(0, mention.start());
      String tail = rest.substring(mention.end());
      boolean person = mention.kind() == Kind.NAME && pool.isPerson(mention.text());
      if (!(mention.kind().numeric() || person)
          || SCOPE.matcher(before).matches()
          || COMPARED.contains(lastWord(before))
          || before.contains("once ")
          || tail.startsWith(" or ")
          || tail.startsWith(" to ")
          || tail.startsWith(" and ")) {
        continue;
      }
      Optional<String> other =
          pool.alternatives(mention).stream()
              .filter(value -> !rest.contains(value))
              .filter(
                  value -> !mention.kind().numeric() || contradicts(clause, before, mention, value))
              .limit(4)
              .reduce((a, b) -> Seeds.uniform(seed, "swap-to", rest + b) < 0.5 ? b : a);
      if (other.isPresent()) {
        return Optional.of(before + other.get() + tail);
      }
    }
    return Optional.empty();
  }

  private boolean contradicts(Clause clause, String before, Mention mention, String value) {
    boolean upper =
        before.matches(".*\\b(?:up to|at most|no more than|within|not exceed|before|by) $");
    boolean lower = before.matches(".*\\b(?:at least|no less than) $");
    boolean larger = pool.larger(value, mention.text());
    if (clause.permits() || upper && before.matches(".*\\bup to $")) {
      return upper ? larger : !lower;
    }
    return upper ? !larger : !lower || larger;
  }

  private static String lastWord(String text) {
    String stripped = text.strip();
    return Words.bare(stripped.substring(stripped.lastIndexOf(' ') + 1));
  }
}
