package dev.assay.perturb.passages;

import dev.assay.core.Passage;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * What was retrieved for a question, and what else the corpus has.
 *
 * @param passages in their order
 * @param elsewhere gives a passage of another document than any of these, by a random number; the
 *     same where there is no other
 */
public record Handed(List<Passage> passages, Elsewhere elsewhere) {

  public Handed {
    passages = List.copyOf(passages);
  }

  /** Draws from the corpus. */
  @FunctionalInterface
  public interface Elsewhere {
    List<Passage> draw(int number, List<Passage> but, SplittableRandom random);
  }

  /** With the ranks of the order that they stand in. */
  static List<Passage> ranked(List<Passage> passages) {
    return IntStream.range(0, passages.size())
        .mapToObj(i -> with(passages.get(i), passages.get(i).text(), i + 1))
        .toList();
  }

  static Passage with(Passage passage, String text, int rank) {
    return new Passage(passage.chunkId(), passage.docId(), text, rank, passage.score());
  }

  static Passage own(String text) {
    return new Passage("", "", text, 1, OptionalDouble.empty());
  }
}
