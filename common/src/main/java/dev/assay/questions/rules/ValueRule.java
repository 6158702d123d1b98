package dev.assay.questions.rules;

import dev.assay.mentions.Kind;
import dev.assay.mentions.Mention;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks for a value after the verb by moving its whole phrase to the front: "Within how many
 * business days must the bank answer?" from "The bank must answer within 10 business days."
 */
final class ValueRule implements Rule {
  private static final int MAX_WORDS = 34;
  private static final Pattern PHRASE_START =
      Pattern.compile(
          "(?:(?:^|(?<="
              + " ))(?:within|after|for|on|by|before|in|at|from|over|under|to|until|with|above|below|during|through|every|upon)"
              + " )?(?:(?:at least|at most|up to|no more than|no less than|no later than|more"
              + " than|less than|exactly|about|approximately) )?$");
  private static final Set<String> BLOCKED = Words.of("blocked");
  private static final Pattern ISLAND =
      Pattern.compile(
          "\\b(?:if|when|unless|who|that|which|whose|where|because|and|or|but|than|until|while|as|either|both|only)\\b|[,;()]");
  private static final Pattern ATTACHED =
      Pattern.compile(
          "\\A (?:of|a|an|per|each|every|old|ahead|earlier|later)\\b[^,;()]*?(?="
              + " (?:if|when|unless|except|provided|in the"
              + " case|as|and|or|by|on|for|with|at|in|to)\\b|[,;()]|$)");
  private static final Pattern RELATIVE =
      Pattern.compile(" (?:[a-z]+ )?(?:which|who|that|whose|whom|where)\\b");
  private static final Pattern LATER =
      Pattern.compile(
          "\\A (?:after|before|from|following|prior to)\\b(?! and)[^,;()]*?(?="
              + " (?:if|when|unless|except|provided)\\b|[,;()]|$)");
  private static final Pattern STRANDED = Pattern.compile("(?:ing|\\d)$");
  private static final Pattern MODIFIED = Pattern.compile("\\b(?:the|a|an|its|their) [a-z-]+$");
  private static final Pattern LISTED = Pattern.compile("^[^,]*, [^ ,]+(?: [^ ,]+)?,? (?:and|or) ");
  private static final Pattern SECOND =
      Pattern.compile(
          "^[^,]* (?:and|or) (?:\\$|\\d|[Ff]orm"
              + " |(?:one|two|three|four|five|six|seven|eight|nine|ten)\\b)");
  private static final Pattern COUNTS =
      Pattern.compile(
          "(?:\\$?\\d|one|two|three|four|five|six|seven|eight|nine|ten|a"
              + " different|another|no)\\b|\\$");
  private static final Pattern COUNTED =
      Pattern.compile(
          "\\A(?: [a-z-]+){0,3}?(?: [a-z-]+s| people| children)(?![\\w-])(?: (?:a|per|each)"
              + " (?:day|week|month|quarter|year))?");

  @Override
  public List<Stem> apply(Statement statement) {
    Clause clause = statement.clause();
    List<Stem> stems = new ArrayList<>();
    if (clause.negated()) {
      return stems;
    }
    for (Mention mention : statement.restMentions()) {
      ask(statement, clause, mention).ifPresent(stems::add);
    }
    return stems;
  }

  private static Optional<Stem> ask(Statement statement, Clause clause, Mention mention) {
    String rest = clause.rest();
    Matcher opening = PHRASE_START.matcher(rest).region(0, mention.start());
    opening.useTransparentBounds(true);
    int start = mention.start();
    while (opening.find()) {
      start = opening.start();
      if (opening.end() == mention.start()) {
        break;
      }
    }
    String before = rest.substring(0, start).strip();
    String opener = rest.substring(start, mention.start());
    String after = rest.substring(mention.end());
    if (STRANDED.matcher(before).find()
        || (opener.isBlank() && MODIFIED.matcher(before).find())
        || LISTED.matcher(after).find()
        || SECOND.matcher(after).find()
        || ISLAND.matcher(before).find()
        || BLOCKED.contains(Words.bare(before.substring(before.lastIndexOf(' ') + 1)))
        || after.matches("(?:-.*| (?:to|or|and|more|less|plus|through)\\b.*)")) {
      return Optional.empty();
    }
    boolean passive =
        clause.copula() || clause.auxiliary().startsWith("ha") || before.contains("be ");
    if (!passive && Words.participle(Words.bare(before.substring(before.lastIndexOf(' ') + 1)))) {
      return Optional.empty();
    }
    if (clause.copula() && before.isEmpty() && opener.isBlank() && mention.kind() != Kind.COUNT) {
      return Optional.of(copula(statement, clause, mention, after));
    }
    Optional<Asked> asked = wh(mention, opener, after);
    if (asked.isEmpty()) {
      return Optional.empty();
    }
    if (after.substring(asked.get().used()).matches(" (?:and|or)\\b.*")
        || RELATIVE.matcher(after.substring(asked.get().used())).lookingAt()) {
      return Optional.empty();
    }
    String tail = tail(after.substring(asked.get().used()));
    String question =
        Phrasing.question(
            Phrasing.front(clause),
            Phrasing.afterFront(clause, asked.get().phrase()),
            clause.auxiliary().equals("shall") ? "must" : clause.auxiliary(),
            Phrasing.subject(clause),
            clause.verb(),
            before,
            tail,
            Phrasing.back(clause));
    if (Phrasing.words(question) > MAX_WORDS || bareBe(clause, before)) {
      return Optional.empty();
    }
    return Optional.of(
        Stem.factual(
            "value",
            statement,
            question,
            opener.startsWith("every") ? Optional.empty() : Optional.of(mention)));
  }

  /** "At what time is the branch?" asks nothing. */
  private static boolean bareBe(Clause clause, String before) {
    return clause.copula() && before.isEmpty();
  }

  private static Stem copula(Statement statement, Clause clause, Mention mention, String after) {
    String question =
        Phrasing.question(
            Phrasing.front(clause),
            Phrasing.afterFront(clause, mention.kind() == Kind.DATE ? "When" : "What"),
            clause.auxiliary(),
            Phrasing.subject(clause),
            tail(after),
            Phrasing.back(clause));
    return Stem.factual("what_is", statement, question, Optional.of(mention));
  }

  private static String tail(String after) {
    int comma = after.indexOf(", ");
    String tail = comma < 0 ? after : after.substring(0, comma);
    Matcher joined = Pattern.compile(" (?:and|or|but) ").matcher(tail);
    if (joined.find() && comma < 0 && COUNTS.matcher(tail.substring(joined.end())).lookingAt()) {
      return tail.substring(0, joined.start());
    }
    joined.reset();
    return joined.find() && comma < 0 && tail.substring(joined.end()).split(" ", -1).length > 6
        ? tail.substring(0, joined.start())
        : tail;
  }

  private record Asked(String phrase, int used) {}

  private static Optional<Asked> wh(Mention mention, String opener, String after) {
    String front = opener.strip();
    boolean preposition =
        !front.isEmpty()
            && !front.matches(
                "(?:at least|at most|up to|no more than|more than|less than|exactly|about|no less"
                    + " than)");
    int attached = attached(after, mention.kind());
    String with = after.substring(0, attached);
    return switch (mention.kind()) {
      case MONEY ->
          Optional.of(
              new Asked(join(front, preposition ? "what amount" : "how much", with), attached));
      case PERCENT ->
          after.matches(" (?:APY|APR)\\b.*")
              ? Optional.of(new Asked(join(front, "what percentage", after.substring(0, 4)), 4))
              : Optional.of(new Asked(join(front, "what percentage", with), attached));
      case DURATION ->
          front.equals("every")
              ? Optional.of(new Asked("How often", 0))
              : Optional.of(new Asked(join(front, "how many " + mention.units(), with), attached));
      case TIME ->
          preposition ? Optional.of(new Asked(join(front, "what time", ""), 0)) : Optional.empty();
      case DATE ->
          front.equals("on")
                  || front.equals("before")
                  || front.equals("by")
                  || front.equals("after")
              ? Optional.of(new Asked(join(front, "what date", ""), 0))
              : Optional.empty();
      case COUNT -> count(front, after);
      case IDENTIFIER -> Optional.of(new Asked(join(front, "which form", ""), 0));
      case REFERENCE, NAME -> Optional.empty();
    };
  }

  private static Optional<Asked> count(String front, String after) {
    Matcher counted = COUNTED.matcher(after);
    if (!counted.lookingAt()
        || List.of(counted.group().strip().split(" ", -1)).stream()
            .anyMatch(
                w ->
                    Words.PREPOSITIONS.contains(w)
                        || Words.CONJUNCTIONS.contains(w)
                        || Words.SUBORDINATORS.contains(w)
                        || Words.MODALS.contains(w))) {
      return Optional.empty();
    }
    return Optional.of(new Asked(join(front, "how many", counted.group()), counted.end()));
  }

  private static int attached(String after, Kind kind) {
    Matcher later = LATER.matcher(after);
    if (kind == Kind.DURATION && later.lookingAt()) {
      return later.end();
    }
    Matcher matcher = ATTACHED.matcher(after);
    return matcher.lookingAt() ? matcher.end() : 0;
  }

  private static String join(String front, String wh, String with) {
    return Phrasing.upper((front + " " + wh + " " + with.strip()).strip().replace("  ", " "));
  }
}
