package dev.assay.perturb.letters;

import dev.assay.perturb.Intensity;
import dev.assay.perturb.Places;
import dev.assay.perturb.Rewrite;
import dev.assay.perturb.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Changes of single letters. A letter is what a reader sees as one, marks included; those of kept
 * words stay.
 */
final class Letters {
  private static final Pattern SEEN = Pattern.compile("\\X");

  private Letters() {}

  /** A letter of a text. */
  record Letter(String text, int start, int end) {}

  /** What becomes of a letter. */
  interface Change {
    /** What stands in its place, which differs from it; empty where nothing can. */
    Optional<String> of(Letter letter, SplittableRandom random);
  }

  /** The letters of the words that may be changed. */
  static List<Letter> in(String text) {
    List<Letter> letters = new ArrayList<>();
    for (Word word : Word.of(text)) {
      Matcher match = SEEN.matcher(word.text());
      while (!word.kept() && match.find()) {
        if (Character.isLetter(match.group().codePointAt(0))) {
          letters.add(
              new Letter(match.group(), word.start() + match.start(), word.start() + match.end()));
        }
      }
    }
    return letters;
  }

  /** The text with as many letters changed as the intensity says, of those that can be. */
  static Rewrite rewrite(
      String text, Intensity intensity, SplittableRandom random, String what, Change change) {
    List<Letter> able =
        in(text).stream()
            .filter(letter -> change.of(letter, new SplittableRandom(0)).isPresent())
            .toList();
    if (able.isEmpty()) {
      return Rewrite.none("no letter that may be changed " + what);
    }
    Set<Letter> drawn = Places.drawn(able, intensity, random);
    StringBuilder out = new StringBuilder();
    int last = 0;
    for (Letter letter : able) {
      if (drawn.contains(letter)) {
        out.append(text, last, letter.start())
            .append(change.of(letter, random).orElse(letter.text()));
        last = letter.end();
      }
    }
    return Rewrite.to(out.append(text, last, text.length()).toString());
  }
}
