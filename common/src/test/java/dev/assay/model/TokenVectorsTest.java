package dev.assay.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.model.onnx.Bge;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokenVectorsTest {

  @Test
  void tokensStandWhereTheTextHasThem() {
    String text = "Zürich 😀 pays $8.50 überweisung.";
    TokenVectors tokens = Bge.EMBEDDER.encode(List.of(text)).get(0).tokens();
    List<String> parts = new ArrayList<>();
    for (int t = 0; t < tokens.size(); t++) {
      if (tokens.starts()[t] >= 0) {
        parts.add(text.substring(tokens.starts()[t], tokens.ends()[t]));
      }
    }
    assertThat(String.join("", parts)).isEqualTo(text.replace(" ", ""));
    assertThat(parts).contains("Zürich", "pays", "$", "50").hasSize(tokens.size() - 2);
  }

  @Test
  void theTextsOwnVectorIsTheEmbeddersAndNeitherDependsOnTheBatch() {
    List<String> texts = List.of("A card costs $8.", "Fees are due monthly on the third day.", "");
    List<EncodedText> together = Bge.EMBEDDER.encode(texts);
    for (int i = 0; i < texts.size(); i++) {
      EncodedText alone = Bge.EMBEDDER.encode(List.of(texts.get(i))).get(0);
      assertThat(alone.embedding().vector())
          .containsExactly(together.get(i).embedding().vector())
          .containsExactly(Bge.EMBEDDER.embed(List.of(texts.get(i))).get(0).vector());
      assertThat(alone.tokens().values()).containsExactly(together.get(i).tokens().values());
    }
  }

  @Test
  void aTokenIsNearestToItself() {
    TokenVectors tokens = Bge.EMBEDDER.encode(List.of("The fee is due monthly.")).get(0).tokens();
    float[] best = new float[tokens.size()];
    tokens.raise(best, tokens);
    for (float cosine : best) {
      assertThat(cosine).isCloseTo(1f, within(1e-5f));
    }
    TokenVectors some = tokens.where(t -> t % 2 == 1);
    assertThat(some.size()).isEqualTo(tokens.size() / 2);
    assertThat(some.starts()[0]).isEqualTo(tokens.starts()[1]);
  }

  @Test
  void aLongTextKeepsTheTokensThatTheModelReads() {
    EncodedText encoded = Bge.EMBEDDER.encode(List.of("fee ".repeat(20_000))).get(0);
    assertThat(encoded.tokens().size()).isEqualTo(512);
    assertThat(encoded.embedding().truncated()).isTrue();
  }
}
