package dev.assay.grammar.matching;

import dev.assay.grammar.matching.NumberMentions.Mention;
import dev.assay.grammar.matching.NumberMentions.Reading;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The numbers of an answer, and what they stand for.
 *
 * @param dated whether the number is a part of a date
 */
record NumbersStated(List<Mention> mentions, List<Boolean> dated, Stated stated, double tolerance) {
  private static final Pattern AFTER_REFERENCE =
      Pattern.compile(
          "(?is).*(?:\\b(?:no|nr|section|page|article|chapter|account|contract|source|document|passage|id"
              + "|number|chunk|since|from|until|by|year|in|of) ?(?:no\\.? ?)?|[#\\[(]|\\[\\d{1,3}, ?)$");
  private static final Pattern YEARLIKE = Pattern.compile("(?:1[5-9]|20|21)\\d\\d");

  /**
   * @param truths where one of them looks like a year, no year is there in passing
   */
  static NumbersStated of(
      NormalText answer, NormalText question, List<String> truths, double tolerance) {
    boolean years = truths.stream().map(NumberMentions::truth).anyMatch(NumbersStated::year);
    List<Mention> mentions = NumberMentions.find(answer);
    mentions.sort(java.util.Comparator.comparingInt(Mention::start));
    List<Mention> asked = NumberMentions.find(question);
    List<DateMentions.Mention> dates = DateMentions.find(answer.text());
    Stated stated = Stated.none();
    List<Boolean> dated = new ArrayList<>();
    List<Mention> kept = new ArrayList<>();
    for (int i = 0; i < mentions.size(); i++) {
      Mention mention = mentions.get(i);
      if (citation(answer.text(), mention)) {
        continue;
      }
      boolean inDate =
          dates.stream().anyMatch(d -> d.start() <= mention.start() && mention.end() <= d.end());
      boolean known =
          asked.stream()
              .flatMap(a -> a.readings().stream())
              .map(Reading::value)
              .anyMatch(value -> mention.says(value, 0));
      kept.add(mention);
      dated.add(inDate);
      stated.add(
          mention.start(),
          mention.end(),
          mention.word() && !choice(answer.text(), mentions, i)
              || inDate
              || known
              || aside(answer.text(), mention, !years));
    }
    return new NumbersStated(kept, dated, stated, tolerance);
  }

  private static boolean year(BigDecimal truth) {
    return truth.scale() <= 0 && YEARLIKE.matcher(truth.toPlainString()).matches();
  }

  /** Places of those that say {@code truth}. */
  List<Integer> where(BigDecimal truth) {
    List<Integer> right =
        stated.where(i -> mentions.get(i).says(truth, tolerance) && (year(truth) || !dated.get(i)));
    if (!right.isEmpty()) {
      boolean percent = mentions.get(right.get(0)).percent();
      for (int i = 0; i < mentions.size(); i++) {
        if (mentions.get(i).percent() != percent && !right.contains(i)) {
          stated.exempt().set(i, true);
        }
      }
    }
    return right;
  }

  /** "four or five": words for numbers of which one is meant. */
  private static boolean choice(String text, List<Mention> mentions, int i) {
    return i > 0 && or(text, mentions.get(i - 1), mentions.get(i))
        || i + 1 < mentions.size() && or(text, mentions.get(i), mentions.get(i + 1));
  }

  private static boolean or(String text, Mention one, Mention other) {
    return one.end() <= other.start()
        && text.substring(one.end(), other.start()).matches("(?i),? (?:or|to) ");
  }

  /** "[2]", and the ordinal before a line of a list. */
  private static boolean citation(String text, Mention mention) {
    boolean brackets =
        mention.start() > 0
            && text.charAt(mention.start() - 1) == '['
            && mention.end() < text.length()
            && text.charAt(mention.end()) == ']';
    boolean opens = mention.start() == 0 || text.charAt(mention.start() - 1) == '\n';
    String after = text.substring(mention.end(), Math.min(text.length(), mention.end() + 2));
    return brackets || opens && (after.equals(". ") || after.equals(") "));
  }

  /** A time of day, a year in passing where {@code years} may be, the number of a section. */
  private static boolean aside(String text, Mention mention, boolean years) {
    String before = text.substring(Math.max(0, mention.start() - 20), mention.start());
    String written = text.substring(mention.start(), mention.end());
    boolean time =
        mention.end() + 1 < text.length()
            && text.charAt(mention.end()) == ':'
            && Character.isDigit(text.charAt(mention.end() + 1));
    boolean small = before.matches("(?is).*\\b(?:in|of|from|by|since|until|year) $");
    return time
        || AFTER_REFERENCE.matcher(before).matches()
            && (!small || years && YEARLIKE.matcher(written).matches());
  }
}
