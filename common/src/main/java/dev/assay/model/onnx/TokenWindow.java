package dev.assay.model.onnx;

import java.util.ArrayList;
import java.util.List;

/**
 * A part of a text's tokens that a network reads at once, and the tokens of it that it judges:
 * those up to the middles of the overlaps with its neighbours, so that each token is judged where
 * it has most room on either side, of equals in the earlier window.
 *
 * @param start first token that is read
 * @param end behind the last one
 * @param from first token that is judged
 * @param to behind the last one
 */
record TokenWindow(int start, int end, int from, int to) {

  /** Windows of {@code room} tokens that overlap by a quarter, and judge each of {@code count}. */
  static List<TokenWindow> of(int count, int room) {
    int step = room - room / 4;
    List<TokenWindow> windows = new ArrayList<>();
    int judged = 0;
    for (int start = 0; judged < count; start += step) {
      int end = Math.min(count, start + room);
      int to = end == count ? count : (end - 1 + start + step) / 2 + 1;
      windows.add(new TokenWindow(start, end, judged, to));
      judged = to;
    }
    return windows;
  }
}
