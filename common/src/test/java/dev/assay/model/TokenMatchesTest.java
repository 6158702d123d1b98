package dev.assay.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.model.onnx.Bge;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class TokenMatchesTest {

  /** scripts/golden/bertscore.py: the formula of the package bert-score 0.3.13. */
  @Test
  void isBertScoresFormula() throws Exception {
    try (InputStream in = TokenMatchesTest.class.getResourceAsStream("/golden/bertscore.json")) {
      for (JsonNode row : new ObjectMapper().readTree(in)) {
        TokenMatches found =
            TokenMatches.of(vectors(row.get("candidate")), vectors(row.get("reference")))
                .orElseThrow();
        assertThat(found.precision()).isCloseTo(row.get("precision").asDouble(), within(1e-6));
        assertThat(found.recall()).isCloseTo(row.get("recall").asDouble(), within(1e-6));
        assertThat(found.f1()).isCloseTo(row.get("f1").asDouble(), within(1e-6));
      }
    }
  }

  @Test
  void ofOneTextIsOneAndOfNoneIsNothing() {
    List<EncodedText> texts = Bge.EMBEDDER.encode(List.of("The fee is due monthly.", ""));
    TokenMatches same = TokenMatches.of(texts.get(0).tokens(), texts.get(0).tokens()).orElseThrow();
    assertThat(same.f1()).isCloseTo(1, within(1e-6));
    assertThat(TokenMatches.of(texts.get(0).tokens(), texts.get(1).tokens())).isEmpty();
  }

  /** As the network's states: unit vectors, the first and last token special. */
  private static TokenVectors vectors(JsonNode rows) {
    int dimension = rows.get(0).size();
    float[] states = new float[rows.size() * dimension];
    int[] starts = new int[rows.size()];
    for (int t = 0; t < rows.size(); t++) {
      starts[t] = t == 0 || t == rows.size() - 1 ? -1 : t;
      for (int d = 0; d < dimension; d++) {
        states[t * dimension + d] = (float) rows.get(t).get(d).asDouble();
      }
    }
    return TokenVectors.of(states, 0, dimension, starts, starts);
  }
}
