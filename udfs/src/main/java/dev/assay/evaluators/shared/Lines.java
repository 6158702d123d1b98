package dev.assay.evaluators.shared;

import dev.assay.core.Evidence.Side;
import dev.assay.core.Example;
import dev.assay.core.Passage;
import dev.assay.text.Splits;
import java.util.ArrayList;
import java.util.List;

/**
 * The texts of one side of a comparison, in order: its sentences, or the whole text as one line.
 * Sentences are the scored ones ({@link dev.assay.text.Sentences#scored}); contexts are split
 * passage by passage and a line's index counts through all of them.
 *
 * @param side where the lines come from
 * @param texts the lines
 * @param passages for contexts, the position from 0 of the passage that each line comes from; empty
 *     for other sides
 * @param ranks for contexts, the true rank from 1 of that passage; empty for other sides
 */
public record Lines(Side side, List<String> texts, List<Integer> passages, List<Integer> ranks) {

  public Lines {
    texts = List.copyOf(texts);
    passages = List.copyOf(passages);
    ranks = List.copyOf(ranks);
  }

  /** The question, whole. */
  public static Lines question(Example example) {
    return whole(Side.QUESTION, example.question());
  }

  /** The question's sentences. */
  public static Lines questionSentences(Example example) {
    return sentences(Side.QUESTION, example.question());
  }

  /** The answer, whole; no line when there is none. */
  public static Lines answer(Example example) {
    return whole(Side.ANSWER, example.answer().orElse(""));
  }

  /** The answer's sentences; no line when there is no answer. */
  public static Lines answerSentences(Example example) {
    return sentences(Side.ANSWER, example.answer().orElse(""));
  }

  /** The expected answer, whole; no line when there is none. */
  public static Lines expected(Example example) {
    return whole(Side.EXPECTED, example.expected().orElse(""));
  }

  /** The expected answer's sentences; no line when there is none. */
  public static Lines expectedSentences(Example example) {
    return sentences(Side.EXPECTED, example.expected().orElse(""));
  }

  /** The sentences of all contexts. A blank passage has none but keeps its rank. */
  public static Lines contextSentences(Example example) {
    List<Integer> ranks = ranks(example.contexts());
    List<String> texts = new ArrayList<>();
    List<Integer> passages = new ArrayList<>();
    List<Integer> lineRanks = new ArrayList<>();
    for (int p = 0; p < example.contexts().size(); p++) {
      for (String sentence : Splits.of(example.contexts().get(p).text())) {
        texts.add(sentence);
        passages.add(p);
        lineRanks.add(ranks.get(p));
      }
    }
    return new Lines(Side.CONTEXT, texts, passages, lineRanks);
  }

  /** The contexts that have text, each whole. */
  public static Lines contexts(Example example) {
    List<Integer> ranks = ranks(example.contexts());
    List<String> texts = new ArrayList<>();
    List<Integer> passages = new ArrayList<>();
    List<Integer> lineRanks = new ArrayList<>();
    for (int p = 0; p < example.contexts().size(); p++) {
      String text = example.contexts().get(p).text();
      if (!Splits.of(text).isEmpty()) {
        texts.add(text);
        passages.add(p);
        lineRanks.add(ranks.get(p));
      }
    }
    return new Lines(Side.CONTEXT, texts, passages, lineRanks);
  }

  /**
   * The true ranks of {@code passages}: as given when they rise strictly from 1 or more, else the
   * positions from 1, since the order of retrieval is what is certain.
   */
  public static List<Integer> ranks(List<Passage> passages) {
    int before = 0;
    List<Integer> given = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    boolean rising = true;
    for (Passage passage : passages) {
      rising &= passage.rank() > before;
      before = passage.rank();
      given.add(passage.rank());
      positions.add(positions.size() + 1);
    }
    return rising ? given : positions;
  }

  /** How many lines there are. */
  public int size() {
    return texts.size();
  }

  /** What messages call this side. */
  public String name() {
    return switch (side) {
      case QUESTION -> "the question";
      case EXPECTED -> "the expected answer";
      case CONTEXT -> "the context";
      case ANSWER -> "the answer";
    };
  }

  private static Lines whole(Side side, String text) {
    return new Lines(
        side, Splits.of(text).isEmpty() ? List.of() : List.of(text), List.of(), List.of());
  }

  private static Lines sentences(Side side, String text) {
    return new Lines(side, Splits.of(text), List.of(), List.of());
  }
}
