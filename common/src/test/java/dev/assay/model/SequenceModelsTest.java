package dev.assay.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.model.EntailmentModel.Claim;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Small random networks against PyTorch: scripts/golden/sequence_models.py. */
class SequenceModelsTest {
  private static final double TOLERANCE = 1e-4;

  @Test
  void aCrossEncoderSaysWhatPyTorchSays() throws Exception {
    try (OnnxEntailment model = entailment(64, List.of())) {
      List<Claim> claims = new ArrayList<>();
      List<JsonNode> rows = new ArrayList<>();
      expected("cross-encoder").get("pairs").forEach(rows::add);
      rows.forEach(row -> claims.add(claim(row.get("premise").asText(), row)));
      List<Support> together = model.judge(claims);
      for (int i = 0; i < rows.size(); i++) {
        JsonNode probabilities = rows.get(i).get("probabilities");
        Support support = together.get(i);
        double p = probabilities.get(1).asDouble();
        assertThat(support.probability()).isCloseTo(p, within(TOLERANCE));
        assertThat(support.logit()).isCloseTo(Math.log(p / (1 - p)), within(TOLERANCE));
        assertThat(support.contradiction().orElseThrow())
            .isCloseTo(probabilities.get(0).asDouble(), within(TOLERANCE));
        assertThat(support.distance()).as("its last layer is inside").isEmpty();
        assertThat(model.judge(List.of(claims.get(i)))).containsExactly(support);
      }
      assertThat(model.knowsContradiction()).isTrue();
    }
  }

  @Test
  void ofSeveralPassagesAndWindowsTheBestSpeaks() throws Exception {
    JsonNode first = expected("cross-encoder").get("pairs").get(0);
    JsonNode second = expected("cross-encoder").get("pairs").get(1);
    try (OnnxEntailment model = entailment(64, List.of())) {
      String one = first.get("premise").asText();
      String other = second.get("premise").asText();
      Support both = model.judge(List.of(new Claim(List.of(one, other), hypothesis(first)))).get(0);
      double best =
          Math.max(
              model.judge(List.of(claim(one, first))).get(0).logit(),
              model.judge(List.of(claim(other, first))).get(0).logit());
      assertThat(both.logit()).isEqualTo(best);
      String book = (one + " " + other + " ").repeat(40);
      Support windows = model.judge(List.of(claim(book, first))).get(0);
      assertThat(windows.truncated()).as("whole sentences fit").isFalse();
      assertThat(book).contains(windows.match().orElseThrow().sentence());
      Support cut = model.judge(List.of(new Claim(List.of(one), "fee ".repeat(200)))).get(0);
      assertThat(cut.truncated()).isTrue();
    }
  }

  @Test
  void labelsThatDoNotFitAreSaid() {
    assertThatThrownBy(() -> entailment(64, List.of("entailment", "neutral")))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("3 outputs and 2 labels");
    assertThatThrownBy(() -> entailment(64, List.of("a", "b", "c")))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("models.entailment.labels");
  }

  private static OnnxEntailment entailment(int maxLength, List<String> labels) throws Exception {
    ModelFiles files = files("cross-encoder");
    SequenceSpec spec =
        new SequenceSpec(files.directory().toString(), labels, "", maxLength, 4, "cpu");
    return new OnnxEntailment(spec, files, false, 1_000);
  }

  private static Claim claim(String premise, JsonNode row) {
    return new Claim(List.of(premise), hypothesis(row));
  }

  private static String hypothesis(JsonNode row) {
    return row.get("hypothesis").asText();
  }

  private static ModelFiles files(String name) throws Exception {
    Path directory =
        Path.of(SequenceModelsTest.class.getResource("/models/" + name + "/model.onnx").toURI())
            .getParent();
    return ModelFiles.in(directory, name);
  }

  private static JsonNode expected(String name) throws Exception {
    return new ObjectMapper().readTree(files(name).directory().resolve("expected.json").toFile());
  }
}
