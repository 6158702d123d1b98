package dev.assay.perturb.words;

import dev.assay.base.Lines;
import dev.assay.perturb.Intensity;
import dev.assay.perturb.Lexicon;
import dev.assay.perturb.Meaning;
import dev.assay.perturb.Perturbator;
import dev.assay.perturb.Places;
import dev.assay.perturb.Rewrite;
import dev.assay.perturb.Word;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Other words, other order, other register. The lexicons are English and our own; synonyms and
 * antonyms that they lack are WordNet's, of words that hardly have another sense ({@code
 * scripts/wordnet}).
 */
public final class WordPerturbators {
  private static final Class<?> HERE = WordPerturbators.class;
  private static final int PLAIN_WORDS = 3;

  private WordPerturbators() {}

  /** All of them. */
  public static List<Perturbator> all() {
    return List.of(
        replaced(
            "synonym",
            Meaning.PRESERVED,
            "Words are replaced by synonyms.",
            "a synonym",
            withWordNet("synonym")),
        replaced(
            "antonym",
            Meaning.CHANGED,
            "Words are replaced by antonyms.",
            "an antonym",
            withWordNet("antonym")),
        lexicon(
            "grammar",
            Meaning.PRESERVED,
            "Grammar slips as learners make them.",
            "a usual slip",
            false),
        lexicon(
            "colloquial",
            Meaning.PRESERVED,
            "Words are replaced by colloquial ones.",
            "a colloquial form",
            false),
        lexicon(
            "abbreviation",
            Meaning.PRESERVED,
            "Words are abbreviated as in messages.",
            "an abbreviation",
            false),
        lexicon(
            "homophone",
            Meaning.PRESERVED,
            "Words are replaced by others that sound the same.",
            "a homophone",
            true),
        phrases(),
        new Perturbator(
            "word_swap",
            Meaning.PRESERVED,
            true,
            "Neighbouring words change places.",
            (asked, intensity, random) -> swapped(asked.text(), intensity, random)),
        new Perturbator(
            "filler",
            Meaning.PRESERVED,
            true,
            "Words that say nothing are put in.",
            (asked, intensity, random) -> filled(asked.text(), intensity, random)),
        new Perturbator(
            "verbose",
            Meaning.PRESERVED,
            true,
            "Sentences that say nothing are put before and behind.",
            (asked, intensity, random) -> lengthened(asked.text(), intensity, random)),
        new Perturbator(
            "terse",
            Meaning.PRESERVED,
            false,
            "Only the words that carry the question are left, as in a search box.",
            (asked, intensity, random) -> shortened(asked.text())));
  }

  private static Perturbator lexicon(
      String id, Meaning meaning, String what, String has, boolean bothWays) {
    Lexicon read = Lexicon.of(HERE, id + ".txt");
    return replaced(id, meaning, what, has, bothWays ? read.bothWays() : read);
  }

  /** Our own list speaks first: it knows what words mean in a bank. */
  private static Lexicon withWordNet(String id) {
    return Lexicon.of(HERE, id + ".txt").bothWays().and(Lexicon.of(HERE, "wordnet-" + id + ".txt"));
  }

  private static Perturbator replaced(
      String id, Meaning meaning, String what, String has, Lexicon lexicon) {
    return new Perturbator(
        id,
        meaning,
        true,
        what,
        (asked, intensity, random) -> lexicon.rewrite(asked.text(), intensity, random, has));
  }

  private static Perturbator phrases() {
    Lexicon lexicon = Lexicon.of(HERE, "german.txt");
    return new Perturbator(
        "language_switch",
        Meaning.PRESERVED,
        true,
        "Words and phrases are replaced by German ones: a phrase lexicon, no translation.",
        (asked, intensity, random) ->
            lexicon.rewrite(asked.text(), intensity, random, "a German counterpart"));
  }

  private static Rewrite swapped(String text, Intensity intensity, SplittableRandom random) {
    List<Word> words = Word.of(text);
    List<Integer> able = new ArrayList<>();
    for (int i = 0; i + 1 < words.size(); i++) {
      Word left = words.get(i);
      Word right = words.get(i + 1);
      boolean plain = text.substring(left.end(), right.start()).isBlank();
      if (plain && !left.kept() && !right.kept() && !left.text().equalsIgnoreCase(right.text())) {
        able.add(i++); // Pairs do not overlap.
      }
    }
    if (able.isEmpty()) {
      return Rewrite.none("no two neighbouring words that may change places");
    }
    Set<Integer> drawn = Places.drawn(able, intensity, random);
    StringBuilder out = new StringBuilder();
    int last = 0;
    for (int i : able) {
      if (drawn.contains(i)) {
        Word left = words.get(i);
        Word right = words.get(i + 1);
        out.append(text, last, left.start())
            .append(right.text())
            .append(text, left.end(), right.start())
            .append(left.text());
        last = right.end();
      }
    }
    return Rewrite.to(out.append(text, last, text.length()).toString());
  }

  private static Rewrite filled(String text, Intensity intensity, SplittableRandom random) {
    List<String> fillers = Lines.of(HERE, "filler.txt");
    List<Word> words = Word.of(text);
    if (words.isEmpty()) {
      return Rewrite.none("there is no word");
    }
    Set<Word> drawn = Places.drawn(words, intensity, random);
    return Rewrite.to(
        Word.replaced(
            text,
            words,
            word ->
                drawn.contains(word)
                    ? Places.one(fillers, random) + " " + word.text()
                    : word.text()));
  }

  private static Rewrite lengthened(String text, Intensity intensity, SplittableRandom random) {
    List<String> sentences = Lines.of(HERE, "verbose.txt");
    Set<String> drawn = Places.drawn(sentences, intensity, random);
    List<String> before = new ArrayList<>();
    List<String> behind = new ArrayList<>();
    for (String sentence : sentences) {
      if (drawn.contains(sentence)) {
        (before.size() <= behind.size() ? before : behind).add(sentence);
      }
    }
    before.add(text);
    before.addAll(behind);
    return Rewrite.to(String.join(" ", before));
  }

  private static Rewrite shortened(String text) {
    Set<String> idle = new HashSet<>(Lines.of(HERE, "idle.txt"));
    List<String> left =
        Word.of(text).stream()
            .filter(word -> word.kept() || !idle.contains(word.text().toLowerCase(Locale.ROOT)))
            .map(Word::text)
            .toList();
    String terse = String.join(" ", left);
    return left.isEmpty() || left.size() < Math.min(PLAIN_WORDS, Word.of(text).size())
        ? Rewrite.none("too few words would be left")
        : Rewrite.to(terse);
  }
}
