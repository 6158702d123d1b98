package dev.assay.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.model.onnx.Bge;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
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

  /** scripts/golden/bertscore_idf.py: idf and matching of the package bert-score 0.3.13. */
  @Test
  void withIdfItIsThePackages() throws Exception {
    try (InputStream in =
        TokenMatchesTest.class.getResourceAsStream("/golden/bertscore-idf.json")) {
      JsonNode golden = new ObjectMapper().readTree(in);
      List<long[]> references = new ArrayList<>();
      golden.get("references").forEach(text -> references.add(ids(text)));
      TokenWeights weights = TokenWeights.of(references);
      golden
          .get("weights")
          .fields()
          .forEachRemaining(
              weight ->
                  assertThat(weights.of(new long[] {Long.parseLong(weight.getKey())})[0])
                      .isCloseTo(weight.getValue().asDouble(), within(1e-12)));
      for (JsonNode row : golden.get("pairs")) {
        TokenMatches found =
            TokenMatches.of(
                    vectors(row.get("candidate")),
                    weights.of(ids(row.get("candidate_ids"))),
                    vectors(row.get("reference")),
                    weights.of(ids(row.get("reference_ids"))))
                .orElseThrow();
        assertThat(found.precision()).isCloseTo(row.get("idf").get(0).asDouble(), within(1e-6));
        assertThat(found.recall()).isCloseTo(row.get("idf").get(1).asDouble(), within(1e-6));
        assertThat(found.f1()).isCloseTo(row.get("idf").get(2).asDouble(), within(1e-6));
      }
    }
  }

  private static long[] ids(JsonNode text) {
    return StreamSupport.stream(text.spliterator(), false).mapToLong(JsonNode::asLong).toArray();
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
