package dev.assay.perturb.letters;

import dev.assay.perturb.Intensity;
import dev.assay.perturb.Meaning;
import dev.assay.perturb.Perturbator;
import dev.assay.perturb.Places;
import dev.assay.perturb.Rewrite;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** Slips of single letters. */
public final class LetterPerturbators {
  private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz";
  private static final List<String> ROWS = List.of("qwertyuiop", "asdfghjkl", "zxcvbnm");
  private static final Map<String, String> READ =
      Map.ofEntries(
          Map.entry("a", "o"),
          Map.entry("b", "h"),
          Map.entry("c", "e"),
          Map.entry("d", "cl"),
          Map.entry("e", "c"),
          Map.entry("g", "q"),
          Map.entry("h", "b"),
          Map.entry("i", "l"),
          Map.entry("l", "1"),
          Map.entry("m", "rn"),
          Map.entry("n", "ri"),
          Map.entry("o", "0"),
          Map.entry("s", "5"),
          Map.entry("t", "f"),
          Map.entry("u", "v"),
          Map.entry("v", "y"),
          Map.entry("w", "vv"),
          Map.entry("z", "2"));
  private static final Map<String, String> LOOKALIKE =
      Map.ofEntries(
          Map.entry("a", "а"),
          Map.entry("c", "с"),
          Map.entry("e", "е"),
          Map.entry("i", "і"),
          Map.entry("j", "ј"),
          Map.entry("o", "о"),
          Map.entry("p", "р"),
          Map.entry("s", "ѕ"),
          Map.entry("x", "х"),
          Map.entry("y", "у"));

  private LetterPerturbators() {}

  /** The one of this name. */
  public static Perturbator of(String id) {
    return all().stream().filter(one -> one.id().equals(id)).findFirst().orElseThrow();
  }

  /** All of them. */
  public static List<Perturbator> all() {
    return List.of(
        of(
            "character_deletion",
            "Letters are left out.",
            "can be left out",
            (letter, random) -> Optional.of("")),
        of(
            "character_insertion",
            "Letters are put in before others.",
            "is there",
            (letter, random) -> Optional.of(any(random) + letter.text())),
        of(
            "character_replacement",
            "Letters are replaced by other ones.",
            "is there",
            (letter, random) -> Optional.of(other(letter.text(), random))),
        of(
            "keyboard_typo",
            "Letters are replaced by their neighbours on a US keyboard.",
            "is on a US keyboard",
            (letter, random) -> neighbour(letter.text(), random)),
        of(
            "ocr",
            "Letters are replaced by what a scanner takes them for.",
            "is one that scanners confuse",
            (letter, random) -> mapped(READ, letter.text())),
        of(
            "confusables",
            "Latin letters are replaced by Cyrillic ones that look the same.",
            "has a Cyrillic look-alike",
            (letter, random) -> mapped(LOOKALIKE, letter.text())),
        of(
            "yz_swap",
            "Y and Z change places, as on a German keyboard.",
            "is a y or z",
            (letter, random) -> mapped(Map.of("y", "z", "z", "y"), letter.text())),
        new Perturbator(
            "character_swap",
            Meaning.PRESERVED,
            true,
            "Neighbouring letters of a word change places.",
            (asked, intensity, random) -> swapped(asked.text(), intensity, random)));
  }

  private static Perturbator of(String id, String what, String able, Letters.Change change) {
    return new Perturbator(
        id,
        Meaning.PRESERVED,
        true,
        what,
        (asked, intensity, random) ->
            Letters.rewrite(asked.text(), intensity, random, able, change));
  }

  private static String any(SplittableRandom random) {
    int at = random.nextInt(ALPHABET.length());
    return ALPHABET.substring(at, at + 1);
  }

  private static String other(String letter, SplittableRandom random) {
    int own = ALPHABET.indexOf(letter.toLowerCase(Locale.ROOT));
    int step = own < 0 ? random.nextInt(ALPHABET.length()) : 1 + random.nextInt(25);
    int at = (Math.max(0, own) + step) % ALPHABET.length();
    return cased(letter, ALPHABET.substring(at, at + 1));
  }

  private static Optional<String> neighbour(String letter, SplittableRandom random) {
    String lower = letter.toLowerCase(Locale.ROOT);
    for (String row : ROWS) {
      int at = row.indexOf(lower);
      if (at >= 0) {
        int next = at == 0 ? 1 : at == row.length() - 1 || random.nextBoolean() ? at - 1 : at + 1;
        return Optional.of(cased(letter, row.substring(next, next + 1)));
      }
    }
    return Optional.empty();
  }

  private static Optional<String> mapped(Map<String, String> map, String letter) {
    return Optional.ofNullable(map.get(letter.toLowerCase(Locale.ROOT)))
        .map(other -> cased(letter, other));
  }

  private static String cased(String letter, String other) {
    return letter.equals(letter.toLowerCase(Locale.ROOT)) ? other : other.toUpperCase(Locale.ROOT);
  }

  private static Rewrite swapped(String text, Intensity intensity, SplittableRandom random) {
    List<Letters.Letter> letters = Letters.in(text);
    List<Integer> able = new java.util.ArrayList<>();
    for (int i = 0; i + 1 < letters.size(); i++) {
      Letters.Letter left = letters.get(i);
      Letters.Letter right = letters.get(i + 1);
      if (left.end() == right.start() && !left.text().equals(right.text())) {
        able.add(i++); // Pairs do not overlap.
      }
    }
    if (able.isEmpty()) {
      return Rewrite.none("no two neighbouring letters differ");
    }
    var drawn = Places.drawn(able, intensity, random);
    StringBuilder out = new StringBuilder();
    int last = 0;
    for (int i : able) {
      if (drawn.contains(i)) {
        Letters.Letter left = letters.get(i);
        Letters.Letter right = letters.get(i + 1);
        out.append(text, last, left.start()).append(right.text()).append(left.text());
        last = right.end();
      }
    }
    return Rewrite.to(out.append(text, last, text.length()).toString());
  }
}
