package dev.assay.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class ChunkerProperties {
  /** Four characters a token within each word, as word pieces are. */
  private static final TokenCounter PIECES =
      text -> {
        int tokens = 0;
        for (String word : text.trim().split("\\s+")) {
          tokens += (word.length() + 3) / 4;
        }
        return tokens;
      };

  @Property
  void chunksAreOrderedSpansWithinTheLimitThatHoldEverythingThatIsNotBlank(
      @ForAll("texts") String text,
      @ForAll @IntRange(min = 2, max = 60) int max,
      @ForAll @IntRange(min = 0, max = 20) int overlap) {
    List<Chunk> chunks = new Chunker(PIECES, max, Math.min(overlap, max - 1)).chunks(text);
    BitSet covered = new BitSet(text.length());
    int lastEnd = 0;
    for (int i = 0; i < chunks.size(); i++) {
      Chunk chunk = chunks.get(i);
      assertThat(chunk.position()).isEqualTo(i);
      assertThat(text.substring(chunk.start(), chunk.end())).isEqualTo(chunk.text());
      assertThat(Characters.blank(chunk.text().charAt(0))).isFalse();
      assertThat(Characters.blank(chunk.text().charAt(chunk.text().length() - 1))).isFalse();
      assertThat(chunk.tokens()).isBetween(1, max);
      assertThat(chunk.text().length()).isLessThanOrEqualTo(16 * max);
      assertThat(chunk.end()).isGreaterThan(lastEnd);
      lastEnd = chunk.end();
      covered.set(chunk.start(), chunk.end());
    }
    for (int at = 0; at < text.length(); at++) {
      assertThat(covered.get(at) || Characters.blank(text.charAt(at))).isTrue();
    }
  }

  @Property
  void noSurrogatePairIsCut(@ForAll @IntRange(min = 1, max = 300) int length) {
    String text = "😀".repeat(length);
    for (Chunk chunk : new Chunker(PIECES, 7, 0).chunks(text)) {
      assertThat(Character.isLowSurrogate(chunk.text().charAt(0))).isFalse();
    }
  }

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> piece =
        Arbitraries.oneOf(
            Arbitraries.of(
                ". ",
                "\n\n",
                "\n",
                " ",
                "# Heading\n\n",
                "Heading\n\n",
                "- ",
                "\u0000",
                "😀",
                "שלום עולם. ",
                "The bank charges a fee of $6. ",
                "No. 5 ",
                "x".repeat(150),
                "word ".repeat(80),
                " ".repeat(400),
                "| a | b |\n"),
            Arbitraries.strings().alpha().ofMaxLength(12),
            Arbitraries.strings().ofMaxLength(5));
    return piece.list().ofMaxSize(25).map(pieces -> String.join("", pieces));
  }
}
