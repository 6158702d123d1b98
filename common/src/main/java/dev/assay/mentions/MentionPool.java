package dev.assay.mentions;

import dev.assay.base.Lines;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The distinct values that a corpus names, by {@link Mention#family}, and the people among its
 * names. A person is known by a role beside the name: "the head of lending, Priya Raman".
 * Immutable; the same for any order of the texts.
 */
public final class MentionPool implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final String ROLE =
      "\\b(?:" + String.join("|", Lines.of(MentionPool.class, "role-words.txt")) + ")";
  private static final String PERSON = "(\\p{Lu}\\p{Ll}+(?: \\p{Lu}\\.)? \\p{Lu}\\p{Ll}+)";
  private static final List<Pattern> CUES =
      List.of(
          Pattern.compile("(?i:" + ROLE + ")(?: [a-z]+){0,4},? " + PERSON),
          Pattern.compile(PERSON + ", (?:the |our )?(?:[a-z]+ ){0,2}" + ROLE + "\\b"));
  private static final Set<String> BODIES =
      Set.copyOf(Lines.of(MentionPool.class, "organisation-words.txt"));
  private static final Pattern LINK =
      Pattern.compile(
          ".* (?:of|for|in|at|and|or|to|the|with|by|on|than|a|an|every|is|may|as|under) \\p{Lu}.*");

  private final TreeMap<String, List<String>> families;
  private final TreeSet<String> people;
  private final TreeMap<String, Integer> texts;
  private final int size;

  private MentionPool(
      TreeMap<String, List<String>> families,
      TreeSet<String> people,
      TreeMap<String, Integer> texts,
      int size) {
    this.families = families;
    this.people = people;
    this.texts = texts;
    this.size = size;
  }

  /** The pool of {@code texts}. */
  public static MentionPool of(Iterable<String> texts) {
    TreeSet<String> people = new TreeSet<>();
    for (String text : texts) {
      for (Pattern cue : CUES) {
        Matcher matcher = cue.matcher(text);
        while (matcher.find()) {
          if (person(matcher.group(1)) && !LINK.matcher(matcher.group()).matches()) {
            people.add(matcher.group(1));
          }
        }
      }
    }
    TreeMap<String, TreeSet<String>> values = new TreeMap<>();
    TreeMap<String, Integer> counts = new TreeMap<>();
    int size = 0;
    for (String text : texts) {
      size++;
      TreeSet<String> own = new TreeSet<>();
      for (Mention mention : Mentions.find(text)) {
        if (mention.kind() != Kind.REFERENCE) {
          values
              .computeIfAbsent(family(mention, people), key -> new TreeSet<>())
              .add(mention.text());
          own.add(mention.text());
        }
      }
      own.forEach(value -> counts.merge(value, 1, Integer::sum));
    }
    TreeMap<String, List<String>> families = new TreeMap<>();
    values.forEach((family, set) -> families.put(family, List.copyOf(set)));
    return new MentionPool(families, people, counts, size);
  }

  /** Share of the texts that name {@code value}, in [0, 1]; 0 when none does. */
  public double share(String value) {
    return size == 0 ? 0 : (double) texts.getOrDefault(value, 0) / size;
  }

  private static boolean person(String name) {
    for (String word : name.toLowerCase(Locale.ROOT).split(" ", -1)) {
      if (BODIES.contains(word)) {
        return false;
      }
    }
    return true;
  }

  private static String family(Mention mention, Set<String> people) {
    return people.contains(mention.text()) ? "PERSON" : mention.family();
  }

  /** Whether the corpus introduces {@code name} with a role. */
  public boolean isPerson(String name) {
    return people.contains(name);
  }

  /**
   * Values that could stand in the place of {@code mention}: same family, other text. In the order
   * of closeness in size for numbers, alphabetical for the rest; empty when the corpus has none.
   */
  public List<String> alternatives(Mention mention) {
    List<String> all = new ArrayList<>(families.getOrDefault(family(mention, people), List.of()));
    double own = Numbers.value(mention.text());
    all.removeIf(
        other ->
            other.equalsIgnoreCase(mention.text())
                || (mention.kind() == Kind.COUNT && Numbers.value(other) <= 1)
                || (mention.kind().numeric()
                    && mention.kind() != Kind.DATE
                    && Numbers.value(other) == own));
    if (mention.kind().numeric() && mention.kind() != Kind.DATE) {
      all.sort(
          Comparator.<String>comparingDouble(
                  other -> Math.abs(Math.log((Numbers.value(other) + 1) / (own + 1))))
              .thenComparing(Comparator.naturalOrder()));
      Set<Double> sizes = new HashSet<>();
      all.removeIf(other -> !sizes.add(Numbers.value(other)));
    }
    return List.copyOf(all);
  }

  /** Whether the number in {@code value} is larger than that in {@code other}, unit for unit. */
  public boolean larger(String value, String other) {
    return Numbers.value(value) > Numbers.value(other);
  }
}
