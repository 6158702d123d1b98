package dev.assay.model.onnx;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which texts go through a network together on a GPU: as many as a number of tokens holds, padding
 * included. A GPU is as quick with a padded batch as with one text; on a CPU padding is work, and
 * {@link SameLength} does without.
 */
final class TokenBudget {
  /** Tokens of one run per text of the batch size, as in {@link SameLength}. */
  private static final int TOKENS_PER_TEXT = 128;

  private TokenBudget() {}

  /**
   * The places of {@code texts} in batches, the shortest texts first, equal ones in order.
   *
   * @param batchSize a batch takes 128 tokens for each, however many texts these are; always one
   */
  static List<int[]> batches(List<Tokens> texts, int batchSize) {
    int[] order =
        IntStream.range(0, texts.size())
            .boxed()
            .sorted(Comparator.comparingInt(i -> texts.get(i).ids().length))
            .mapToInt(Integer::intValue)
            .toArray();
    long budget = (long) batchSize * TOKENS_PER_TEXT;
    List<int[]> batches = new ArrayList<>();
    for (int from = 0; from < order.length; ) {
      int to = from + 1;
      while (to < order.length && (to - from + 1L) * texts.get(order[to]).ids().length <= budget) {
        to++;
      }
      batches.add(IntStream.range(from, to).map(i -> order[i]).toArray());
      from = to;
    }
    return batches;
  }
}
