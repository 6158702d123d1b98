package dev.assay.model.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SameLengthTest {

  @Test
  void textsOfOneLengthGoTogether() {
    List<Tokens> texts =
        IntStream.of(3, 5, 3, 3, 600, 5, 600)
            .mapToObj(length -> new Tokens(new long[length], length, new int[0], new int[0]))
            .toList();
    // Of 2 texts of 128 tokens there is no room for two of 600.
    assertThat(SameLength.batches(texts, 2))
        .containsExactly(
            new int[] {0, 2}, new int[] {3}, new int[] {1, 5}, new int[] {4}, new int[] {6});
    assertThat(SameLength.batches(List.of(), 2)).isEmpty();
  }

  @Test
  void windowsOverlapByAQuarterAndJudgeEachTokenOnce() {
    // Of 20 tokens windows of 8 that begin every 6: tokens 6 and 7 are in the first two; 6 has one
    // token behind it in the first and none before it in the second, 7 the other way round.
    assertThat(TokenWindow.of(20, 8))
        .containsExactly(
            new TokenWindow(0, 8, 0, 7),
            new TokenWindow(6, 14, 7, 13),
            new TokenWindow(12, 20, 13, 20));
    assertThat(TokenWindow.of(8, 8)).containsExactly(new TokenWindow(0, 8, 0, 8));
    assertThat(TokenWindow.of(0, 8)).isEmpty();
    for (int room = 1; room < 12; room++) {
      for (int count = 1; count < 40; count++) {
        int judged = 0;
        for (TokenWindow window : TokenWindow.of(count, room)) {
          assertThat(window.from()).isEqualTo(judged).isGreaterThanOrEqualTo(window.start());
          assertThat(window.to()).isGreaterThan(judged).isLessThanOrEqualTo(window.end());
          judged = window.to();
        }
        assertThat(judged).isEqualTo(count);
      }
    }
  }
}
