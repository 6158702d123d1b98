package dev.assay.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TasksTest {
  /** The law worked by hand: n/8 up to 4, n/128 up to 256, n/4096, each rounded up. */
  @ParameterizedTest
  @CsvSource({
    "0, 1",
    "1, 1",
    "4, 1",
    "8, 1",
    "9, 2",
    "20, 3",
    "32, 4",
    "512, 4",
    "513, 5",
    "2000, 16",
    "20000, 157",
    "32768, 256",
    "1000000, 256",
    "1048577, 257",
    "10000000, 2442"
  })
  void areFewForFewRowsAndEnoughForMany(long rows, int tasks) {
    assertThat(Tasks.of(rows)).isEqualTo(tasks);
  }

  /** By hand: n/512 up to 4, n/4096, each rounded up. */
  @ParameterizedTest
  @CsvSource({"0, 1", "512, 1", "513, 2", "2048, 4", "16384, 4", "16385, 5", "1000000, 245"})
  void ofRowsThatAskNoModelAreFewer(long rows, int tasks) {
    assertThat(Tasks.ofCheap(rows)).isEqualTo(tasks);
  }

  /** By hand: n/8 up to 4, n/512 up to 256, n/4096, each rounded up, and beyond 4 to fours. */
  @ParameterizedTest
  @CsvSource({
    "0, 1",
    "9, 2",
    "17, 3",
    "500, 4",
    "2048, 4",
    "2049, 8",
    "6560, 16",
    "20000, 40",
    "1000000, 256",
    "1048577, 260"
  })
  void ofTextsHaveWhatFillsBatches(long texts, int tasks) {
    assertThat(Tasks.ofTexts(texts)).isEqualTo(tasks);
  }

  /** By hand: n/8 up to 4, n/2048 up to 256, n/4096, each rounded up, and beyond 4 to fours. */
  @ParameterizedTest
  @CsvSource({"0, 1", "9, 2", "8192, 4", "8193, 8", "20000, 12", "1000000, 256", "1048577, 260"})
  void ofVectorsAreFewer(long vectors, int tasks) {
    assertThat(Tasks.ofVectors(vectors)).isEqualTo(tasks);
  }

  /** By hand: n/8 up to 4, n/32 up to 256, n/4096, each rounded up, and beyond 4 to fours. */
  @ParameterizedTest
  @CsvSource({"0, 1", "9, 2", "128, 4", "200, 8", "2000, 64", "20000, 256", "1048577, 260"})
  void ofAnswersThatNetworksReadAreMore(long rows, int tasks) {
    assertThat(Tasks.ofNetworks(rows)).isEqualTo(tasks);
  }

  @Test
  void neverGetFewerWithMoreRows() {
    for (long rows = 1; rows < 5_000_000; rows += 97) {
      assertThat(Tasks.of(rows + 97)).isGreaterThanOrEqualTo(Tasks.of(rows));
      assertThat((double) rows / Tasks.of(rows)).isLessThanOrEqualTo(4096);
    }
  }
}
