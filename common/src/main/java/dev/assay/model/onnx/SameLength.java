package dev.assay.model.onnx;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which texts go through a network together: those of one length, so that no work goes into padding
 * and a text's bits are the same whatever its neighbours are.
 */
final class SameLength {
  /** Tokens of one run per text of the batch size: bounds the memory that long texts take. */
  private static final int TOKENS_PER_TEXT = 128;

  private SameLength() {}

  /**
   * The places of {@code texts} in batches, the shortest texts first, equal ones in order.
   *
   * @param batchSize most texts of a batch; fewer where they are long, but always one
   */
  static List<int[]> batches(List<Tokens> texts, int batchSize) {
    int[] lengths = texts.stream().mapToInt(text -> text.ids().length).toArray();
    int[] order =
        IntStream.range(0, lengths.length)
            .boxed()
            .sorted(Comparator.comparingInt(i -> lengths[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    List<int[]> batches = new ArrayList<>();
    for (int from = 0; from < order.length; ) {
      int length = lengths[order[from]];
      int most = Math.min(batchSize, batchSize * TOKENS_PER_TEXT / Math.max(1, length));
      int to = from + 1;
      while (to < order.length && to < from + most && lengths[order[to]] == length) {
        to++;
      }
      batches.add(IntStream.range(from, to).map(i -> order[i]).toArray());
      from = to;
    }
    return batches;
  }
}
