package dev.assay.model.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.model.CrossEncoder;
import dev.assay.model.EntailmentModel.Claim;
import dev.assay.model.ModelException;
import dev.assay.model.PromptedModel;
import dev.assay.model.Support;
import dev.assay.model.TextClassifier;
import dev.assay.stats.Golden;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Small random networks against PyTorch: scripts/golden/sequence_models.py. */
class SequenceModelsTest {
  static final double TOLERANCE = 1e-4;

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
        // onnx 1.23.2 and numpy: ‖w₁ − w₀‖ and ‖w₁ − w₂‖ of model.classifier.weight.
        double[] z = Golden.doubles(rows.get(i).get("logits"));
        double distance =
            Math.min((z[1] - z[0]) / 2.6101283178872157, (z[1] - z[2]) / 2.7520642599178293);
        assertThat(support.distance().orElseThrow()).isCloseTo(distance, within(TOLERANCE));
        assertThat(support.byDistance().probability())
            .isCloseTo(1 / (1 + Math.exp(-distance)), within(TOLERANCE));
        assertThat(model.judge(List.of(claims.get(i)))).containsExactly(support);
      }
      assertThat(model.knowsContradiction()).isTrue();
    }
  }

  @Test
  void lengthsOfTheLastWeightsMayBeGiven() throws Exception {
    JsonNode first = expected("cross-encoder").get("pairs").get(0);
    double[] z = Golden.doubles(first.get("logits"));
    ModelFiles files = files("cross-encoder");
    SequenceSpec spec = new SequenceSpec(files.directory().toString(), List.of(), "", 64, 4, "cpu");
    try (OnnxEntailment model = new OnnxEntailment(spec, files, false, List.of(2.0, 0.0, 4.0), 9)) {
      Support support = model.judge(List.of(claim(first.get("premise").asText(), first))).get(0);
      assertThat(support.distance().orElseThrow())
          .isCloseTo(Math.min((z[1] - z[0]) / 2, (z[1] - z[2]) / 4), within(TOLERANCE));
      assertThat(model.id())
          .isEqualTo(OnnxEntailment.id(spec, files, List.of(2.0, 0.0, 4.0)))
          .isNotEqualTo(OnnxEntailment.id(spec, files, List.of()));
    }
    assertThatThrownBy(() -> new OnnxEntailment(spec, files, false, List.of(2.0, 0.0), 9))
        .hasMessageContaining("models.entailment.weight-norms [2.0, 0.0]")
        .hasMessageContaining("one number above 0 for each of its outputs");
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
  void aCrossEncoderOfOneOutputSaysHowAlikeTwoTextsAre() throws Exception {
    ModelFiles files = files("sts");
    ClassifierSpec spec =
        new ClassifierSpec("onnx", files.directory().toString(), "", List.of(), "sigmoid", 64, 2);
    try (OnnxCrossEncoder model = new OnnxCrossEncoder(spec, files, "cpu")) {
      List<CrossEncoder.Pair> pairs = new ArrayList<>();
      List<Double> wanted = new ArrayList<>();
      for (JsonNode row : expected("sts").get("pairs")) {
        pairs.add(new CrossEncoder.Pair(row.get("first").asText(), row.get("second").asText()));
        wanted.add(row.get("likeness").asDouble());
      }
      List<CrossEncoder.Likeness> found = model.compare(pairs);
      for (int i = 0; i < wanted.size(); i++) {
        assertThat(found.get(i).value()).isCloseTo(wanted.get(i), within(TOLERANCE));
        assertThat(model.compare(List.of(pairs.get(i)))).containsExactly(found.get(i));
      }
      CrossEncoder.Pair book = new CrossEncoder.Pair("fee ".repeat(200), "fee");
      assertThat(model.compare(List.of(book)).get(0).truncated()).isTrue();
      assertThat(model.id()).isEqualTo(OnnxCrossEncoder.id(spec, files));
    }
    ModelFiles three = files("cross-encoder");
    assertThatThrownBy(() -> new OnnxCrossEncoder(spec, three, "cpu"))
        .hasMessageContaining("has 3 outputs; models.cross-encoder needs one");
  }

  @Test
  void anEncoderDecoderScoresWhatItWouldWriteAndItsEnd() throws Exception {
    ModelFiles files = files("encoder-decoder");
    CausalSpec spec =
        new CausalSpec(CausalSpec.ENCODER_DECODER, files.directory().toString(), "", 40);
    try (OnnxEncoderDecoder model = new OnnxEncoderDecoder(spec, files, "cpu")) {
      for (JsonNode row : expected("encoder-decoder").get("prompts")) {
        String prompt = row.get("prompt").asText();
        String continuation = row.get("continuation").asText();
        double[] wanted = Golden.doubles(row.get("log_probabilities"));
        PromptedModel.Continued found = continued(model, prompt, continuation);
        assertThat(found.logProbabilities()).hasSize(wanted.length);
        for (int i = 0; i < wanted.length; i++) {
          assertThat(found.logProbabilities().get(i)).isCloseTo(wanted[i], within(TOLERANCE));
        }
        assertThat(found.truncated()).isFalse();
      }
      assertThat(continued(model, "fee ".repeat(100), "fee").truncated()).isTrue();
      assertThat(continued(model, "fee", "").logProbabilities()).isEmpty();
      assertThat(
              model.continuations(
                  List.of(new PromptedModel.Prompt("", "fee", "", "fee ".repeat(100)))))
          .containsExactly(Optional.empty());
      assertThat(model.readsAlone()).isFalse();
    }
    ModelFiles causal = files("causal");
    assertThatThrownBy(() -> new OnnxEncoderDecoder(spec, causal, "cpu"))
        .hasMessageContaining("has no decoder_start_token_id");
  }

  private static PromptedModel.Continued continued(
      PromptedModel model, String material, String continuation) {
    PromptedModel.Prompt prompt = new PromptedModel.Prompt("", material, "", continuation);
    return model.continuations(List.of(prompt)).get(0).orElseThrow();
  }

  @Test
  void aClassifierSaysWhatPyTorchSays() throws Exception {
    for (String activation : List.of("sigmoid", "softmax")) {
      try (OnnxTextClassifier model = classifier(activation)) {
        assertThat(model.labels()).containsExactly("toxicity", "obscene", "threat", "insult");
        List<String> texts = new ArrayList<>();
        List<JsonNode> rows = new ArrayList<>();
        expected("classifier").get("texts").forEach(rows::add);
        rows.forEach(row -> texts.add(row.get("text").asText()));
        List<TextClassifier.Classes> found = model.classify(texts);
        for (int i = 0; i < rows.size(); i++) {
          for (int label = 0; label < 4; label++) {
            assertThat(found.get(i).probabilities().get(label))
                .isCloseTo(rows.get(i).get(activation).get(label).asDouble(), within(TOLERANCE));
          }
        }
        TextClassifier.Classes book =
            model.classify(List.of((texts.get(0) + " ").repeat(30) + texts.get(2))).get(0);
        assertThat(book.windows()).isGreaterThan(1);
      }
    }
  }

  @Test
  void aCausalModelSaysWhatPyTorchSays() throws Exception {
    ModelFiles files = files("causal");
    CausalSpec spec = new CausalSpec(CausalSpec.ONNX, files.directory().toString(), "", 64);
    try (OnnxCausalModel model = new OnnxCausalModel(spec, files, "cpu")) {
      for (JsonNode row : expected("causal").get("texts")) {
        List<Double> found = model.logProbabilities(List.of(row.get("text").asText())).get(0);
        assertThat(found).hasSize(row.get("log_probabilities").size());
        for (int i = 0; i < found.size(); i++) {
          assertThat(found.get(i))
              .isCloseTo(row.get("log_probabilities").get(i).asDouble(), within(TOLERANCE));
        }
      }
      // windows of 64 tokens overlap: every token of a long text has one probability
      List<Double> longText = model.logProbabilities(List.of("fee fee ".repeat(60))).get(0);
      assertThat(longText).hasSizeGreaterThan(120).allSatisfy(p -> assertThat(p).isNegative());
    }
  }

  @Test
  void aContinuationHasTheProbabilitiesThatItsTokensHaveInTheWholeText() throws Exception {
    // Split before a blank, where the byte-level tokenizer splits too: the tail of PyTorch's
    // values.
    try (OnnxCausalModel model = causal(64)) {
      for (JsonNode row : expected("causal").get("texts")) {
        String text = row.get("text").asText();
        int cut = text.indexOf(' ', text.length() / 3);
        if (cut < 0) {
          continue;
        }
        PromptedModel.Prompt prompt =
            new PromptedModel.Prompt("", text.substring(0, cut), "", text.substring(cut));
        PromptedModel.Continued found = model.continuations(List.of(prompt)).get(0).orElseThrow();
        JsonNode values = row.get("log_probabilities");
        int from = values.size() - found.logProbabilities().size();
        assertThat(from).isPositive();
        assertThat(found.logProbabilities()).isNotEmpty();
        assertThat(found.truncated()).isFalse();
        for (int i = 0; i < found.logProbabilities().size(); i++) {
          assertThat(found.logProbabilities().get(i))
              .isCloseTo(values.get(from + i).asDouble(), within(TOLERANCE));
        }
      }
    }
  }

  @Test
  void onlyTheMaterialOfAPromptIsCut() throws Exception {
    try (OnnxCausalModel model = causal(64)) {
      String answer = " Transfers are not free.";
      List<PromptedModel.Prompt> prompts =
          List.of(
              new PromptedModel.Prompt("fee", " fee".repeat(500), " card", answer),
              new PromptedModel.Prompt("fee", "", " card", answer),
              new PromptedModel.Prompt("", "fee", "", " fee".repeat(500)),
              new PromptedModel.Prompt("fee", "fee", "", ""),
              new PromptedModel.Prompt("", "\ud800\u0000", "", "😀"));
      List<java.util.Optional<PromptedModel.Continued>> found = model.continuations(prompts);
      PromptedModel.Continued cut = found.get(0).orElseThrow();
      PromptedModel.Continued whole = found.get(1).orElseThrow();
      assertThat(cut.truncated()).isTrue();
      assertThat(whole.truncated()).isFalse();
      assertThat(cut.logProbabilities()).hasSameSizeAs(whole.logProbabilities());
      assertThat(found.get(2)).as("the continuation alone is longer than a window").isEmpty();
      assertThat(found.get(3).orElseThrow().logProbabilities()).isEmpty();
      assertThat(found.get(4).orElseThrow().logProbabilities()).isNotEmpty();
      for (int i = 0; i < prompts.size(); i++) {
        assertThat(model.continuations(List.of(prompts.get(i)))).containsExactly(found.get(i));
      }
    }
  }

  private static OnnxCausalModel causal(int maxLength) throws Exception {
    ModelFiles files = files("causal");
    String source = files.directory().toString();
    return new OnnxCausalModel(
        new CausalSpec(CausalSpec.ONNX, source, "", maxLength), files, "cpu");
  }

  private static OnnxTextClassifier classifier(String activation) throws Exception {
    ModelFiles files = files("classifier");
    ClassifierSpec spec =
        new ClassifierSpec(
            ClassifierSpec.ONNX, files.directory().toString(), "", List.of(), activation, 64, 4);
    return new OnnxTextClassifier(spec, files, "cpu");
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
    return new OnnxEntailment(spec, files, false, List.of(), 1_000);
  }

  private static Claim claim(String premise, JsonNode row) {
    return new Claim(List.of(premise), hypothesis(row));
  }

  private static String hypothesis(JsonNode row) {
    return row.get("hypothesis").asText();
  }

  static ModelFiles files(String name) throws Exception {
    Path directory =
        Path.of(SequenceModelsTest.class.getResource("/models/" + name + "/model.onnx").toURI())
            .getParent();
    return ModelFiles.in(directory, name);
  }

  static JsonNode expected(String name) throws Exception {
    return new ObjectMapper().readTree(files(name).directory().resolve("expected.json").toFile());
  }
}
