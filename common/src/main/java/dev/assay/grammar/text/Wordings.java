package dev.assay.grammar.text;

import dev.assay.grammar.Placeholder;
import dev.assay.grammar.SqlTemplate;
import dev.assay.grammar.shape.Placeholders;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What holds of every wording, whoever wrote it. */
public final class Wordings {
  /** The attribute that is {@code short} or {@code long}. */
  public static final String LENGTH = "length";

  /** The attribute that names the style; of short and long wordings without another: plain. */
  public static final String STYLE = "style";

  private static final int LONGEST = 2000;
  private static final int LONG_FROM = 25;
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

  private Wordings() {}

  /** Why the text does not word the template; empty where it does. */
  public static Optional<String> problem(String text, SqlTemplate template) {
    if (text.isBlank()) {
      return Optional.of("it is empty");
    }
    if (text.length() > LONGEST) {
      return Optional.of("it has more than " + LONGEST + " characters");
    }
    if (CONTROL.matcher(text).find()) {
      return Optional.of("it is no single line of text");
    }
    List<Placeholder> there = Placeholders.in(text);
    Set<Placeholder> known = new HashSet<>(template.placeholders());
    for (Placeholder placeholder : there) {
      if (!known.contains(placeholder)) {
        return Optional.of(
            "it has "
                + placeholder.text()
                + ", which the query has not; its placeholders: "
                + String.join(", ", template.placeholders().stream().map(Placeholder::text).toList()));
      }
    }
    for (Placeholder placeholder : template.placeholders()) {
      long times = there.stream().filter(placeholder::equals).count();
      if (times != 1) {
        return Optional.of(
            "it has " + placeholder.text() + " " + (times == 0 ? "not at all" : times + " times") + "; once is right");
      }
    }
    return Optional.empty();
  }

  /** The attributes of a wording that no rule made: it is long from {@value #LONG_FROM} words on. */
  public static SortedMap<String, String> attributes(String style, String text) {
    boolean named = style.equals("short") || style.equals("long");
    String counted = text.split("\\s+").length < LONG_FROM ? "short" : "long";
    return of(style, named ? style : counted);
  }

  /** The attributes of a wording. */
  static SortedMap<String, String> of(String style, String length) {
    SortedMap<String, String> attributes = new TreeMap<>();
    attributes.put(LENGTH, length);
    attributes.put(STYLE, style.equals("short") || style.equals("long") ? "plain" : style);
    return attributes;
  }

  /** The text without its values: two queries that share it ask the same words. */
  public static String skeleton(String text) {
    return Placeholders.replaced(text, placeholder -> "[]").strip();
  }
}
