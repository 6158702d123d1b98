package dev.assay.perturb;

import dev.assay.base.Lines;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * What words and phrases can be replaced by: a file with one entry a line, {@code phrase: other |
 * other}. The longest phrase that begins at a word counts.
 */
public final class Lexicon {
  private static final int LONGEST = 6;
  private final Map<String, List<String>> entries = new LinkedHashMap<>();

  private Lexicon() {}

  /** The entries of the file {@code name} beside {@code owner}. */
  public static Lexicon of(Class<?> owner, String name) {
    Lexicon lexicon = new Lexicon();
    for (String line : Lines.of(owner, name)) {
      String[] parts = line.split(":", 2);
      lexicon.entries.put(
          parts[0].strip(), Stream.of(parts[1].split("\\|")).map(String::strip).toList());
    }
    return lexicon;
  }

  /** The same the other way round as well. */
  public Lexicon bothWays() {
    Lexicon both = new Lexicon();
    entries.forEach((from, to) -> both.entries.put(from, to));
    entries.forEach(
        (from, to) ->
            to.forEach(
                other ->
                    both.entries.merge(
                        other,
                        List.of(from),
                        (a, b) -> Stream.concat(a.stream(), b.stream()).distinct().toList())));
    return both;
  }

  /** The same with what {@code other} says of phrases that this one lacks. */
  public Lexicon and(Lexicon other) {
    Lexicon both = new Lexicon();
    both.entries.putAll(other.entries);
    both.entries.putAll(entries);
    return both;
  }

  /** What can stand for {@code phrase}; nothing where it is unknown. */
  public List<String> of(String phrase) {
    return entries.getOrDefault(phrase.toLowerCase(Locale.ROOT), List.of());
  }

  /** A phrase of a text that the lexicon knows. */
  private record Found(Word first, int end, List<String> others) {}

  /** {@code text} with so many of its known phrases replaced as the intensity says. */
  public Rewrite rewrite(String text, Intensity intensity, SplittableRandom random, String what) {
    List<Found> found = found(text);
    if (found.isEmpty()) {
      return Rewrite.none("no word has " + what + " in the bundled lexicon");
    }
    var chosen = Places.drawn(found, intensity, random);
    StringBuilder out = new StringBuilder();
    int last = 0;
    for (Found one : found) {
      if (chosen.contains(one)) {
        out.append(text, last, one.first.start())
            .append(one.first.cased(Places.one(one.others, random)));
        last = one.end;
      }
    }
    return Rewrite.to(out.append(text, last, text.length()).toString());
  }

  private List<Found> found(String text) {
    List<Word> words = Word.of(text);
    List<Found> found = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      for (int n = Math.min(LONGEST, words.size() - i); n >= 1; n--) {
        List<Word> run = words.subList(i, i + n);
        int end = run.get(n - 1).end();
        List<String> others =
            run.stream().anyMatch(Word::kept)
                ? List.of()
                : of(text.substring(run.get(0).start(), end));
        if (!others.isEmpty()) {
          found.add(new Found(run.get(0), end, others));
          i += n - 1;
          break;
        }
      }
    }
    return found;
  }
}
