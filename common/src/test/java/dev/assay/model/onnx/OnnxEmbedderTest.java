package dev.assay.model.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.model.Embedding;
import dev.assay.model.EncodedText;
import dev.assay.model.ModelException;
import dev.assay.model.TextBatch;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OnnxEmbedderTest {
  private static final ModelSpec SPEC = ModelSpec.bgeSmall();
  private static final OnnxEmbedder BGE = Bge.EMBEDDER;

  @Test
  void agreesWithPythonsOnnxRuntimeAndTokenizers() throws Exception {
    ModelSpec meanSpec = new ModelSpec("onnx", SPEC.source(), Pooling.MEAN, true, 512, 4, "cpu");
    try (OnnxEmbedder mean = new OnnxEmbedder(meanSpec)) {
      for (JsonNode golden : golden()) {
        String text = golden.get("text").asText();
        Embedding ours = BGE.embed(List.of(text)).get(0);
        assertThat(ours.tokens()).as(text).isEqualTo(golden.get("tokens").asInt());
        assertThat(ours.truncated()).isEqualTo(ours.tokens() > 512);
        assertClose(ours, golden.get("cls"));
        assertClose(mean.embed(List.of(text)).get(0), golden.get("mean"));
      }
    }
  }

  @Test
  void aTextHasTheSameBitsInAnyBatchOrderAndThread() throws Exception {
    List<String> texts = sentences(120);
    List<Embedding> together = BGE.embed(texts);
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      order.add(i);
      if (i % 8 == 0) {
        assertThat(BGE.embed(List.of(texts.get(i))).get(0).vector())
            .isEqualTo(together.get(i).vector());
      }
    }
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Void>> shuffles = new ArrayList<>();
      for (int seed = 0; seed < 4; seed++) {
        List<Integer> shuffled = new ArrayList<>(order);
        Collections.shuffle(shuffled, new Random(seed));
        shuffles.add(
            () -> {
              List<Embedding> some =
                  BGE.embed(shuffled.subList(0, 60).stream().map(texts::get).toList());
              for (int i = 0; i < some.size(); i++) {
                assertThat(some.get(i).vector()).isEqualTo(together.get(shuffled.get(i)).vector());
              }
              return null;
            });
      }
      for (Future<Void> future : pool.invokeAll(shuffles)) {
        future.get();
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void itsBatchesHaveEveryTextOnceWithTheSameBits() {
    List<String> texts = new ArrayList<>(Set.copyOf(sentences(40)));
    texts.add("");
    List<Embedding> embedded = BGE.embed(texts);
    Map<String, Embedding> found = new HashMap<>();
    assertThat(BGE.toEmbed(texts)).hasSizeLessThan(texts.size());
    for (TextBatch<Embedding> batch : BGE.toEmbed(texts)) {
      List<Embedding> some = batch.work().get();
      assertThat(some).extracting(Embedding::tokens).containsOnly(some.get(0).tokens());
      for (int i = 0; i < some.size(); i++) {
        assertThat(found.put(batch.texts().get(i), some.get(i))).isNull();
      }
    }
    List<EncodedText> encoded = BGE.encode(texts);
    Map<String, EncodedText> ofTokens = new HashMap<>();
    for (TextBatch<EncodedText> batch : BGE.toEncode(texts)) {
      List<EncodedText> some = batch.work().get();
      for (int i = 0; i < some.size(); i++) {
        assertThat(ofTokens.put(batch.texts().get(i), some.get(i))).isNull();
      }
    }
    assertThat(found).hasSize(texts.size());
    for (int i = 0; i < texts.size(); i++) {
      assertThat(found.get(texts.get(i)).vector()).isEqualTo(embedded.get(i).vector());
      assertThat(ofTokens.get(texts.get(i)).embedding().vector())
          .isEqualTo(embedded.get(i).vector());
      assertThat(ofTokens.get(texts.get(i)).tokens())
          .usingRecursiveComparison()
          .isEqualTo(encoded.get(i).tokens());
    }
  }

  @Test
  void vectorsHaveUnitLengthWhateverTheText() {
    List<String> hostile =
        List.of(
            "", " ", "\u0000\u0000", "\uD83D", "a\uDC00b", "שלום \u202E abc", "x".repeat(40_000));
    for (Embedding embedding : BGE.embed(hostile)) {
      assertThat(embedding.vector()).hasSize(BGE.dimension());
      assertThat(embedding.cosine(embedding)).isCloseTo(1, within(1e-6));
    }
    assertThat(BGE.embed(List.of())).isEmpty();
  }

  @Test
  void aLineOfMegabytesIsCountedWholeAndReadToTheLimit() {
    String line = "the quick brown fox ".repeat(1 << 17);
    Embedding embedding = BGE.embed(List.of(line)).get(0);
    // four one-token words a repeat, and two special tokens
    assertThat(embedding.tokens()).isEqualTo(4 * (1 << 17) + 2);
    assertThat(embedding.truncated()).isTrue();
    assertThat(embedding.vector())
        .isEqualTo(BGE.embed(List.of("the quick brown fox ".repeat(200))).get(0).vector());
  }

  @Test
  void namesModelRevisionAndPooling() {
    assertThat(BGE.id()).matches("bge-small-en-v1\\.5@[0-9a-f]{12}/cls\\+l2/512");
  }

  @Test
  void saysWhichFileIsMissing(@TempDir Path directory) throws Exception {
    assertThatThrownBy(() -> new OnnxEmbedder(SPEC.withSource(directory.toString())))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining(directory.toString())
        .hasMessageContaining("model.onnx");
    Files.createFile(directory.resolve("model.onnx"));
    assertThatThrownBy(() -> new OnnxEmbedder(SPEC.withSource(directory.toString())))
        .hasMessageContaining("no readable tokenizer.json");
    assertThatThrownBy(() -> new OnnxEmbedder(SPEC.withSource("bundled:nothing")))
        .hasMessageContaining("no model 'nothing'")
        .hasMessageContaining("give a directory");
  }

  @Test
  void saysWhatIsWrongWithANetwork(@TempDir Path directory) throws Exception {
    Files.copy(ModelFiles.of(SPEC.source()).tokenizer(), directory.resolve(ModelFiles.TOKENIZER));
    try (InputStream network = getClass().getResourceAsStream("/golden/wrong-input.onnx")) {
      Files.copy(network, directory.resolve(ModelFiles.MODEL));
    }
    assertThatThrownBy(() -> new OnnxEmbedder(SPEC.withSource(directory.toString())))
        .hasMessageContaining("wants inputs [pixel_values]; a text model has input_ids");
    Files.writeString(directory.resolve(ModelFiles.MODEL), "not a network");
    assertThatThrownBy(() -> new OnnxEmbedder(SPEC.withSource(directory.toString())))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("Cannot load the network")
        .hasMessageContaining("model.onnx");
  }

  @Test
  void saysWhenTheLimitIsMoreThanTheModelReads() {
    ModelSpec tooLong = new ModelSpec("onnx", SPEC.source(), Pooling.CLS, true, 600, 1, "cpu");
    try (OnnxEmbedder embedder = new OnnxEmbedder(tooLong)) {
      assertThatThrownBy(() -> embedder.embed(List.of("word ".repeat(600))))
          .isInstanceOf(ModelException.class)
          .hasMessageContaining("600 tokens")
          .hasMessageContaining("max-length");
    }
  }

  @Test
  void refusesParametersThatMeanNothing() {
    assertThatThrownBy(() -> SPEC.withDevice("tpu"))
        .hasMessageContaining("device = 'tpu'; allowed: auto, cpu, cuda, gpu:N");
    assertThatThrownBy(() -> new ModelSpec("onnx", "x", Pooling.CLS, true, 2, 1, "cpu"))
        .hasMessageContaining("maxLength = '2'; allowed: 3 tokens or more");
    assertThatThrownBy(() -> Pooling.of("max")).hasMessageContaining("Known: cls, mean");
  }

  private static void assertClose(Embedding ours, JsonNode expected) {
    for (int i = 0; i < expected.size(); i++) {
      assertThat((double) ours.vector()[i]).isCloseTo(expected.get(i).asDouble(), within(2e-6));
    }
  }

  private static JsonNode golden() throws Exception {
    try (InputStream in = OnnxEmbedderTest.class.getResourceAsStream("/golden/embedding.json")) {
      return new ObjectMapper().readTree(in);
    }
  }

  private static List<String> sentences(int n) {
    String[] words = "the bank shall pay a fee of card account within days to it late".split(" ");
    Random random = new Random(7);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      StringBuilder text = new StringBuilder("Rule " + i);
      for (int w = random.nextInt(40); w > 0; w--) {
        text.append(' ').append(words[random.nextInt(words.length)]);
      }
      texts.add(text + ".");
    }
    return texts;
  }
}
