package dev.assay.questions.rules;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks for what follows from a condition ("What must the creditor do if ...?", "What happens when
 * ...?"), for the condition itself ("Under what condition ...?") and for a reason ("Why ...?").
 */
final class ConditionRule implements Rule {
  private static final int MAX_WORDS = 26;
  private static final Pattern ONLY = Pattern.compile("\\bonly (if|when|after|once|where) ");
  private static final Set<String> PRONOUNS = Words.of("pronouns");

  @Override
  public List<Stem> apply(Statement statement) {
    Clause clause = statement.clause();
    String condition = Phrasing.inside(clause.lead());
    String[] words = condition.split(" ", 3);
    if (clause.conditional()
        && !words[0].equals("unless")
        && !words[0].equals("where")
        && words.length > 2
        && !PRONOUNS.contains(Words.bare(words[1]))
        && !Words.participle(Words.bare(words[1]))
        && !words[1].equals("used")
        && Phrasing.words(condition) <= MAX_WORDS) {
      return List.of(
          new Stem(
              "condition",
              statement,
              consequence(clause, condition),
              condition,
              Optional.empty(),
              ""));
    }
    return narrowed(statement, clause).map(List::of).orElse(List.of());
  }

  private static String consequence(Clause clause, String condition) {
    boolean acts =
        Set.of("must", "shall", "may", "can", "should").contains(clause.auxiliary())
            && !clause.negated()
            && !clause.rest().startsWith("be ")
            && !PRONOUNS.contains(Words.bare(clause.subject()));
    if (!acts) {
      return Phrasing.question("What happens", condition);
    }
    String auxiliary = clause.auxiliary().equals("shall") ? "must" : clause.auxiliary();
    return Phrasing.question("What", auxiliary, clause.subject(), "do", condition);
  }

  private static Optional<Stem> narrowed(Statement statement, Clause clause) {
    if (clause.negated()) {
      return Optional.empty();
    }
    Matcher only = ONLY.matcher(clause.rest());
    int because = clause.rest().indexOf(" because ");
    boolean limited = only.find() && only.start() > 2;
    if (!limited && because < 3) {
      return Optional.empty();
    }
    String kept = clause.rest().substring(0, limited ? only.start() : because);
    String question =
        Phrasing.question(
            Phrasing.front(clause),
            Phrasing.afterFront(clause, limited ? "Under what condition" : "Why"),
            clause.auxiliary(),
            Phrasing.subject(clause),
            clause.verb(),
            kept,
            Phrasing.back(clause));
    return Optional.of(
        Stem.factual(limited ? "only" : "reason", statement, question, Optional.empty()));
  }
}
