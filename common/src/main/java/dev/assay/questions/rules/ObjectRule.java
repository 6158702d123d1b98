package dev.assay.questions.rules;

import dev.assay.base.Lines;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Asks for what a verb of {@code objects.txt} is followed by ("What does Regulation M apply to?"),
 * for meanings ("What does “Bureau” mean?") and for purposes ("What is the purpose of ...?").
 */
final class ObjectRule implements Rule {
  private static final Map<String, String> OBJECTS = new HashMap<>();
  private static final Set<String> PURPOSES =
      new HashSet<>(Lines.of(ObjectRule.class, "purposes.txt"));
  private static final Pattern TERM =
      Pattern.compile("(?:The term )?([\\p{Lu}“\"]?[\\p{L}-]+(?: [\\p{L}-]+){0,4}[”\"]?)");

  static {
    for (String line : Lines.of(ObjectRule.class, "objects.txt")) {
      String[] parts = line.split("\t", 2);
      OBJECTS.put(parts[0], parts.length > 1 ? parts[1] : "");
    }
  }

  /** Whether the verb states what something is or covers, not what happens. */
  static boolean states(String verb) {
    return OBJECTS.containsKey(verb);
  }

  @Override
  public List<Stem> apply(Statement statement) {
    Clause clause = statement.clause();
    if (clause.negated() || !clause.lead().isEmpty()) {
      return List.of();
    }
    return question(clause)
        .map(
            question ->
                List.of(
                    Stem.factual(
                        clause.verb().equals("mean") ? "meaning" : "object",
                        statement,
                        question,
                        Optional.empty())))
        .orElse(List.of());
  }

  private static Optional<String> question(Clause clause) {
    if (clause.copula()
        && clause.rest().startsWith("to ")
        && PURPOSES.stream()
            .anyMatch(p -> clause.subject().matches("(?i)(?:\\w+ ){0,3}" + p + " of .*"))) {
      return Optional.of(Phrasing.question("What", clause.auxiliary(), Phrasing.subject(clause)));
    }
    String preposition = OBJECTS.get(clause.verb());
    String rest = clause.rest();
    boolean enough = Phrasing.words(rest) >= 3;
    if (clause.verb().equals("mean") && rest.startsWith("that ")) {
      return Optional.empty();
    }
    if (clause.verb().equals("mean")) {
      String subject = clause.subject();
      return enough
                  && !subject.startsWith("The ")
                  && Phrasing.words(subject) <= 6
                  && TERM.matcher(subject).matches()
              || subject.startsWith("The term ")
          ? Optional.of("What does “" + term(subject) + "” mean?")
          : Optional.empty();
    }
    if (preposition == null
        || !enough
        || !(preposition.isEmpty()
            ? Words.startsObject(rest.split(" ", 2)[0]) || plain(rest)
            : rest.startsWith(preposition + " "))) {
      return Optional.empty();
    }
    return Optional.of(
        Phrasing.question(
            "What", clause.auxiliary(), Phrasing.subject(clause), clause.verb(), preposition));
  }

  private static String term(String subject) {
    return subject.replaceFirst("^(?:The term|An?) ", "").replaceAll("[“”\"]", "");
  }

  private static boolean plain(String rest) {
    String first = Words.bare(rest.split(" ", 2)[0]);
    return !Words.PREPOSITIONS.contains(first)
        && !Words.SUBORDINATORS.contains(first)
        && !first.equals("only");
  }
}
