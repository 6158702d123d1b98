package dev.assay.support;

import dev.assay.base.Rounding;
import dev.assay.model.TokenCosines;
import dev.assay.model.TokenVectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Passages as the model compares sentences with them. */
final class Premise {
  private final List<Line> lines;
  private final List<TokenVectors> contents;
  private final TokenCosines cosines;
  private final List<ParsedText> passages;
  private final Set<String> known;
  private final List<Quantity> quantities;
  private final boolean truncated;

  /** A sentence of a passage, with the vectors of its content tokens. */
  record Line(int passage, String text, ParsedText parsed, ContentVectors.Content content) {}

  /**
   * How a sentence aligns with the premise.
   *
   * @param lowest the lowest, over its content tokens, of the best cosine with a token of the
   *     premise
   * @param mean their mean
   * @param best the line whose own alignment has the highest mean
   * @param closeness that mean: 1 where the line says the same words
   */
  record Alignment(double lowest, double mean, int best, double closeness) {}

  Premise(List<Line> lines, List<ParsedText> passages, TokenCosines cosines) {
    this.lines = lines;
    this.contents = lines.stream().map(line -> line.content().vectors()).toList();
    this.truncated = lines.stream().anyMatch(line -> line.content().truncated());
    this.cosines = cosines;
    this.passages = passages;
    this.known = ParsedText.known(passages);
    this.quantities = passages.stream().flatMap(p -> p.quantities().stream()).toList();
  }

  Line line(int index) {
    return lines.get(index);
  }

  /** Whether a line was longer than the model reads. */
  boolean truncated() {
    return truncated;
  }

  boolean knows(String word) {
    return known.contains(word);
  }

  /** Numbers of {@code sentence} that no passage says. */
  int unsaid(ParsedText sentence) {
    return (int)
        sentence.quantities().stream()
            .filter(q -> q.stated() && quantities.stream().noneMatch(q::saidBy))
            .count();
  }

  /** Empty where {@code sentence} or the premise has no content token. */
  Optional<Alignment> align(TokenVectors sentence) {
    if (sentence.size() == 0) {
      return Optional.empty();
    }
    float[][] nearest = cosines.best(sentence, contents);
    float[] overall = new float[sentence.size()];
    Arrays.fill(overall, -1);
    int best = -1;
    double highest = -1;
    for (int i = 0; i < nearest.length; i++) {
      if (contents.get(i).size() == 0) {
        continue;
      }
      double sum = 0;
      for (int t = 0; t < overall.length; t++) {
        overall[t] = Math.max(overall[t], nearest[i][t]);
        sum += nearest[i][t];
      }
      // Of lines that say the same the first, whatever the last bits of their products are.
      if (best < 0 || Rounding.toMicro(sum / overall.length) > highest) {
        highest = Rounding.toMicro(sum / overall.length);
        best = i;
      }
    }
    if (best < 0) {
      return Optional.empty();
    }
    double lowest = 1;
    double sum = 0;
    for (float value : overall) {
      lowest = Math.min(lowest, value);
      sum += value;
    }
    int tokens = overall.length;
    return Optional.of(new Alignment(lowest, sum / tokens, best, highest));
  }

  /**
   * √(Σ length²) / words, over the maximal runs of words that a passage has in the same order,
   * taken greedily from the left: 1 for a copy, 0 without a common word.
   */
  double fragmentDensity(List<String> words) {
    int n = words.size();
    if (n == 0) {
      return 0;
    }
    Map<String, Integer> ids = new HashMap<>();
    int[] own = new int[n];
    for (int i = 0; i < n; i++) {
      own[i] = ids.computeIfAbsent(words.get(i), key -> ids.size());
    }
    int[] longest = new int[n];
    for (ParsedText passage : passages) {
      longest(own, passage.words(), ids, longest);
    }
    double squares = 0;
    for (int i = 0; i < n; ) {
      squares += (double) longest[i] * longest[i];
      i += Math.max(1, longest[i]);
    }
    return Math.sqrt(squares) / n;
  }

  /** Raises by place the length of the longest run that begins there and stands in the passage. */
  private static void longest(
      int[] own, List<String> passage, Map<String, Integer> ids, int[] longest) {
    List<List<Integer>> places = new ArrayList<>();
    for (int id = 0; id < ids.size(); id++) {
      places.add(new ArrayList<>());
    }
    int c = passage.size();
    for (int j = 0; j < c; j++) {
      Integer id = ids.get(passage.get(j));
      if (id != null) {
        places.get(id).add(j);
      }
    }
    int[] after = new int[c + 1]; // run length that begins at place i + 1 here and place j there
    for (int i = own.length - 1; i >= 0; i--) {
      int[] here = new int[c + 1];
      for (int j : places.get(own[i])) {
        here[j] = after[j + 1] + 1;
        longest[i] = Math.max(longest[i], here[j]);
      }
      after = here;
    }
  }
}
