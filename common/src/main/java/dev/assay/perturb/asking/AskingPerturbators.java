package dev.assay.perturb.asking;

import dev.assay.base.Lines;
import dev.assay.perturb.Intensity;
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

/** What stands beside a question, or in its place. */
public final class AskingPerturbators {
  /** The one that takes words of other topics. */
  public static final String OTHER_TOPIC = "other_topic";

  private static final Class<?> HERE = AskingPerturbators.class;
  private static final int LONG_WORD = 5;

  private AskingPerturbators() {}

  /** All but attacks. */
  public static List<Perturbator> all() {
    return List.of(
        new Perturbator(
            "copy",
            Meaning.PRESERVED,
            false,
            "The question as it is, for self-consistency.",
            (asked, intensity, random) -> Rewrite.to(asked.text())),
        new Perturbator(
            "distractor",
            Meaning.PRESERVED,
            true,
            "True sentences that have nothing to do with the question stand before it.",
            (asked, intensity, random) -> distracted(asked.text(), intensity, random)),
        premise(
            "contradiction",
            "A sentence before the question says that its subject does not exist."),
        premise(
            "misinformation",
            "A false statement about the question's subject stands before it, as a fact."),
        new Perturbator(
            OTHER_TOPIC,
            Meaning.REPLACED,
            true,
            "Content words are replaced by words of other topics of the corpus.",
            AskingPerturbators::elsewhere),
        fixed(
            "out_of_scope", "A question from a field that the corpus is not about stands for it."),
        fixed("unanswerable", "A question that nobody can answer stands for it."));
  }

  private static Rewrite distracted(String text, Intensity intensity, SplittableRandom random) {
    List<String> sentences = Lines.of(HERE, "distractor.txt");
    Set<String> drawn = Places.drawn(sentences, intensity, random);
    List<String> parts = new ArrayList<>(sentences.stream().filter(drawn::contains).toList());
    parts.add(text);
    return Rewrite.to(String.join(" ", parts));
  }

  /** Of the last noun, which is mostly what is asked about, and of nothing else. */
  private static Perturbator premise(String id, String what) {
    List<String> templates = Lines.of(HERE, id + ".txt");
    Set<String> nouns = new HashSet<>(Lines.of(HERE, "wordnet-noun.txt"));
    nouns.addAll(Lines.of(HERE, "noun.txt"));
    return new Perturbator(
        id,
        Meaning.CHANGED,
        false,
        what,
        (asked, intensity, random) -> {
          List<Word> subjects =
              Word.of(asked.text()).stream().filter(word -> isOf(nouns, word.text())).toList();
          return subjects.isEmpty()
              ? Rewrite.none("no noun that the bundled list knows to say it of")
              : Rewrite.to(
                  Places.one(templates, random)
                          .replace("{subject}", subjects.get(subjects.size() - 1).text())
                      + " "
                      + asked.text());
        });
  }

  /** As it stands, or without the ending of a regular plural. */
  private static boolean isOf(Set<String> nouns, String text) {
    String word = text.toLowerCase(Locale.ROOT);
    return nouns.contains(word)
        || word.endsWith("ies") && nouns.contains(word.substring(0, word.length() - 3) + "y")
        || word.endsWith("es") && nouns.contains(word.substring(0, word.length() - 2))
        || word.endsWith("s") && nouns.contains(word.substring(0, word.length() - 1));
  }

  /** Long words that say what a question is about. */
  private static List<Word> content(List<Word> words) {
    Set<String> idle = new HashSet<>(Lines.of(HERE, "idle.txt"));
    return words.stream()
        .filter(word -> word.text().length() >= LONG_WORD)
        .filter(word -> !idle.contains(word.text().toLowerCase(Locale.ROOT)))
        .toList();
  }

  private static Rewrite elsewhere(
      Perturbator.Asked asked, Intensity intensity, SplittableRandom random) {
    if (asked.elsewhere().isEmpty()) {
      return Rewrite.none(
          "no words of other topics are known: the corpus has no topics (stage stratify), or none that"
              + " the question is not about");
    }
    List<Word> words = Word.of(asked.text());
    List<Word> able = content(words);
    if (able.isEmpty()) {
      return Rewrite.none("no content word of %d letters or more".formatted(LONG_WORD));
    }
    Set<Word> drawn = Places.drawn(able, intensity, random);
    return Rewrite.to(
        Word.replaced(
            asked.text(),
            words,
            word -> drawn.contains(word) ? Places.one(asked.elsewhere(), random) : word.text()));
  }

  private static Perturbator fixed(String id, String what) {
    List<String> questions = Lines.of(HERE, id + ".txt");
    return new Perturbator(
        id,
        Meaning.REPLACED,
        false,
        what,
        (asked, intensity, random) -> Rewrite.to(Places.one(questions, random)));
  }
}
