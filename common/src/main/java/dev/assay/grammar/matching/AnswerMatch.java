package dev.assay.grammar.matching;

import dev.assay.grammar.AnswerType;
import dev.assay.grammar.matching.NormalText.Token;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares free-form answers with what a database says. An answer is correct where it states the
 * truth and nothing that competes with it: a list of values with the right one among them is wrong.
 * Where an answer may be right in words that rules do not know, none decides.
 *
 * @param refuses whether a text abstains from answering
 * @param tolerance how far a rounded number may be from the truth, as a share of it
 */
public record AnswerMatch(Predicate<String> refuses, double tolerance) {
  private static final Pattern NOTHING =
      Pattern.compile("(?i)\\b(?:no(?= \\p{L})(?! one\\b)|none|not (?:any|a single))\\b");
  private static final Pattern LACKS =
      Pattern.compile(
          "(?i)\\b(?:there (?:is|are|was|were)|has|have|had) no(?:t an?|t any)? (?=\\p{L})");
  private static final int LACKED = 2;
  private static final Pattern DETERMINER =
      Pattern.compile("(?i)no (?!it |he |she |they |there |this |that |the |because )\\p{L}");
  private static final Pattern ONLY_NONE = Pattern.compile("(?i)\\W*none\\W*");

  /** What the rules say of an answer that is not blank. */
  public Verdict judge(String question, String given, Truth truth) {
    NormalText answer = NormalText.of(given);
    NormalText asked = NormalText.of(question);
    if (truth.type() == AnswerType.NONE) {
      return nothing(answer, asked, given);
    }
    if (truth.type() == AnswerType.SET) {
      return set(answer, asked, given, truth);
    }
    List<String> words = answer.folded();
    if (truth.values().stream().anyMatch(v -> NormalText.of(v).folded().equals(words))
        && truth.type() == AnswerType.TEXT) {
      return Verdict.of(true, Way.EXACT, "the same words");
    }
    Optional<Verdict> best = Optional.empty();
    for (String value : truth.values()) {
      Verdict verdict = single(answer, asked, given, truth.type(), value);
      if (verdict.correct().equals(Optional.of(true))) {
        return verdict;
      }
      if (best.isEmpty() || best.get().correct().isPresent() && verdict.correct().isEmpty()) {
        best = Optional.of(verdict);
      }
    }
    return best.orElseThrow();
  }

  private Verdict nothing(NormalText answer, NormalText question, String given) {
    if (!abstains(answer, given) && !lacks(answer, question)) {
      return Verdict.of(false, Way.ABSTENTION, "nothing is known, and the answer does not say so");
    }
    Set<LocalDate> asked = DateMentions.dates(question.text());
    boolean more =
        DateMentions.find(answer.text()).stream()
            .anyMatch(date -> date.whole() && date.readings().stream().noneMatch(asked::contains));
    return more
        ? Verdict.undecided("nothing is known, and beside saying so the answer gives a date")
        : Verdict.of(true, Way.ABSTENTION, "nothing is known, and the answer says so");
  }

  /** Whether it says that there is none of what the question asks for: "It has no end date." */
  private static boolean lacks(NormalText answer, NormalText question) {
    Set<String> asked = new HashSet<>(question.folded());
    asked.removeAll(WordLists.FILLER);
    Matcher none = LACKS.matcher(answer.text());
    while (none.find()) {
      List<Token> after = answer.within(none.end(), answer.text().length());
      if (after.stream().limit(LACKED).anyMatch(word -> asked.contains(word.folded()))) {
        return true;
      }
    }
    return false;
  }

  private boolean abstains(NormalText answer, String given) {
    return refuses.test(given) || WordLists.noAnswer(answer.text());
  }

  private Verdict single(
      NormalText answer, NormalText question, String given, AnswerType type, String value) {
    return switch (type) {
      case NUMBER -> number(answer, question, given, value);
      case DATE -> date(answer, question, given, value);
      case BOOLEAN -> truth(answer, given, value);
      default -> text(answer, question, given, value);
    };
  }

  private Verdict number(NormalText answer, NormalText question, String given, String value) {
    NumbersStated numbers = NumbersStated.of(answer, question, List.of(value), tolerance);
    List<Integer> right = numbers.where(NumberMentions.truth(value));
    if (!right.isEmpty()) {
      return numbers.stated().verdict(answer, question, right, Way.NUMBER);
    }
    boolean zero = NumberMentions.truth(value).signum() == 0;
    boolean none = zero && ONLY_NONE.matcher(answer.text()).matches();
    if (!none && abstains(answer, given)) {
      return silent();
    }
    none |=
        zero
            && numbers.stated().competing(right).isEmpty()
            && numbers.mentions().stream().noneMatch(NumberMentions.Mention::word)
            && NOTHING.matcher(answer.text()).find();
    return none
        ? Verdict.of(true, Way.NUMBER, "the answer says that there is none")
        : Verdict.of(false, Way.NUMBER, "no number of the answer is " + value);
  }

  private Verdict date(NormalText answer, NormalText question, String given, String value) {
    LocalDate truth = DateMentions.truth(value);
    List<DateMentions.Mention> dates = DateMentions.find(answer.text());
    Set<LocalDate> asked = DateMentions.dates(question.text());
    Stated stated = Stated.none();
    dates.forEach(
        date ->
            stated.add(
                date.start(), date.end(), date.readings().stream().anyMatch(asked::contains)));
    List<Integer> right = stated.where(i -> dates.get(i).says(truth));
    if (right.isEmpty()) {
      if (dates.stream().anyMatch(date -> date.near(truth))) {
        return Verdict.undecided("the answer gives the month of " + value + " and no day");
      }
      return abstains(answer, given)
          ? silent()
          : Verdict.of(false, Way.DATE, "no date of the answer is " + value);
    }
    String time = DateMentions.time(value);
    if (!time.isEmpty()
        && !Pattern.compile("(?<!\\d)0?" + time.replaceFirst("^0", "") + "(?!\\d)")
            .matcher(answer.text())
            .find()) {
      return Verdict.undecided("the answer has the date of " + value + " and not the time");
    }
    return stated.verdict(answer, question, right, Way.DATE);
  }

  private Verdict truth(NormalText answer, String given, String value) {
    boolean truth =
        Set.of("true", "yes", "1").contains(value.strip().toLowerCase(java.util.Locale.ROOT));
    List<String> words = answer.folded();
    Set<String> said = new HashSet<>();
    answer.tokens().stream()
        .filter(t -> !TextValues.denied(answer, new int[] {t.start(), t.end()}))
        .filter(t -> !determiner(answer, t))
        .forEach(t -> said.add(t.folded()));
    boolean yes = said.contains("yes") || said.contains("true") || words.equals(List.of("1"));
    boolean no = said.contains("no") || said.contains("false") || words.equals(List.of("0"));
    String first = words.isEmpty() ? "" : words.get(0);
    if (said.contains(first) && Set.of("yes", "true", "no", "false").contains(first)) {
      yes = first.equals("yes") || first.equals("true");
      no = !yes;
    }
    if (yes != no) {
      return Verdict.of(yes == truth, Way.BOOLEAN, "the answer says " + (yes ? "yes" : "no"));
    }
    return abstains(answer, given)
        ? silent()
        : Verdict.undecided("the answer says neither yes nor no");
  }

  /** "No details" is no "no". */
  private static boolean determiner(NormalText answer, Token word) {
    return word.folded().equals("no")
        && DETERMINER.matcher(answer.text().substring(word.start())).lookingAt();
  }

  private Verdict text(NormalText answer, NormalText question, String given, String value) {
    List<int[]> spans = TextValues.find(answer, value);
    List<int[]> affirmed = spans.stream().filter(s -> !TextValues.denied(answer, s)).toList();
    if (!affirmed.isEmpty() && affirmed.stream().allMatch(s -> TextValues.doubted(answer, s))) {
      return Verdict.undecided(
          "the answer has the words of " + value + ", and a denial after them");
    }
    if (!affirmed.isEmpty()
        && affirmed.stream().allMatch(s -> TextValues.partOfName(answer, s, question))) {
      return Verdict.undecided("the words of " + value + " may belong to a longer name");
    }
    if (!affirmed.isEmpty()) {
      return Listing.hides(answer, affirmed, Set.copyOf(question.folded()))
          ? Verdict.of(false, Way.TEXT, "the answer lists other values beside " + value)
          : Verdict.of(true, Way.TEXT, "the answer has the words of " + value);
    }
    if (!spans.isEmpty()) {
      return Verdict.of(false, Way.TEXT, "the answer denies " + value);
    }
    if (abstains(answer, given)) {
      return silent();
    }
    return TextValues.near(answer, value, Set.copyOf(question.folded()))
        ? Verdict.undecided("the answer has some of the words of " + value)
        : Verdict.of(false, Way.TEXT, "the answer does not have the words of " + value);
  }

  private Verdict set(NormalText answer, NormalText question, String given, Truth truth) {
    SetStated stated =
        switch (truth.elements()) {
          case NUMBER -> SetStated.numbers(answer, question, truth.values(), tolerance);
          case DATE -> SetStated.dates(answer, question, truth.values());
          default -> SetStated.texts(answer, question, truth.values());
        };
    if (stated.found() == 0 && abstains(answer, given)) {
      return new Verdict(
          Optional.of(false),
          java.util.OptionalDouble.of(0),
          java.util.OptionalDouble.of(0),
          Way.ABSTENTION,
          "the answer abstains");
    }
    int named = stated.found() + stated.others();
    return Verdict.set(
        named == 0 ? 0 : stated.found() / (double) named,
        stated.found() / (double) truth.values().size(),
        "%d of %d, and %d others"
            .formatted(stated.found(), truth.values().size(), stated.others()));
  }

  private static Verdict silent() {
    return Verdict.of(false, Way.ABSTENTION, "the answer abstains");
  }
}
