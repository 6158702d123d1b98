package dev.assay.grammar.text;

import dev.assay.base.Lines;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What people call a column by the words of its name: {@code opened_on} is the opening date, {@code
 * employees} of a number the number of employees, {@code is_active} the active status.
 */
final class Attributes {
  /** What begins the name of a column that counts. */
  static final String NUMBER_OF = "number of ";

  private static final Set<String> COUNTING = Set.of("num", "nbr", "number", "count", "no", "nr");
  private static final Set<String> COUNTS = Set.of("count", "cnt");
  private static final Set<String> PREPOSITIONS =
      Set.of("of", "in", "on", "per", "at", "for", "by", "from", "to", "via", "with");

  /** Plurals that are sums of money or measures, and count nothing. */
  private static final Set<String> AMOUNTS =
      Set.of(
          "sales",
          "costs",
          "earnings",
          "savings",
          "revenues",
          "fees",
          "proceeds",
          "expenses",
          "assets",
          "liabilities",
          "taxes",
          "wages",
          "profits",
          "funds",
          "hours",
          "days",
          "minutes",
          "seconds",
          "months",
          "years",
          "weeks",
          "kilometres",
          "miles",
          "metres",
          "grams");

  /** What things do and nobody does to them. */
  private static final Set<String> BY_THEMSELVES =
      Set.of(
          "joined",
          "started",
          "ended",
          "expired",
          "retired",
          "died",
          "departed",
          "arrived",
          "resigned",
          "graduated",
          "matured",
          "moved",
          "enrolled");

  private static final Map<String, String> PARTICIPLES = new HashMap<>();
  private static final Map<String, String> SAID = new HashMap<>();

  static {
    for (String line : Lines.of(Attributes.class, "participles.txt")) {
      String[] both = line.split(" ");
      PARTICIPLES.put(both[0], both[1]);
    }
    for (String line : Lines.of(Attributes.class, "said.txt")) {
      String[] both = line.split(" \\| ", 2);
      SAID.put(both[0], both[1]);
    }
  }

  private Attributes() {}

  /**
   * The column's name as a noun in the singular.
   *
   * @param words of its name, those of its table left out
   * @param dated whether it holds dates
   * @param numeric whether it holds numbers
   */
  static String said(List<String> words, boolean dated, boolean numeric) {
    int last = words.size() - 1;
    String first = words.get(0);
    if (isDay(words)) {
      return join(words.subList(0, last - 1), dayOf(words.get(last - 1)));
    }
    if (last == 1 && first.equals("date") && isParticiple(words.get(1))) {
      return dayOf(words.get(1));
    }
    if (isParticiple(words.get(last)) && last == 0) {
      return dated ? dayOf(first) : first + " status";
    }
    if (last > 0 && (first.equals("is") || first.equals("was"))) {
      return join(words.subList(1, last + 1), "status");
    }
    if (last > 0 && first.equals("has")) {
      return join(words.subList(1, last + 1), "indicator");
    }
    if (last > 0 && COUNTS.contains(words.get(last))) {
      return NUMBER_OF + Nouns.plural(String.join(" ", words.subList(0, last)));
    }
    if (last > 0 && COUNTING.contains(first)) {
      boolean of = words.get(1).equals("of");
      if (of && last > 1 || !of && numeric && isPlural(words.subList(1, last + 1))) {
        return NUMBER_OF + String.join(" ", words.subList(of ? 2 : 1, last + 1));
      }
    }
    if (numeric && isPlural(words) && !SAID.containsKey(words.get(last))) {
      return first.equals("total") && last > 0
          ? "total " + NUMBER_OF + String.join(" ", words.subList(1, last + 1))
          : NUMBER_OF + String.join(" ", words);
    }
    return plain(words);
  }

  /** Words that are said as they are, but for abbreviations and what is shipped or billed. */
  private static String plain(List<String> words) {
    List<String> said = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      boolean leads = i == 0 && words.size() > 1 && !PREPOSITIONS.contains(words.get(1));
      boolean ends = i == words.size() - 1;
      if (leads && word.equals("ship")) {
        said.add("shipping");
      } else if (leads && word.equals("bill")) {
        said.add("billing");
      } else {
        // A phone type is no phone number's type.
        String other = SAID.getOrDefault(word, word);
        said.add(ends || !other.startsWith(word) ? other : word);
      }
    }
    return String.join(" ", said);
  }

  /** Whether the name says when something was done: {@code opened_on}, {@code closed_at}. */
  static boolean isDay(List<String> words) {
    int last = words.size() - 1;
    return last > 0
        && Set.of("on", "at").contains(words.get(last))
        && isParticiple(words.get(last - 1));
  }

  /**
   * What happened on the day that the column holds: {@code was opened}; empty for other columns.
   */
  static Optional<String> happened(List<String> words, boolean dated, boolean several) {
    boolean alone = words.size() == 1 && dated && isParticiple(words.get(0));
    if (!alone && !(words.size() == 2 && isDay(words))) {
      return Optional.empty();
    }
    String verb = words.get(0);
    return Optional.of(BY_THEMSELVES.contains(verb) ? verb : (several ? "were " : "was ") + verb);
  }

  private static String dayOf(String participle) {
    String named = PARTICIPLES.getOrDefault(participle, "");
    if (named.isEmpty()) {
      named = participle.substring(0, participle.length() - 2) + "ing";
    }
    return (named.equals("-") ? participle : named) + " date";
  }

  private static boolean isParticiple(String word) {
    return PARTICIPLES.containsKey(word)
        || word.length() > 4 && word.endsWith("ed") && !word.endsWith("eed");
  }

  /** Whether the noun that the words are about is a plural that can be counted. */
  private static boolean isPlural(List<String> words) {
    String head = words.get(head(words));
    return !AMOUNTS.contains(head)
        && !Nouns.singular(head).equals(head)
        && Nouns.plural(Nouns.singular(head)).equals(head);
  }

  /** Where the noun stands that the others only explain: before the first preposition. */
  private static int head(List<String> words) {
    for (int i = 1; i < words.size(); i++) {
      if (PREPOSITIONS.contains(words.get(i))) {
        return i - 1;
      }
    }
    return words.size() - 1;
  }

  /** Several of what a column says: {@code quantities per unit}, {@code numbers of employees}. */
  static String plural(String attribute) {
    List<String> words = List.of(attribute.split(" "));
    int head = head(words);
    List<String> several = new ArrayList<>(words);
    several.set(head, Nouns.plural(words.get(head)));
    return String.join(" ", several);
  }

  /** The attribute with its indefinite article, as it is spoken. */
  static String withArticle(String attribute) {
    boolean vowel = attribute.matches("(?i)([aeio]|u(?!ni|s|t)|hour).*");
    boolean spoken = vowel && !attribute.matches("(?i)(eu|one|once).*");
    return (spoken ? "an " : "a ") + attribute;
  }

  private static String join(List<String> words, String last) {
    return (String.join(" ", words) + " " + last).strip();
  }
}
