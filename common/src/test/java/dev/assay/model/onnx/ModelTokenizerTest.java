package dev.assay.model.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ModelTokenizerTest {
  private final Path file = ModelFiles.of(ModelSpec.bgeSmall().source()).tokenizer();

  @Test
  void readingInPiecesChangesNoToken() throws Exception {
    try (ModelTokenizer ours = new ModelTokenizer(file);
        HuggingFaceTokenizer whole =
            HuggingFaceTokenizer.newInstance(
                file, Map.of("truncation", "false", "padding", "false"))) {
      Random random = new Random(5);
      for (int round = 0; round < 5; round++) {
        String text = mixed(random, 3 * ModelTokenizer.PIECE);
        assertThat(ours.encode(text, Integer.MAX_VALUE - 1).ids())
            .isEqualTo(whole.encode(text).getIds());
        assertThat(ours.count(text)).isEqualTo(whole.encode(text, false, false).getIds().length);
      }
    }
  }

  @Test
  void countsWithoutSpecialTokens() {
    try (ModelTokenizer tokenizer = new ModelTokenizer(file)) {
      assertThat(tokenizer.count("")).isZero();
      assertThat(tokenizer.count("fees")).isEqualTo(1);
      assertThat(tokenizer.encode("fees", 512).total()).isEqualTo(3);
    }
  }

  @Test
  void cutsKeepTheFrameOfSpecialTokens() {
    try (ModelTokenizer tokenizer = new ModelTokenizer(file)) {
      Tokens cut = tokenizer.encode("one two three four", 4);
      // [CLS] one two [SEP] of six
      assertThat(cut.ids()).containsExactly(101, 2028, 2048, 102);
      assertThat(cut.total()).isEqualTo(6);
      assertThat(cut.truncated()).isTrue();
    }
  }

  @Test
  void neverCutsASurrogatePair() {
    String smileys = "x" + "😀".repeat(ModelTokenizer.PIECE);
    for (int start = 0; start < smileys.length(); ) {
      int end = ModelTokenizer.pieceEnd(smileys, start);
      assertThat(WellFormed.of(smileys.substring(start, end))).doesNotContain("\uFFFD");
      assertThat(end).isGreaterThan(start);
      start = end;
    }
  }

  private static String mixed(Random random, int length) {
    String[] parts = {
      "account ", "fee-", "12.50 ", "\n\n", "Überweisung ", "你好", "😀 ", "o'clock, "
    };
    StringBuilder text = new StringBuilder();
    while (text.length() < length) {
      text.append(parts[random.nextInt(parts.length)]);
    }
    return text.toString();
  }
}
