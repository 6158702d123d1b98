package dev.assay.grammar.text;

import dev.assay.base.Lines;
import dev.assay.grammar.SqlTemplate;
import dev.assay.grammar.TextTemplate;
import dev.assay.grammar.shape.ParsedTemplate;
import dev.assay.grammar.shape.Placeholders;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Words query templates by rules, in English: a noun phrase from the query's shape and the names of
 * tables and columns, in sentences of every style. The same template always gives the same wordings.
 *
 * @param styles in the order wanted
 * @param variants wordings of each style, at most
 */
public record Verbaliser(Vocabulary vocabulary, List<String> styles, int variants) {
  /** The styles that there are. */
  public static final List<String> STYLES =
      List.of("short", "long", "formal", "colloquial", "polite", "indirect", "passive", "typos");

  /** Wordings of a style that there are at most. */
  public static final int MOST_VARIANTS = 3;

  private static final String SHORT = "short";
  private static final String LONG = "long";
  private static final String TYPOS = "typos";
  private static final Map<String, List<String>> PATTERNS = patterns();

  /** The wordings; none where the rules have no words for the query. */
  public List<TextTemplate> texts(SqlTemplate template) {
    Optional<Phrase> phrase =
        ParsedTemplate.of(template).shape().flatMap(shape -> Phrases.of(shape, vocabulary));
    if (phrase.isEmpty()) {
      return List.of();
    }
    List<TextTemplate> texts = new ArrayList<>();
    Set<String> seen = new LinkedHashSet<>();
    int border = border(phrase.get());
    for (String style : styles) {
      int taken = 0;
      for (String pattern : PATTERNS.getOrDefault(style, List.of())) {
        if (taken < variants && (!pattern.contains("{counted}") || phrase.get().counted().isPresent())) {
          String plain = filled(pattern, phrase.get());
          String text = style.equals(TYPOS) ? Typos.in(plain, template.id()) : plain;
          if (Wordings.problem(text, template).isEmpty() && seen.add(text)) {
            texts.add(new TextTemplate(text, Wordings.of(style, length(style, text, border))));
            taken++;
          }
        }
      }
    }
    return texts;
  }

  /** Midway between the shortest and the longest wordings there are of it, in words. */
  private static int border(Phrase phrase) {
    return (words(filled(PATTERNS.get(SHORT).get(1), phrase))
            + words(filled(PATTERNS.get(LONG).get(1), phrase)))
        / 2;
  }

  private static String length(String style, String text, int border) {
    if (style.equals(SHORT) || style.equals(LONG)) {
      return style;
    }
    return words(text) <= border ? SHORT : LONG;
  }

  private static int words(String text) {
    return Placeholders.replaced(text, placeholder -> "value").split("\\s+").length;
  }

  private static String filled(String pattern, Phrase phrase) {
    Map<String, String> places = new TreeMap<>();
    places.put("what", phrase.what());
    places.put("be", phrase.be());
    places.put("brief", phrase.brief());
    phrase.counted().ifPresent(counted -> places.put("counted", counted));
    String text = pattern;
    for (Map.Entry<String, String> place : places.entrySet()) {
      text = text.replace("{" + place.getKey() + "}", place.getValue());
      text = text.replace("{" + capital(place.getKey()) + "}", capital(place.getValue()));
    }
    return text;
  }

  private static String capital(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  private static Map<String, List<String>> patterns() {
    Map<String, List<String>> patterns = new TreeMap<>();
    for (String line : Lines.of(Verbaliser.class, "wordings.txt")) {
      String[] parts = line.split(" \\| ", 2);
      patterns.computeIfAbsent(parts[0], style -> new ArrayList<>()).add(parts[1]);
    }
    return patterns;
  }
}
