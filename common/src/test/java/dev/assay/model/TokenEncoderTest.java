package dev.assay.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.model.onnx.OnnxEmbedder;
import dev.assay.model.onnx.TokenSpec;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An encoder of random weights against what PyTorch gave for it (scripts/golden). */
class TokenEncoderTest {
  private static OnnxEmbedder encoder;
  private static JsonNode golden;

  @BeforeAll
  static void open() throws IOException, URISyntaxException {
    File expected =
        Path.of(TokenEncoderTest.class.getResource("/models/encoder/expected.json").toURI())
            .toFile();
    golden = new ObjectMapper().readTree(expected);
    TokenSpec spec = new TokenSpec(TokenSpec.ONNX, expected.getParent(), "", 64, 4);
    encoder = new OnnxEmbedder(spec.network("cpu"));
  }

  @AfterAll
  static void close() {
    encoder.close();
  }

  @Test
  void tokenVectorsAreThoseOfPyTorch() {
    for (JsonNode row : golden.get("texts")) {
      String text = row.get("text").asText();
      TokenVectors ours = encoder.encode(List.of(text)).get(0).tokens();
      JsonNode theirs = row.get("vectors");
      assertThat(ours.size()).as(text).isEqualTo(theirs.size());
      for (int t = 0; t < ours.size(); t++) {
        for (int d = 0; d < ours.dimension(); d++) {
          assertThat((double) ours.values()[t * ours.dimension() + d])
              .as("%s: token %d, %d", text, t, d)
              .isCloseTo(theirs.get(t).get(d).asDouble(), within(1e-4));
        }
      }
    }
  }

  @Test
  void matchesOfTokensAreThoseOfPyTorch() {
    for (JsonNode pair : golden.get("pairs")) {
      List<EncodedText> encoded =
          encoder.encode(List.of(pair.get("answer").asText(), pair.get("expected").asText()));
      TokenMatches ours =
          TokenMatches.of(encoded.get(0).tokens(), encoded.get(1).tokens()).orElseThrow();
      assertThat(ours.precision()).isCloseTo(pair.get("precision").asDouble(), within(1e-4));
      assertThat(ours.recall()).isCloseTo(pair.get("recall").asDouble(), within(1e-4));
      assertThat(ours.f1()).isCloseTo(pair.get("f1").asDouble(), within(1e-4));
    }
  }

  @Test
  void aTextHasTheSameTokenVectorsInAnyOrder() {
    List<String> texts = new ArrayList<>();
    golden.get("texts").forEach(row -> texts.add(row.get("text").asText()));
    List<EncodedText> forward = encoder.encode(texts);
    Collections.reverse(texts);
    List<EncodedText> backward = encoder.encode(texts);
    for (int i = 0; i < texts.size(); i++) {
      assertThat(backward.get(i).tokens().values())
          .isEqualTo(forward.get(texts.size() - 1 - i).tokens().values());
    }
  }
}
