package dev.assay.model.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.model.Embedding;
import dev.assay.model.EncodedText;
import dev.assay.model.TextBatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Batches as a GPU gets them, on the CPU, against those of one length. */
class PaddedBatchesTest {
  private static final float CLOSE = 1e-6f;
  private static final ModelSpec SPEC = ModelSpec.bgeSmall();

  /** Of every length from a word to more than the model reads. */
  private static List<String> texts() {
    List<String> texts = new ArrayList<>();
    for (int words = 1; words <= 40; words += 5) {
      texts.add("card ".repeat(words) + "costs $" + words);
    }
    texts.add("A fee is charged. ".repeat(110));
    return texts;
  }

  @Test
  void holdAsManyTextsAsTheBudgetHasTokens() {
    List<Tokens> lengths =
        IntStream.of(100, 3, 150, 4, 600)
            .mapToObj(length -> new Tokens(new long[length], length, new int[0], new int[0]))
            .toList();
    // 2 × 128 = 256 tokens: 3 and 4 pad to 2 × 4, with 100 to 300, too many; 100 and 150 to 300.
    assertThat(TokenBudget.batches(lengths, 2))
        .containsExactly(new int[] {1, 3}, new int[] {0}, new int[] {2}, new int[] {4});
    // 4 × 128 = 512 tokens: three pad to 300, with 150 to 600.
    assertThat(TokenBudget.batches(lengths, 4))
        .containsExactly(new int[] {1, 3, 0}, new int[] {2}, new int[] {4});
    assertThat(TokenBudget.batches(List.of(), 2)).isEmpty();
  }

  @Test
  void anEmbedderSaysTheSameWithPadding() {
    for (Pooling pooling : Pooling.values()) {
      ModelSpec spec = new ModelSpec("onnx", SPEC.source(), pooling, true, 512, 4, "cpu");
      ModelFiles files = ModelFiles.of(SPEC.source());
      try (OnnxEmbedder padded = new OnnxEmbedder(spec, files, ModelSpec.PADDED_CPU);
          OnnxEmbedder plain = new OnnxEmbedder(spec, files)) {
        List<Embedding> ours = padded.embed(texts());
        List<Embedding> expected = plain.embed(texts());
        for (int i = 0; i < ours.size(); i++) {
          assertThat(ours.get(i).vector()).containsExactly(expected.get(i).vector(), within(CLOSE));
          assertThat(ours.get(i).tokens()).isEqualTo(expected.get(i).tokens());
        }
        Map<String, Embedding> shared = new HashMap<>();
        List<TextBatch<Embedding>> batches = padded.toEmbed(texts());
        assertThat(batches).hasSizeLessThan(texts().size());
        for (TextBatch<Embedding> batch : batches) {
          List<Embedding> some = batch.work().get();
          for (int i = 0; i < some.size(); i++) {
            assertThat(shared.put(batch.texts().get(i), some.get(i))).isNull();
          }
        }
        for (int i = 0; i < ours.size(); i++) {
          assertThat(shared.get(texts().get(i)).vector()).isEqualTo(ours.get(i).vector());
        }
        List<EncodedText> tokens = padded.encode(texts());
        for (int i = 0; i < tokens.size(); i++) {
          assertThat(tokens.get(i).tokens().size())
              .isEqualTo(plain.encode(List.of(texts().get(i))).get(0).tokens().size());
        }
      }
    }
  }

  @Test
  void classifiersAndRecognisersSayTheSameWithPadding() throws Exception {
    try (OnnxSequences padded = sequences(ModelSpec.PADDED_CPU);
        OnnxSequences plain = sequences("cpu")) {
      List<Tokens> read = texts().stream().map(plain::tokens).toList();
      List<float[]> ours = padded.logits(read);
      List<float[]> expected = plain.logits(read);
      for (int i = 0; i < read.size(); i++) {
        assertThat(ours.get(i)).containsExactly(expected.get(i), within(CLOSE));
      }
    }
    try (OnnxEntityRecogniser padded = recogniser(ModelSpec.PADDED_CPU);
        OnnxEntityRecogniser plain = recogniser("cpu")) {
      List<double[][]> ours = padded.probabilities(texts());
      List<double[][]> expected = plain.probabilities(texts());
      for (int i = 0; i < ours.size(); i++) {
        for (int token = 0; token < ours.get(i).length; token++) {
          assertThat(ours.get(i)[token])
              .containsExactly(expected.get(i)[token], within((double) CLOSE));
        }
      }
      assertThat(padded.runs()).isLessThan(plain.runs());
    }
  }

  private static OnnxSequences sequences(String device) throws Exception {
    ModelFiles files = SequenceModelsTest.files("classifier");
    return new OnnxSequences(
        new SequenceSpec(files.directory().toString(), List.of(), "", 64, 4, device), files);
  }

  private static OnnxEntityRecogniser recogniser(String device) throws Exception {
    return new OnnxEntityRecogniser(
        new ClassifierSpec("onnx", "ner", "", List.of(), "softmax", 64, 4),
        SequenceModelsTest.files("ner"),
        device);
  }
}
