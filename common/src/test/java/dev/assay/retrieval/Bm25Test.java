package dev.assay.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class Bm25Test {
  private final Bm25 index =
      new Bm25(
          List.of(
              new Chunk("c", "3", "wire"),
              new Chunk("b", "2", "the card limit"),
              new Chunk("a", "1", "Fees: fee, card")));

  @Test
  void scoresEqualTheFormulaByHand() {
    // Lengths without stop words 3, 2, 1, mean 2. "fee" is in 1 of 3 chunks: ln(1 + 2.5/1.5);
    // "card" in 2: ln(1 + 1.5/2.5).
    // Chunk a: k1(1 - b + b·3/2) = 1.65, so fee (twice) 2·2.2/3.65 and card 2.2/2.65. Chunk b: 1.2,
    // so card 2.2/2.2.
    List<Hit> hits = index.search("fee card", 3);
    assertThat(hits).extracting(hit -> hit.chunk().chunkId()).containsExactly("a", "b");
    assertThat(hits.get(0).score())
        .isCloseTo(Math.log(8 / 3.0) * 4.4 / 3.65 + Math.log(1.6) * 2.2 / 2.65, within(1e-9));
    assertThat(hits.get(1).score()).isCloseTo(Math.log(1.6), within(1e-9));
  }

  @Test
  void aTermThatTheQueryRepeatsCountsTwice() {
    assertThat(index.search("wire wire", 1).get(0).score())
        .isCloseTo(2 * index.search("wire", 1).get(0).score(), within(2e-9));
  }

  @Test
  void rankIsThatOfTheBestNamedChunkAndZeroWithoutACommonTerm() {
    assertThat(index.rank("fee card", List.of("b", "c"))).isEqualTo(2);
    assertThat(index.rank("fee card", List.of("c"))).isZero();
    assertThat(index.rank("", List.of("a"))).isZero();
  }

  @Test
  void equalScoresGoByChunkId() {
    Bm25 twins = new Bm25(List.of(new Chunk("z", "1", "fee"), new Chunk("y", "2", "fee")));
    assertThat(twins.search("fee", 2))
        .extracting(hit -> hit.chunk().chunkId())
        .containsExactly("y", "z");
  }

  @Test
  void anEmptyCorpusFindsNothing() {
    assertThat(new Bm25(List.of()).search("fee", 5)).isEmpty();
    assertThat(new Bm25(List.of(new Chunk("a", "1", ""))).search("fee", 5)).isEmpty();
  }

  @Test
  void canBeSentToExecutors() throws Exception {
    try (ObjectOutputStream out = new ObjectOutputStream(new ByteArrayOutputStream())) {
      out.writeObject(index);
    }
  }
}
