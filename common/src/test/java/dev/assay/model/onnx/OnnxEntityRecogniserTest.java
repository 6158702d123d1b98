package dev.assay.model.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.model.EntityRecogniser;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A small random network against PyTorch: scripts/golden/sequence_models.py. */
class OnnxEntityRecogniserTest {

  @Test
  void aRecogniserSaysWhatPyTorchSays() throws Exception {
    try (OnnxEntityRecogniser model = recogniser(64, 16)) {
      List<String> texts = new ArrayList<>();
      for (JsonNode row : SequenceModelsTest.expected("ner").get("texts")) {
        String text = row.get("text").asText();
        texts.add(text);
        double[][] own = model.probabilities(List.of(text)).get(0);
        assertThat(own).as(text).hasNumberOfRows(row.get("probabilities").size());
        for (int token = 0; token < own.length; token++) {
          for (int label = 0; label < 5; label++) {
            assertThat(own[token][label])
                .isCloseTo(
                    row.get("probabilities").get(token).get(label).asDouble(),
                    within(SequenceModelsTest.TOLERANCE));
          }
        }
      }
      List<List<EntityRecogniser.Entity>> found = model.find(texts);
      assertThat(found.stream().flatMap(List::stream)).isNotEmpty();
      for (int i = 0; i < texts.size(); i++) {
        String text = texts.get(i);
        assertThat(found.get(i))
            .allSatisfy(e -> assertThat(e.label()).isIn("PER", "LOC"))
            .allSatisfy(e -> assertThat(text.substring(e.start(), e.end())).isNotBlank());
        assertThat(model.find(List.of(text))).containsExactly(found.get(i));
      }
    }
  }

  @Test
  void aRecogniserReadsLongTextsInOverlappingWindows() throws Exception {
    try (OnnxEntityRecogniser model = recogniser(20, 16)) {
      String text = "The card costs eight dollars. ".repeat(30);
      double[][] read = model.probabilities(List.of(text)).get(0);
      assertThat(read.length).isGreaterThan(100);
      assertThat(List.of(read)).as("no token without a window").hasSize(read.length);
      assertThat(model.find(List.of(text, "", "\ud800"))).hasSize(3);
    }
  }

  @Test
  void aRecognisersWindowsOfOneLengthRunTogetherAndSayTheSameAsAlone() throws Exception {
    List<String> texts = new ArrayList<>();
    for (int i = 1; i <= 12; i++) {
      texts.add("The card of Anna Smith in Paris costs eight dollars. ".repeat(i));
    }
    try (OnnxEntityRecogniser together = recogniser(20, 16);
        OnnxEntityRecogniser alone = recogniser(20, 1)) {
      List<List<EntityRecogniser.Entity>> found = together.find(texts);
      for (int i = 0; i < texts.size(); i++) {
        assertThat(alone.find(List.of(texts.get(i)))).containsExactly(found.get(i));
      }
      List<double[][]> probabilities = together.probabilities(texts);
      for (int i = 0; i < texts.size(); i++) {
        assertThat(alone.probabilities(List.of(texts.get(i))).get(0))
            .isDeepEqualTo(probabilities.get(i));
      }
      // One window a run there; here full windows share runs, and so do last ones of a length.
      assertThat(together.runs()).isLessThan(alone.runs() / 3);
      long before = together.runs();
      together.find(texts);
      assertThat(together.runs()).as("texts that it remembers").isEqualTo(before);
    }
  }

  private static OnnxEntityRecogniser recogniser(int maxLength, int batchSize) throws Exception {
    ModelFiles files = SequenceModelsTest.files("ner");
    ClassifierSpec spec =
        new ClassifierSpec("onnx", "ner", "", List.of(), "softmax", maxLength, batchSize);
    return new OnnxEntityRecogniser(spec, files, "cpu");
  }
}
