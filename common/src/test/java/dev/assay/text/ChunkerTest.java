package dev.assay.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChunkerTest {
  private static final TokenCounter WORDS =
      text -> text.isBlank() ? 0 : text.trim().split("\\s+").length;

  @Test
  void packsWholeSentencesUpToTheLimitAndRepeatsTheLastOnes() {
    // Sentences of 4, 4, 4 and 4 words; limit 10, overlap 5: two fit (8), the second is repeated.
    String text = "One two three four. Five six seven eight. Nine ten eleven twelve. A b c d.";
    List<Chunk> chunks = new Chunker(WORDS, 10, 5).chunks(text);
    assertThat(chunks)
        .extracting(Chunk::text)
        .containsExactly(
            "One two three four. Five six seven eight.",
            "Five six seven eight. Nine ten eleven twelve.",
            "Nine ten eleven twelve. A b c d.");
    assertThat(chunks).extracting(Chunk::tokens).containsExactly(8, 8, 8);
    assertThat(chunks).extracting(Chunk::sentences).containsExactly(2, 2, 2);
    assertThat(chunks).extracting(Chunk::position).containsExactly(0, 1, 2);
  }

  @Test
  void aHeadingGoesWithWhatFollowsAndRepeatsNothing() {
    String text =
        "# Fees\n\nThe monthly fee is six dollars.\n\n## Waiver\n\nIt is waived for students.";
    assertThat(new Chunker(WORDS, 11, 8).chunks(text))
        .extracting(Chunk::text)
        .containsExactly(
            "# Fees\n\nThe monthly fee is six dollars.", "## Waiver\n\nIt is waived for students.");
  }

  @Test
  void aPlainHeadingIsRecognisedByItsBlankLinesAndMissingEndMark() {
    String text = "A first sentence of words here.\n\nCard fees\n\nEach card costs two dollars.";
    assertThat(new Chunker(WORDS, 8, 0).chunks(text))
        .extracting(Chunk::text)
        .containsExactly(
            "A first sentence of words here.", "Card fees\n\nEach card costs two dollars.");
  }

  @Test
  void aHeadingThatFitsNowhereElseStandsAlone() {
    String text = "# A long heading here\n\nFive words are one sentence.";
    assertThat(new Chunker(WORDS, 5, 0).chunks(text))
        .extracting(Chunk::text)
        .containsExactly("# A long heading here", "Five words are one sentence.");
  }

  @Test
  void anOverlongSentenceIsCutAtWhiteSpace() {
    // Nine words over a limit of 5; the middle is character 13, the blank nearest to it 14.
    List<Chunk> chunks = new Chunker(WORDS, 5, 0).chunks("aa bb cc dd ee ff gg hh ii");
    assertThat(chunks).extracting(Chunk::text).containsExactly("aa bb cc dd ee", "ff gg hh ii");
  }

  @Test
  void tenMegabytesWithoutASpaceAreCutIntoBoundedPieces() {
    String text = "x".repeat(10_000_000);
    List<Chunk> chunks = new Chunker(WORDS, 200, 30).chunks(text);
    assertThat(chunks).allSatisfy(c -> assertThat(c.text()).hasSizeLessThanOrEqualTo(200 * 16));
    assertThat(chunks.get(chunks.size() - 1).end()).isEqualTo(text.length());
  }

  @Test
  void everySentenceIsCountedOnce() {
    List<String> counted = new ArrayList<>();
    TokenCounter counter =
        text -> {
          counted.add(text);
          return WORDS.count(text);
        };
    new Chunker(counter, 6, 3).chunks("One two. Three four. Five six. Seven eight. Nine ten.");
    assertThat(counted).hasSize(5).doesNotHaveDuplicates();
  }

  @Test
  void blankTextHasNoChunk() {
    assertThat(new Chunker(WORDS, 5, 0).chunks(" \n\u0000\t ")).isEmpty();
  }

  @Test
  void anOverlapAsLargeAsTheLimitIsRefused() {
    assertThatThrownBy(() -> new Chunker(WORDS, 5, 5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0 to max-tokens - 1");
  }
}
