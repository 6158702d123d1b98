package dev.assay.perturb.letters;

import dev.assay.perturb.Intensity;
import dev.assay.perturb.Meaning;
import dev.assay.perturb.Perturbator;
import dev.assay.perturb.Perturbator.Rewriter;
import dev.assay.perturb.Places;
import dev.assay.perturb.Rewrite;
import dev.assay.perturb.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Case, spacing and punctuation. */
public final class Marks {
  private static final Pattern GAP = Pattern.compile("(?<=\\S)[ \\t]+(?=\\S)");
  private static final Pattern MARK = Pattern.compile("(?<=[\\p{L}\\p{N}])[.,;:!?]+(?=\\s|$)");

  private Marks() {}

  /** All of them. */
  public static List<Perturbator> all() {
    return List.of(
        of("comma", "Commas are put in behind words.", Marks::commas),
        of(
            "case",
            "Words are written in capitals, or without any where they have one.",
            (asked, intensity, random) -> cases(asked.text(), intensity, random)),
        of(
            "whitespace",
            "Blanks are doubled, become tabs or line breaks.",
            (asked, intensity, random) ->
                gaps(
                    asked.text(),
                    GAP,
                    intensity,
                    random,
                    "no gap between words",
                    List.of("  ", "\t", "\n", "   "))),
        of(
            "punctuation",
            "Punctuation behind words is left out or repeated.",
            (asked, intensity, random) ->
                gaps(
                    asked.text(),
                    MARK,
                    intensity,
                    random,
                    "no punctuation behind a word",
                    List.of("", "...", "??", " !"))));
  }

  private static Perturbator of(String id, String what, Rewriter rewriter) {
    return new Perturbator(id, Meaning.PRESERVED, true, what, rewriter);
  }

  private static Rewrite commas(
      Perturbator.Asked asked, Intensity intensity, SplittableRandom random) {
    String text = asked.text();
    List<Word> able = new ArrayList<>();
    List<Word> words = Word.of(text);
    for (int i = 0; i + 1 < words.size(); i++) {
      if (text.substring(words.get(i).end(), words.get(i + 1).start()).isBlank()) {
        able.add(words.get(i));
      }
    }
    if (able.isEmpty()) {
      return Rewrite.none("no two words with nothing but blanks between");
    }
    Set<Word> drawn = Places.drawn(able, intensity, random);
    return Rewrite.to(
        Word.replaced(text, words, word -> drawn.contains(word) ? word.text() + "," : word.text()));
  }

  private static Rewrite cases(String text, Intensity intensity, SplittableRandom random) {
    List<Word> words = Word.of(text);
    List<Word> able = words.stream().filter(word -> !other(word).equals(word.text())).toList();
    if (able.isEmpty()) {
      return Rewrite.none("no word has letters with two cases");
    }
    Set<Word> drawn = Places.drawn(able, intensity, random);
    return Rewrite.to(
        Word.replaced(text, words, word -> drawn.contains(word) ? other(word) : word.text()));
  }

  private static String other(Word word) {
    String upper = word.text().toUpperCase(Locale.ROOT);
    // What does not come back, such as ß, stays as it is.
    String other =
        word.text().equals(word.text().toLowerCase(Locale.ROOT))
            ? upper
            : word.text().toLowerCase(Locale.ROOT);
    return other.equalsIgnoreCase(word.text()) ? other : word.text();
  }

  private static Rewrite gaps(
      String text,
      Pattern pattern,
      Intensity intensity,
      SplittableRandom random,
      String none,
      List<String> others) {
    List<Integer> able = new ArrayList<>();
    Matcher match = pattern.matcher(text);
    while (match.find()) {
      able.add(match.start());
    }
    if (able.isEmpty()) {
      return Rewrite.none(none);
    }
    Set<Integer> drawn = Places.drawn(able, intensity, random);
    return Rewrite.to(
        pattern
            .matcher(text)
            .replaceAll(
                found ->
                    Matcher.quoteReplacement(
                        drawn.contains(found.start())
                            ? different(found.group(), others, random)
                            : found.group())));
  }

  private static String different(String own, List<String> others, SplittableRandom random) {
    return Places.one(others.stream().filter(other -> !other.equals(own)).toList(), random);
  }
}
