package dev.assay.text;

import dev.assay.text.Sentences.Sentence;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a text into passages of whole sentences. A passage takes as many sentences as its limit
 * allows and begins with the last sentences of the one before, as many as the overlap allows. A
 * heading goes with what follows where the two fit, and ends the overlap: a passage that begins
 * with a heading repeats nothing.
 *
 * <p>A sentence over the limit is cut at the white space nearest to its middle until the pieces
 * fit, and inside a word only where there is no white space. Sixteen characters count as one token
 * at least, since tokenizers read a word of any length that they do not know as one.
 *
 * @param counter the embedder's own tokenizer
 * @param maxTokens most tokens of a passage, from 1; sentences are counted one by one
 * @param overlapTokens most tokens repeated from the passage before, below {@code maxTokens}
 */
public record Chunker(TokenCounter counter, int maxTokens, int overlapTokens) {
  private static final int CHARACTERS_PER_TOKEN = 16;

  public Chunker {
    if (maxTokens < 1 || overlapTokens < 0 || overlapTokens >= maxTokens) {
      throw new IllegalArgumentException(
          "A passage of at most %d tokens cannot repeat up to %d: allowed are 0 to max-tokens - 1"
              .formatted(maxTokens, overlapTokens));
    }
  }

  /** The passages in order. Together they hold every character that is not blank. */
  public List<Chunk> chunks(String text) {
    Units units = units(text);
    List<Chunk> chunks = new ArrayList<>();
    for (int next = 0; next < units.size(); ) {
      int from = overlap(units, next);
      int to = next + 1;
      while (to < units.size() && units.weight(from, to + 1) <= maxTokens) {
        to++;
      }
      to = beforeHeadings(units, next, to);
      chunks.add(units.chunk(text, chunks.size(), from, to));
      next = to;
    }
    return chunks;
  }

  /** Where a passage that continues at {@code next} begins. */
  private int overlap(Units units, int next) {
    int from = next;
    if (units.heading(next)) {
      return from;
    }
    while (from > 0
        && !units.heading(from - 1)
        && units.weight(from - 1, next) <= overlapTokens
        && units.weight(from - 1, next + 1) <= maxTokens) {
      from--;
    }
    return from;
  }

  /** The end of a passage without the headings that it would end with, if anything is left. */
  private static int beforeHeadings(Units units, int next, int to) {
    if (to == units.size()) {
      return to;
    }
    int end = to;
    while (end > next && units.heading(end - 1)) {
      end--;
    }
    return end > next ? end : to;
  }

  private Units units(String text) {
    Units units = new Units();
    for (Sentence sentence : Sentences.split(text)) {
      add(units, text, sentence.start(), sentence.end(), Headings.is(text, sentence));
    }
    return units;
  }

  private void add(Units units, String text, int start, int end, boolean heading) {
    int tokens = counter.count(text.substring(start, end));
    if (Units.cost(tokens, end - start) <= maxTokens || end - start == 1) {
      units.add(start, end, tokens, heading);
      return;
    }
    int cut = cut(text, start, end);
    if (cut == end) {
      units.add(start, end, tokens, heading);
      return;
    }
    add(units, text, start, Characters.trimEnd(text, start, cut), heading);
    add(units, text, Characters.skipBlanks(text, cut, end), end, false);
  }

  /** The blank nearest to the middle, else the middle, not inside a surrogate pair. */
  private static int cut(String text, int start, int end) {
    int middle = start + (end - start) / 2;
    for (int away = 0; away <= (end - start) / 2; away++) {
      if (middle - away > start && Characters.blank(text.charAt(middle - away))) {
        return middle - away;
      }
      if (middle + away < end && Characters.blank(text.charAt(middle + away))) {
        return middle + away;
      }
    }
    return Character.isLowSurrogate(text.charAt(middle))
            && Character.isHighSurrogate(text.charAt(middle - 1))
        ? middle + 1
        : middle;
  }

  /** What passages are made of: sentences and pieces of over-long ones, with running sums. */
  private static final class Units {
    private final List<int[]> spans = new ArrayList<>();
    private final List<Boolean> headings = new ArrayList<>();
    private final List<Integer> tokensBefore = new ArrayList<>(List.of(0));

    void add(int start, int end, int tokens, boolean heading) {
      spans.add(new int[] {start, end});
      headings.add(heading);
      tokensBefore.add(tokensBefore.get(tokensBefore.size() - 1) + tokens);
    }

    int size() {
      return spans.size();
    }

    boolean heading(int unit) {
      return headings.get(unit);
    }

    int weight(int from, int to) {
      return cost(tokens(from, to), spans.get(to - 1)[1] - spans.get(from)[0]);
    }

    Chunk chunk(String text, int position, int from, int to) {
      int start = spans.get(from)[0];
      int end = spans.get(to - 1)[1];
      return new Chunk(
          position, start, end, text.substring(start, end), tokens(from, to), to - from);
    }

    private int tokens(int from, int to) {
      return tokensBefore.get(to) - tokensBefore.get(from);
    }

    static int cost(int tokens, int characters) {
      return Math.max(tokens, (characters + CHARACTERS_PER_TOKEN - 1) / CHARACTERS_PER_TOKEN);
    }
  }
}
