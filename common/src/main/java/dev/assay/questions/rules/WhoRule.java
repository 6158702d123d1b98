package dev.assay.questions.rules;

import dev.assay.mentions.Kind;
import dev.assay.mentions.Mention;
import dev.assay.mentions.MentionPool;
import dev.assay.mentions.Mentions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * "Who signs authority letters?" and "Who is the head of lending?" from "The head of lending, Priya
 * Raman, signs authority letters." A body asks for itself: "Which committee meets every Wednesday?"
 */
record WhoRule(MentionPool pool) implements Rule {
  private static final Pattern ROLE =
      Pattern.compile(
          "(?:^|(?<= ))((?:[Tt]he |[Tt]he bank's )?(?:[Hh]ead of [a-z]+(?: [a-z]+)?|[Cc]hief [a-z]+ officer|[Dd]irector of [a-z]+|internal ombudsman)),? (\\p{Lu}\\p{Ll}+ \\p{Lu}\\p{Ll}+)");
  private static final Pattern BODY =
      Pattern.compile(
          "\\A(?:The )?(?:\\p{Lu}\\p{L}+ ){1,3}?(Committee|Office|Desk|Team|Room|Center|Operations|Department|Division)\\z");

  @Override
  public List<Stem> apply(Statement statement) {
    Clause clause = statement.clause();
    List<Stem> stems = new ArrayList<>();
    Matcher role = ROLE.matcher(statement.body());
    if (role.find() && pool.isPerson(role.group(2))) {
      String title = Phrasing.inside(role.group(1)).replaceFirst("^(?!the )", "the ");
      int at = role.start(2);
      Mention person = new Mention(Kind.NAME, at, at + role.group(2).length(), role.group(2));
      stems.add(
          new Stem(
              "who_is", statement, "Who is " + title + "?", role.group(), Optional.of(person), ""));
    }
    who(statement, clause).ifPresent(stems::add);
    return stems;
  }

  private Optional<Stem> who(Statement statement, Clause clause) {
    String subject = clause.subject();
    if (clause.negated() || subject.contains(" and ")) {
      return Optional.empty();
    }
    List<Mention> names =
        Mentions.find(subject).stream().filter(m -> m.kind() == Kind.NAME).toList();
    Matcher body = BODY.matcher(subject);
    String wh;
    if (names.size() == 1
        && pool.isPerson(names.get(0).text())
        && subject.replaceAll(",\\z", "").endsWith(names.get(0).text())) {
      wh = "Who";
    } else if (body.matches()) {
      wh =
          "Which "
              + (body.group(1).equals("Operations")
                  ? "department"
                  : Phrasing.inside(body.group(1)));
    } else {
      return Optional.empty();
    }
    if (wh.startsWith("Which")
        && clause.finite().matches("are|have|were|do|[a-z]+[^s]")
        && !Words.MODALS.contains(clause.auxiliary())) {
      return Optional.empty();
    }
    String question =
        Phrasing.question(
            Phrasing.front(clause),
            Phrasing.afterFront(clause, wh),
            clause.finite().equals("shall") ? "must" : clause.finite(),
            clause.rest(),
            Phrasing.back(clause));
    return Optional.of(
        new Stem(
            "who",
            statement,
            question,
            clause.rest(),
            names.isEmpty() ? Optional.empty() : Optional.of(names.get(0)),
            ""));
  }
}
