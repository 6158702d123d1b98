package dev.assay.questions.rules;

import dev.assay.base.Seeds;
import dev.assay.mentions.Kind;
import dev.assay.mentions.Mention;
import dev.assay.mentions.MentionPool;
import dev.assay.mentions.Mentions;
import dev.assay.retrieval.Analyser;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Joins a question on one chunk with a question on another that names the same thing: a name or
 * form that few texts of the corpus have, or two content words in a row of both questions.
 */
record TwoChunks(MentionPool pool, long seed) {
  private static final int KEPT = 3;
  private static final int MAX_WORDS = 18;
  private static final double COMMON = 0.12;
  private static final double SAME = 0.5;
  private static final Set<String> PLAIN = Words.of("plain");

  /** Two stems and what they share. */
  record Pair(Stem first, Stem second, String phrase) {
    String question() {
      String one = Context.complete(first).orElseThrow();
      String other = Context.complete(second).orElseThrow();
      return one.substring(0, one.length() - 1) + ", and " + Phrasing.inside(other);
    }
  }

  /** A stem with what it can be joined by. */
  private record Part(Stem stem, Set<String> names, Set<String> phrases, Set<String> terms) {}

  /** At most {@value #KEPT} pairs, those of different documents first, then in seeded order. */
  List<Pair> pairs(List<Stem> own, List<Stem> others) {
    List<Part> seconds = others.stream().filter(TwoChunks::fits).map(this::part).toList();
    List<Pair> pairs = new ArrayList<>();
    for (Part first : own.stream().filter(TwoChunks::fits).map(this::part).toList()) {
      for (Part second : seconds) {
        if (!alike(first, second) && !tells(first.stem, second.stem)) {
          shared(first, second)
              .ifPresent(phrase -> pairs.add(new Pair(first.stem, second.stem, phrase)));
        }
      }
    }
    pairs.sort(
        Comparator.<Pair>comparingInt(pair -> sameDocument(pair) ? 1 : 0)
            .thenComparingLong(pair -> Seeds.of(seed, "pair", pair.question())));
    Set<Statement> used = new HashSet<>();
    pairs.removeIf(pair -> !used.add(pair.first.statement()) || !used.add(pair.second.statement()));
    return List.copyOf(pairs.subList(0, Math.min(KEPT, pairs.size())));
  }

  private Part part(Stem stem) {
    List<String> terms = Analyser.terms(stem.question());
    return new Part(stem, names(stem), phrases(terms), Set.copyOf(terms));
  }

  private static boolean fits(Stem stem) {
    return Context.complete(stem).isPresent()
        && stem.statement().clause().lead().isEmpty()
        && !stem.question().contains(",")
        && Phrasing.words(stem.question()) <= MAX_WORDS;
  }

  private static boolean sameDocument(Pair pair) {
    return pair.first.statement().source().docId().equals(pair.second.statement().source().docId());
  }

  private static Optional<String> shared(Part first, Part second) {
    Optional<String> name =
        first.names.stream().filter(second.names::contains).min(Comparator.naturalOrder());
    return name.isPresent()
        ? name
        : first.phrases.stream().filter(second.phrases::contains).min(Comparator.naturalOrder());
  }

  /** Whether one question gives the other's answer away. */
  private static boolean tells(Stem first, Stem second) {
    return first.asked().filter(m -> second.question().contains(m.text())).isPresent()
        || second.asked().filter(m -> first.question().contains(m.text())).isPresent();
  }

  private static boolean telling(String term) {
    return term.length() > 3 && !PLAIN.contains(term);
  }

  /** Whether both ask for nearly the same, by the share of terms that they have in common. */
  private static boolean alike(Part first, Part second) {
    long common = first.terms.stream().filter(second.terms::contains).count();
    return common > SAME * (first.terms.size() + second.terms.size() - common);
  }

  private Set<String> names(Stem stem) {
    Set<String> names = new HashSet<>();
    for (Mention mention :
        Mentions.find(stem.statement().source().title() + ". " + stem.question())) {
      boolean telling = mention.kind() == Kind.NAME || mention.kind() == Kind.IDENTIFIER;
      if (telling && pool.share(mention.text()) > 0 && pool.share(mention.text()) <= COMMON) {
        names.add(mention.text());
      }
    }
    return names;
  }

  private static Set<String> phrases(List<String> terms) {
    Set<String> phrases = new HashSet<>();
    for (int i = 1; i < terms.size(); i++) {
      if (telling(terms.get(i - 1)) && telling(terms.get(i))) {
        phrases.add(terms.get(i - 1) + " " + terms.get(i));
      }
    }
    return phrases;
  }
}
